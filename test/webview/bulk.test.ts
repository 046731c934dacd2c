import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { BulkField } from '../../src/model/bulk/bulkPlan.ts';
import type { Counts } from '../../src/model/bulk/bulkLedger.ts';
import { type BulkFilter, bulkHost, type BulkRow, type BulkState } from '../../src/protocol/bulkProtocol.ts';
import { describePage, type OpenedPage } from './openedPage.ts';
import { themeNames } from './themes.ts';

const total = 100_000;

const field = (name: string, label: string, kind: BulkField['kind'], more: Partial<BulkField> = {}): BulkField => ({
  field: name,
  label,
  kind,
  options: [],
  example: '',
  ...more,
});

const fields: readonly BulkField[] = [
  field('city', 'City', 'text'),
  field('score', 'Score', 'number', { example: '12.50' }),
  field('notes', 'Notes', 'longText'),
  field('due', 'Due', 'date', { example: '2026-12-31' }),
  field('seen', 'Seen', 'dateTime', { example: '31.12.2026 10:00' }),
  field('active', 'Active', 'boolean'),
  field('met', 'Met', 'dateTime', { example: '2026-12-31 10:00:00' }),
  field('owner', 'Owner', 'reference', { reference: { controller: controllerName('crm', 'users') } }),
  field('parent', 'Parent', 'reference'),
  field('tags', 'Tags', 'choices', {
    options: [
      { value: 'a', text: 'Alpha' },
      { value: 'b', text: 'Beta' },
    ],
  }),
  field('stage', 'Stage', 'choice', {
    options: [
      { value: 'new', text: 'New lead' },
      { value: 'won', text: 'Won lead' },
    ],
  }),
];

const none: Counts = {
  waiting: 0,
  sent: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  unchanged: 0,
  refused: 0,
  gone: 0,
  dropped: 0,
  changed: 0,
};

const choosing: BulkState = {
  step: 'choose',
  kind: 'edit',
  title: 'Edit records',
  connection: 'Example',
  controller: 'crm/leads',
  records: total,
  work: null,
  fields,
  drafts: [],
  counts: null,
  version: 0,
  way: null,
  isUndo: false,
  plan: null,
  changedSince: 0,
  adds: 0,
  deletes: 0,
  asksCount: false,
  run: null,
  note: null,
  problem: null,
  canWrite: true,
};

const previewing: BulkState = {
  ...choosing,
  step: 'preview',
  title: 'Edit City of 100000 records',
  fields: [],
  counts: { ...none, waiting: total - 2, unchanged: 1, refused: 1 },
  way: 'records',
};

const running: BulkState = {
  ...previewing,
  step: 'run',
  counts: { ...none, waiting: total - 3, done: 1, failed: 1, unclear: 1 },
  run: {
    id: 'a',
    status: 'running',
    pace: ['3 of 100,000', '45 records a second', '37 min left'],
    canUndo: false,
    unclearAdds: 0,
  },
};

function rows(filter: BulkFilter, from: number, count: number): { total: number; rows: BulkRow[] } {
  const states = ['waiting', 'refused', 'unchanged', 'done', 'failed', 'unclear'] as const;
  const all = filter === 'refused' ? 1 : total;
  const length = Math.max(0, Math.min(count, all - from));
  const made = Array.from({ length }, (_, index): BulkRow => {
    const place = from + index;
    const state = filter === 'refused' ? 'refused' : (states[place % 6] ?? 'waiting');
    return {
      id: String(place + 1),
      name: `Lead ${place + 1} <b>`,
      state,
      action: 'edit',
      why: state === 'refused' ? '“City” is read-only.' : null,
      canOpen: place % 6 !== 5,
      cells: [{ label: 'City', before: 'Goa', after: place % 2 === 0 ? '' : '<i>Pune</i>' }],
    };
  });
  return { total: all, rows: made };
}

describePage('the page of a bulk run', 'bulk', bulkHost, (open) => {
  const asked: number[] = [];
  const users = [
    { id: '3', text: 'Ana Roy', detail: 'Sales' },
    { id: '5', text: 'Bo Lee' },
  ];
  const handlers = (start: BulkState): Parameters<typeof open>[0] => ({
    start: () => start,
    lookUp: ({ text }) => ({ records: users.filter((user) => user.text.toLowerCase().includes(text)), isCut: false }),
    rows: ({ filter, from, count }) => {
      asked.push(count);
      return rows(filter, from, count);
    },
  });

  async function tell({ page }: OpenedPage, state: BulkState): Promise<void> {
    const data = JSON.stringify({ kind: 'event', name: 'state', data: state });
    await page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${data} }))`);
  }

  async function choose({ page }: OpenedPage, label: string): Promise<void> {
    await page.getByLabel('Field to change').selectOption({ label });
    await page.getByRole('group', { name: label }).waitFor();
  }

  it('asks for a field and what becomes of it, and says what is missing', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'City');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Enter the new value of City, or choose Clear.').waitFor();
    await page
      .getByRole('group', { name: 'City' })
      .getByLabel('What to do')
      .selectOption({ label: 'Find and replace' });
    await page.getByLabel('Find', { exact: true }).fill('oa');
    await page.getByLabel('Replace with').fill('wa');
    await choose(shown, 'Score');
    await page.getByRole('group', { name: 'Score' }).getByLabel('What to do').selectOption({ label: 'Add' });
    await page.getByLabel('Amount').fill('-2.5');
    await choose(shown, 'Stage');
    await page.getByRole('group', { name: 'Stage' }).getByLabel('New value').selectOption({ label: 'Won lead' });
    await choose(shown, 'Active');
    await page.getByRole('button', { name: 'Remove Active' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.told('plan').length === 1);
    assert.deepEqual(shown.told('plan')[0], [
      { field: 'city', kind: 'replace', find: 'oa', with: 'wa' },
      { field: 'score', kind: 'add', amount: '-2.5' },
      { field: 'stage', kind: 'set', value: 'won' },
    ]);
  });

  it('goes to the first field that misses something, and keeps the keyboard when a field is removed', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'City');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await page.getByRole('status').getByText('Something is still missing: see below.').waitFor();
    await page.getByRole('group', { name: 'City' }).locator('input[aria-invalid=true]:focus').waitFor();
    await page.getByRole('button', { name: 'Remove City' }).press('Enter');
    await page.getByLabel('Field to change').and(page.locator(':focus')).waitFor();
  });

  it('takes a field by keyboard when it is chosen, not while it is looked for, and goes on with its value', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await page.getByLabel('Field to change').focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    assert.equal(await page.getByRole('group').count(), 0);
    await page.keyboard.press('Tab');
    await page.getByRole('group', { name: 'Score' }).getByLabel('New value').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('7');
    await shown.until('the draft', () => shown.told('drafts').length > 1);
    const drafts = shown.told('drafts').at(-1) as readonly { field: string; value: string[] }[];
    assert.deepEqual(
      drafts.map((draft) => [draft.field, draft.value]),
      [['score', ['7']]],
    );
  });

  it('sets a reference by look-up: the field, three letters of the name, Enter', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await page.getByLabel('Field to change').focus();
    await page.getByLabel('Field to change').selectOption({ label: 'Owner' });
    const owner = page.getByRole('group', { name: 'Owner' }).getByLabel('New value');
    await owner.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ana');
    await page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    await page.keyboard.press('Enter');
    await shown.until('the draft', () => shown.told('drafts').length > 1);
    assert.equal(await owner.inputValue(), 'Ana Roy');
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.told('plan').length === 1);
    assert.deepEqual(shown.told('plan')[0], [{ field: 'owner', kind: 'set', value: '3', text: 'Ana Roy' }]);
  });

  it('takes an id for a reference too, and no name that was not chosen', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'Owner');
    const owner = page.getByRole('group', { name: 'Owner' }).getByLabel('New value');
    await owner.fill('Nobody');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('“Nobody” is not a record yet.').waitFor();
    await owner.and(page.locator(':focus')).waitFor();
    assert.deepEqual(shown.told('plan'), []);
    await owner.fill('42');
    await choose(shown, 'Parent');
    await page.getByRole('group', { name: 'Parent' }).getByLabel('New value').fill('7');
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.told('plan').length === 1);
    assert.deepEqual(shown.told('plan')[0], [
      { field: 'owner', kind: 'set', value: '42' },
      { field: 'parent', kind: 'set', value: '7' },
    ]);
  });

  it('picks dates and times as the service writes them, and ticks many choices', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    for (const label of ['Due', 'Met', 'Seen', 'Tags']) await choose(shown, label);
    await page.getByRole('group', { name: 'Due' }).getByLabel('New value').fill('2027-01-31');
    await page.getByRole('group', { name: 'Met' }).getByLabel('New value').fill('2027-01-31T08:30');
    await page.getByRole('group', { name: 'Seen' }).getByLabel('New value').fill('31.01.2027 08:30');
    await page.getByRole('group', { name: 'Tags' }).getByLabel('Beta').check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.told('plan').length === 1);
    assert.deepEqual(shown.told('plan')[0], [
      { field: 'due', kind: 'set', value: '2027-01-31' },
      { field: 'met', kind: 'set', value: '2027-01-31 08:30:00' },
      { field: 'seen', kind: 'set', value: '31.01.2027 08:30' },
      { field: 'tags', kind: 'set', value: 'b' },
    ]);
  });

  it('keeps what was typed, also for a tab that comes back', async () => {
    const drafts = [{ field: 'city', kind: 'set' as const, value: ['Pune'], find: '' }];
    const shown = await open(handlers({ ...choosing, drafts }));
    const box = shown.page.getByRole('group', { name: 'City' }).getByLabel('New value');
    assert.equal(await box.inputValue(), 'Pune');
    await box.fill('Agra');
    await shown.until('the drafts', () => shown.told('drafts').length > 0);
    assert.deepEqual(shown.told('drafts').at(-1), [{ ...drafts[0], value: ['Agra'] }]);
  });

  it('lists a hundred thousand records and holds only those on the screen', async () => {
    const shown = await open(handlers(previewing));
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    // of a new one that the service gave no id, there is nothing to open
    const links = page.getByRole('row').getByRole('button');
    assert.deepEqual(
      [await links.filter({ hasText: 'Lead 5 <b>' }).count(), await links.filter({ hasText: 'Lead 6 <b>' }).count()],
      [1, 0],
    );
    const list = page.getByRole('region', { name: 'Records' });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 100000 <b>' }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 200);
    assert.ok(Math.max(...asked) <= 500);
    await page.getByRole('button', { name: 'Refused (1)' }).click();
    await page.getByRole('row').filter({ hasText: '“City” is read-only.' }).waitFor();
    assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '2');
  });

  it('sorts all records by a column, down again and as they were, and keeps its headers in sight', async () => {
    const wanted: unknown[] = [];
    const shown = await open({
      ...handlers(previewing),
      rows: ({ filter, from, count, sort }) => {
        wanted.push(sort);
        return rows(filter, from, count);
      },
    });
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    const header = (name: string): Locator => page.getByRole('columnheader', { name });
    const list = page.getByRole('region', { name: 'Records' });
    const top = async (): Promise<number | undefined> => (await header('Change').boundingBox())?.y;
    const before = await top();
    await list.evaluate((element) => {
      element.scrollTop = 50_000;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 1790 <b>' }).waitFor();
    assert.equal(await top(), before);
    for (const [direction, sort] of [
      ['ascending', { by: 'change', isDescending: false }],
      ['descending', { by: 'change', isDescending: true }],
      ['none', undefined],
    ] as const) {
      await header('Change').getByRole('button').press('Enter');
      await shown.until(direction, () => JSON.stringify(wanted.at(-1)) === JSON.stringify(sort));
      assert.equal(await header('Change').getAttribute('aria-sort'), direction);
      assert.equal(await list.evaluate((element) => element.scrollTop), 0);
    }
    await header('Outcome').getByRole('button').click();
    await header('Record').getByRole('button').click();
    await shown.until('by name', () => JSON.stringify(wanted.at(-1)) === '{"by":"record","isDescending":false}');
    assert.equal(await header('Outcome').getAttribute('aria-sort'), 'none');
  });

  it('sorts more than 200,000 records by their outcome alone, and says so', async () => {
    const wanted: unknown[] = [];
    const shown = await open({
      ...handlers({ ...previewing, records: 200_001 }),
      rows: ({ filter, from, count, sort }) => {
        wanted.push(sort);
        return rows(filter, from, count);
      },
    });
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    const header = (name: string): Locator => page.getByRole('columnheader', { name });
    for (const name of ['Record', 'Change']) {
      const button = header(name).getByRole('button');
      assert.equal(
        await button.getAttribute('title'),
        'More than 200,000 records can be sorted by their outcome only.',
      );
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      await button.press('Enter');
      assert.equal(await header(name).getAttribute('aria-sort'), 'none');
    }
    await header('Outcome').getByRole('button').press('Enter');
    await shown.until('by outcome', () => JSON.stringify(wanted.at(-1)) === '{"by":"outcome","isDescending":false}');
    assert.deepEqual(
      wanted.filter((sort) => sort !== undefined && (sort as { by: string }).by !== 'outcome'),
      [],
    );
  });

  it('gives the change the room that is free, and a record that stays as it is says so there', async () => {
    const unchanged: BulkRow = {
      id: '2',
      name: 'Lead 2',
      state: 'unchanged',
      action: 'edit',
      why: null,
      canOpen: true,
      cells: [],
    };
    const { page } = await open({
      ...handlers(previewing),
      rows: ({ filter }) => ({ total: 2, rows: [...rows(filter, 0, 1).rows, unchanged] }),
    });
    const width = async (name: string): Promise<number> =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    await page.getByRole('cell', { name: 'Unchanged', exact: true }).waitFor();
    assert.ok((await width('Change')) > 2.5 * (await width('Outcome')));
    assert.ok((await width('Change')) > 2.5 * (await width('Record')));
    const left = async (text: string): Promise<number | undefined> =>
      (await page.getByText(text, { exact: true }).last().boundingBox())?.x;
    assert.equal(await left('Unchanged'), (await page.getByRole('columnheader', { name: 'Change' }).boundingBox())?.x);
  });

  it('shows what a value becomes beside a side bar too, down to the last record', async () => {
    const { page } = await open(handlers(previewing), { size: { width: 320, height: 700 } });
    const list = page.getByRole('region', { name: 'Records' });
    const lastRow = page.getByRole('row').filter({ hasText: 'Lead 100000 <b>' });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await lastRow.waitFor();
    const change = lastRow.getByRole('cell').filter({ hasText: '→' });
    assert.ok(await change.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'cut');
    const [row, box] = [await lastRow.boundingBox(), await list.boundingBox()];
    assert.ok(row!.y + row!.height <= box!.y + box!.height + 1, 'below the list');
    // with more room it is one line again
    await page.setViewportSize({ width: 900, height: 700 });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await lastRow.waitFor();
    assert.ok((await lastRow.boundingBox())!.height < 30);
  });

  it('shows the whole of what a row has no room for to the keyboard, which stays on its record', async () => {
    const shown = await open(handlers(previewing));
    const { page } = shown;
    await page.getByRole('button', { name: 'Lead 2 <b>', exact: true }).focus();
    const detail = page.locator('.detail');
    await detail.getByText('Refused: “City” is read-only.').waitFor();
    await detail.getByText('City: Goa → <i>Pune</i>').waitFor();
    const list = page.getByRole('region', { name: 'Records' });
    await page.getByRole('button', { name: 'Lead 45 <b>', exact: true }).focus();
    await list.evaluate((element) => {
      element.scrollTop = 60 * 28;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 85 <b>' }).waitFor();
    assert.equal(await page.locator(':focus').innerText(), 'Lead 45 <b>');
    await list.getByText('Lead 66 <b>', { exact: true }).focus();
    await detail.getByText('Lead 66 <b> (66)').waitFor();
    await page.getByRole('button', { name: 'All (' }).focus();
    await detail.waitFor({ state: 'hidden' });
  });

  it('drops a record, and begins only when the count was typed', async () => {
    const shown = await open(handlers({ ...previewing, asksCount: true }));
    const { page } = shown;
    await page.getByLabel('Include Lead 1 <b>').click();
    await shown.until('the drop', () => shown.told('drop').length === 1);
    assert.deepEqual(shown.told('drop'), [{ ids: ['1'], isDropped: true }]);
    const begin = page.getByRole('button', { name: 'Change 99,998 records' });
    assert.equal(await begin.isDisabled(), true);
    await page.getByLabel('Type 99,998').fill('99998');
    await begin.click();
    await shown.until('the start', () => shown.told('begin').length === 1);
    assert.deepEqual(shown.told('begin'), [{ typed: '99998' }]);
  });

  it('says before a delete that nothing can be restored, and which way is taken', async () => {
    const { page } = await open(handlers({ ...previewing, kind: 'delete', deletes: total - 2, way: 'endpoint' }));
    await page.getByText('Deleted records cannot be brought back').waitFor();
    await page.getByText('100 records with one request').waitFor();
    await page.getByRole('button', { name: 'Delete 99,998 records' }).waitFor();
  });

  it('shows how far a run is, and offers what can be done with it', async () => {
    const shown = await open(handlers(running));
    const { page } = shown;
    await page.getByText('3 of 100,000 · 45 records a second · 37 min left').waitFor();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await shown.until('the pause', () => shown.told('pause').length === 1);
    await tell(shown, { ...running, run: { id: 'a', status: 'paused', pace: [], canUndo: false, unclearAdds: 0 } });
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('status').and(page.locator(':focus')).waitFor();
    await tell(shown, { ...running, run: { id: 'a', status: 'canceled', pace: [], canUndo: true, unclearAdds: 0 } });
    await page.getByText('Canceled: 1 record changed, 2 failed.').waitFor();
    for (const [name, event] of [
      ['Resume', 'resume'],
      ['Retry failed', 'retry'],
      ['Undo…', 'undo'],
      ['Save report…', 'report'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await shown.until(event, () => shown.told(event).length === 1);
    }
  });

  it('takes no keyboard from whoever works elsewhere when a run comes to its end', async () => {
    const shown = await open(handlers(running));
    const { page } = shown;
    await page.getByRole('button', { name: 'Pause' }).focus();
    // as in the window of a person who went to another tab
    await page.evaluate('document.hasFocus = () => false');
    await tell(shown, { ...running, run: { id: 'a', status: 'canceled', pace: [], canUndo: true, unclearAdds: 0 } });
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    assert.equal(await page.locator(':focus').count(), 0);
  });

  it('lets what will be written be saved as a plan, if there is anything', async () => {
    const shown = await open(handlers(previewing));
    await shown.page.getByRole('button', { name: 'Save as plan…' }).click();
    await shown.until('the plan', () => shown.told('savePlan').length === 1);
    await tell(shown, { ...previewing, counts: { ...none, unchanged: 2 } });
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

  it('shows a plan with what became of its records since, and lets what was changed be taken in', async () => {
    const changed: BulkRow = {
      id: '7',
      name: 'Lead 7',
      state: 'changed',
      action: 'edit',
      why: '“City” was “Goa” in the plan',
      canOpen: true,
      cells: [{ label: 'City', before: 'Agra', after: 'Pune' }],
    };
    const shown = await open({ ...handlers(planned), rows: () => ({ total: 1, rows: [changed] }) });
    const { page } = shown;
    await page.getByText('made for Staging · by someone · to move them').waitFor();
    await page.getByText('This plan was made for Staging.').waitFor();
    await page
      .getByText(
        '3 records will change, 1 changed since the plan was made, 4 already so, 5 gone. Nothing is written yet.',
      )
      .waitFor();
    for (const name of ['Will change (3)', 'Changed since (2)', 'Already so (4)', 'Gone (5)'])
      await page.getByRole('button', { name }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Lead 7' });
    await row.getByText('“City” was “Goa” in the plan').waitFor();
    await row.getByText('Changed since', { exact: true }).waitFor();
    await row.getByText('Agra').waitFor();
    const box = row.getByRole('checkbox', { name: 'Include Lead 7' });
    assert.equal(await box.isChecked(), false);
    await box.check();
    await shown.until('the record', () => shown.told('drop').length === 1);
    assert.deepEqual(shown.told('drop'), [{ ids: ['7'], isDropped: false }]);
    assert.equal(await page.getByRole('button', { name: 'Back' }).count(), 0);
    for (const [name, event] of [
      ['Choose a connection…', 'chooseConnection'],
      ['Read again', 'readAgain'],
      ['Open as text', 'openText'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await shown.until(event, () => shown.told(event).length === 1);
    }
  });

  it('shows why a plan cannot be read, and offers its text', async () => {
    const problem = 'Could not read line 3 of the plan: it is not JSON.';
    const plan = planned.plan && { ...planned.plan, isRead: false };
    const shown = await open(handlers({ ...planned, step: 'choose', counts: null, plan, problem }));
    await shown.page.getByRole('status').getByText(problem).waitFor();
    await shown.page.getByRole('button', { name: 'Open as text' }).waitFor();
    // nobody knows yet what it would run
    assert.equal(await shown.page.getByRole('button', { name: 'Choose a connection…' }).count(), 0);
  });

  it('tells what went wrong, and lets it be tried again', async () => {
    const shown = await open(handlers({ ...choosing, fields: [], problem: 'Could not open record 1: no.' }));
    await shown.page.getByRole('status').getByText('Could not open record 1: no.').waitFor();
    await shown.page.getByRole('button', { name: 'Try again' }).click();
    await shown.until('the retry', () => shown.told('retry').length === 1);
  });

  for (const theme of themeNames)
    it(`has nothing that axe objects to in the theme ${theme}`, async () => {
      const shown = await open(handlers(choosing), { theme });
      for (const { label } of fields) await choose(shown, label);
      await shown.page.getByRole('button', { name: 'Preview' }).click();
      await shown.page.getByText('Enter the new value of City, or choose Clear.').waitFor();
      assert.deepEqual(await shown.violations(), []);
      const work = { words: 'Looking at the records', done: 5, total: 10 };
      await tell(shown, { ...choosing, step: 'working', work });
      await shown.page.getByText('5 of 10').waitFor();
      assert.deepEqual(await shown.violations(), []);
      await tell(shown, {
        ...previewing,
        kind: 'delete',
        deletes: total - 2,
        asksCount: true,
        note: '2 rows of the list have no id.',
      });
      await shown.page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
      assert.deepEqual(await shown.violations(), []);
      await tell(shown, {
        ...running,
        run: { id: 'a', status: 'stopped', pace: [], canUndo: true, unclearAdds: 0 },
        problem: 'It broke.',
      });
      await shown.page.getByText('It broke.').waitFor();
      assert.deepEqual(await shown.violations(), []);
    });
});
