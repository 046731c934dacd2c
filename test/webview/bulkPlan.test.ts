import assert from 'node:assert/strict';
import { bulkHost, type BulkRow, type BulkState } from '../../src/features/bulk/bulkProtocol.ts';
import { bulkRow } from './bulkSamples.ts';
import { handlers, none, previewing, showState } from './openedBulk.ts';
import { describePage } from './openedPage.ts';

describePage('plan editor', 'bulk', bulkHost, (open) => {
  it('saves the pending writes as a plan, if there are any', async () => {
    const shown = await open(handlers(previewing));
    await shown.page.getByRole('button', { name: 'Save as plan…' }).click();
    await shown.until('the plan', () => shown.received('savePlan').length === 1);
    await showState(shown, { ...previewing, counts: { ...none, unchanged: 2 } });
    await shown.page.getByText('0 records will change', { exact: false }).waitFor();
    assert.equal(await shown.page.getByRole('button', { name: 'Save as plan…' }).count(), 0);
  });

  const planned: BulkState = {
    ...previewing,
    title: 'Plan cities.recordplan.json',
    plan: {
      name: 'cities.recordplan.json',
      isRead: true,
      connection: 'Staging',
      address: 'https://staging.example',
      madeBy: 'someone',
      madeAt: null,
      why: 'to move them',
    },
    changedSince: 2,
    counts: { ...none, waiting: 3, changed: 1, unchanged: 4, gone: 5 },
    note: 'This plan was made for Staging.',
  };

  it('shows what happened to its records since it was made, and lets changed ones be included', async () => {
    const changed: BulkRow = {
      ...bulkRow,
      id: '7',
      name: 'Lead 7',
      state: 'changed',
      why: '“City” was “Goa” in the plan',
      cells: [{ label: 'City', before: 'Agra', after: 'Pune' }],
    };
    const shown = await open({ ...handlers(planned), rows: () => ({ total: 1, rows: [changed] }) });
    const { page } = shown;
    await page.getByText('made for Staging · by someone · to move them').waitFor();
    await page.getByText('This plan was made for Staging.').waitFor();
    await page
      .getByText(
        '3 records will change, 1 changed since the plan was made, 4 with no change, 5 no longer found. Nothing has been written yet.',
      )
      .waitFor();
    for (const name of ['Will change (3)', 'Changed since (2)', 'No change (4)', 'Not found (5)'])
      await page.getByRole('button', { name }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Lead 7' });
    await row.getByText('“City” was “Goa” in the plan').waitFor();
    await row.getByText('Changed since', { exact: true }).waitFor();
    await row.getByText('Agra').waitFor();
    const box = row.getByRole('checkbox', { name: 'Include Lead 7' });
    assert.equal(await box.isChecked(), false);
    await box.check();
    await shown.until('the record', () => shown.received('setExcluded').length === 1);
    assert.deepEqual(shown.received('setExcluded'), [{ ids: ['7'], isDropped: false }]);
    assert.equal(await page.getByRole('button', { name: 'Back' }).count(), 0);
    for (const [name, event] of [
      ['Choose a connection…', 'chooseConnection'],
      ['Reload', 'readAgain'],
      ['Open as text', 'openText'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await shown.until(event, () => shown.received(event).length === 1);
    }
  });

  it('fits its five buttons in one line at 640 px', async () => {
    const state = { ...planned, adds: 1, counts: { ...none, waiting: 12_345, changed: 1, unchanged: 4, gone: 5 } };
    const shown = await open(handlers(state), { size: { width: 640, height: 800 } });
    const buttons = shown.page.locator('.bar').getByRole('button');
    await shown.button('Run on 12,345 records').waitFor();
    assert.deepEqual(await Promise.all((await buttons.all()).map((button) => button.getAttribute('aria-label'))), [
      null,
      null,
      'Reload',
      'Open as text',
      null,
    ]);
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    assert.equal(new Set(boxes.map((box) => Math.round(box?.y ?? -1))).size, 1, JSON.stringify(boxes));
  });

  it('shows why it cannot be read, and offers its text', async () => {
    const problem = 'Could not read line 3 of the plan: it is not valid JSON.';
    const plan = planned.plan && { ...planned.plan, isRead: false };
    const shown = await open(handlers({ ...planned, step: 'choose', counts: null, plan, problem }));
    await shown.page.getByRole('status').getByText(problem).waitFor();
    await shown.page.getByRole('button', { name: 'Open as text' }).waitFor();
    // it isn't known yet what it would run
    assert.equal(await shown.page.getByRole('button', { name: 'Choose a connection…' }).count(), 0);
  });
});
