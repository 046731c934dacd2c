import assert from 'node:assert/strict';
import { bulkHost } from '../../src/features/bulk/bulkProtocol.ts';
import { choose, choosing, fields, handlers, previewing, running, showState, total } from './openedBulk.ts';
import { describePage } from './openedPage.ts';
import { themeNames } from './themes.ts';

describePage('bulk run page', 'bulk', bulkHost, (open) => {
  it('shows the progress of a run and the available actions', async () => {
    const shown = await open(handlers(running));
    const { page } = shown;
    await page.getByText('3 of 100,000 · 45 records a second · 37 min left').waitFor();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await shown.until('the pause', () => shown.received('pause').length === 1);
    await showState(shown, {
      ...running,
      run: { id: 'a', status: 'paused', pace: [], canUndo: false, unclearAdds: 0 },
    });
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('status').and(page.locator(':focus')).waitFor();
    await showState(shown, {
      ...running,
      run: { id: 'a', status: 'canceled', pace: [], canUndo: true, unclearAdds: 0 },
    });
    await page.getByText('Canceled: 1 record changed, 2 failed.').waitFor();
    for (const [name, event] of [
      ['Resume', 'resume'],
      ['Retry failed', 'retry'],
      ['Undo…', 'undo'],
      ['Save report…', 'report'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await shown.until(event, () => shown.received(event).length === 1);
    }
  });

  it('does not steal focus when a run ends', async () => {
    const shown = await open(handlers(running));
    const { page } = shown;
    await page.getByRole('button', { name: 'Pause' }).focus();
    // simulates a user who switched to another tab
    await page.evaluate('document.hasFocus = () => false');
    await showState(shown, {
      ...running,
      run: { id: 'a', status: 'canceled', pace: [], canUndo: true, unclearAdds: 0 },
    });
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    assert.equal(await page.locator(':focus').count(), 0);
  });

  it('reports failures and offers a retry', async () => {
    const shown = await open(handlers({ ...choosing, fields: [], problem: 'Could not open record 1: no.' }));
    await shown.page.getByRole('status').getByText('Could not open record 1: no.').waitFor();
    await shown.page.getByRole('button', { name: 'Try again' }).click();
    await shown.until('the retry', () => shown.received('retry').length === 1);
  });

  for (const theme of themeNames)
    it(`has no axe violations in the theme ${theme}`, async () => {
      const shown = await open(handlers(choosing), { theme });
      for (const { label } of fields) await choose(shown, label);
      await shown.page.getByRole('button', { name: 'Preview' }).click();
      await shown.page.getByText('Enter the new value of City, or choose Clear.').waitFor();
      assert.deepEqual(await shown.violations(theme), []);
      const work = { words: 'Preparing the preview', done: 5, total: 10 };
      await showState(shown, { ...choosing, step: 'working', work });
      await shown.page.getByText('5 of 10').waitFor();
      assert.deepEqual(await shown.violations(theme), []);
      await showState(shown, {
        ...previewing,
        kind: 'delete',
        deletes: total - 2,
        asksCount: true,
        note: 'Skipped rows of the list that have no id: 2.',
      });
      await shown.page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
      assert.deepEqual(await shown.violations(theme), []);
      await showState(shown, {
        ...running,
        run: { id: 'a', status: 'stopped', pace: [], canUndo: true, unclearAdds: 0 },
        problem: 'It broke.',
      });
      await shown.page.getByText('It broke.').waitFor();
      assert.deepEqual(await shown.violations(theme), []);
    });
});
