import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeForm } from './openedForm.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

/** Layout shifts since the page loaded, as reported by the browser. */
async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const name = ({ node, previousRect, currentRect }) =>
      (node?.className ?? node?.nodeName) + ' ' + previousRect.x + ',' + previousRect.y + ' > ' + currentRect.x + ',' + currentRect.y;
    return observer.takeRecords().map(({ value, sources }) => value.toFixed(4) + ' ' + sources.map(name).join(' | '));
  })()`);
}

const cases: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'rows that take a while': { delay: 300 },
  'words of the service beside the rows': { delay: 300, messages: 'Closed on Sundays.' },
  'rows of a service that is away': { delay: 300, seenAt: 1 },
  'a chart': { delay: 300, chart: 'bar' },
  'no rows': { delay: 300, rows: 0 },
  'rows that were deleted': { delay: 300, rows: 60 },
  'labels that come after their values': { delay: 300, codes: 'now' },
};

describeTable('table after first paint', (open) => {
  for (const [what, script] of Object.entries(cases))
    for (const width of [1_200, 720, 500, 320])
      it(`does not shift for ${what} at ${width} pixels`, async () => {
        const table = await open({ script, width });
        await table.says(script['rows'] === 0 ? /No records/ : 'chart' in script ? /records/ : / of /);
        await table.page.locator('link[href$="icons.css"]').waitFor({ state: 'attached' });
        assert.deepEqual(await shifts(table.page), []);
      });

  for (const [filters, width] of [
    [1, 1_200],
    [4, 1_200],
    [3, 500],
    [4, 400],
  ] as const)
    it(`does not shift when the names of ${filters} filters arrive at ${width} pixels`, async () => {
      const codes = Array.from({ length: filters }, (_, place) => [`leads.c${place}`, place === 3 ? null : 'code 7']);
      const query = JSON.stringify({ filters: Object.fromEntries(codes) });
      const table = await open({ script: { delay: 300, rows: 10, query }, width });
      const top = (): Promise<number> => table.grid.evaluate((grid) => Math.round(grid.getBoundingClientRect().top));
      const before = await top();
      await table.page.locator('.chip').getByText('Name is The municipality of code 7').waitFor();
      assert.equal(await table.page.locator('.chip').count(), filters);
      assert.equal(await top(), before);
      assert.deepEqual(await shifts(table.page), []);
      // the placeholder shown before the script ran was in the same position as the rows
      if (filters > 1) return;
      const bars = await table.page.evaluate(`(() => {
        const empty = document.createElement('recordbench-table');
        empty.className = 'narrowed';
        document.body.append(empty);
        const y = getComputedStyle(empty).backgroundPositionY;
        empty.remove();
        return parseFloat(y);
      })()`);
      assert.equal(bars, before + 25);
    });

  it('shows row placeholders until the rows arrive or fail', async () => {
    const bars = async (table: OpenedTable): Promise<boolean> =>
      table.page.evaluate(`getComputedStyle(document.querySelector('.grid')).backgroundImage !== 'none'`);
    const table = await open({ script: { delay: 1_000 } });
    await table.until('the bars', () => bars(table));
    await table.cell(0, 0).waitFor();
    await table.until('rows in their place', async () => !(await bars(table)));
    const failing = await open({ script: { delay: 300 } });
    await failing.host(`fail('failed', 'The service is away.')`);
    await failing.says(/The service is away/);
    await failing.until('the bars are gone', async () => !(await bars(failing)));
  });

  it('does not shift when the service goes down, sends a message or recovers', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    for (const change of [
      'seenAt = 1',
      'seenAt = undefined',
      `messages = ['Closed on Sundays.']`,
      'messages = undefined',
    ]) {
      await table.host(change);
      await table.host(`send('refresh')`);
      await table.page.waitForTimeout(200);
    }
    assert.deepEqual(await shifts(table.page), []);
  });
});

describeForm('form after first paint', (open) => {
  for (const width of [1_000, 640, 400, 320])
    it(`does not shift at ${width} pixels`, async () => {
      const form = await open({ width });
      assert.deepEqual(await shifts(form.page), []);
    });

  it('does not shift for late notices: locked, changed elsewhere, refused or down', async () => {
    const form = await open();
    const first = form.page.locator('.field').first();
    const before = await first.boundingBox();
    const late: readonly object[] = [
      { lock: 'It is being saved.' },
      { news: { text: 'Someone else has changed it.', actions: ['reload'] } },
      { notes: [{ tone: 'info', text: 'The service is slow today.' }] },
      { problems: [{ tone: 'error', text: 'It was refused.' }] },
      { seenAt: 1 },
    ];
    const nothing = 'state({ lock: null, news: null, notes: [], problems: [], seenAt: undefined })';
    const notices = form.page.locator('.notice, .seen').filter({ visible: true });
    for (const state of [...late, Object.assign({}, ...late) as object]) {
      await form.host(`state(${JSON.stringify(state)})`);
      await notices.first().waitFor();
      assert.deepEqual(await first.boundingBox(), before);
      await form.host(nothing);
      // wait until the removed notice is gone before the next one comes
      await form.page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
    }
    assert.deepEqual(await first.boundingBox(), before);
    assert.deepEqual(await shifts(form.page), []);
  });

  it('keeps the field being edited in view when a notice takes its space', async () => {
    const form = await open({ height: 420 });
    const field = form.page.locator('.field input:not([readonly]):not([type=checkbox]):not([type=file])').last();
    await field.focus();
    await field.evaluate((input) => input.scrollIntoView({ block: 'end' }));
    await form.host(`state({ lock: null, news: { text: 'Someone else has changed it.', actions: ['reload'] } })`);
    await form.page.locator('.notice').waitFor();
    const isSeen = await field.evaluate((input) => {
      const page = input.closest('.scroller')?.getBoundingClientRect();
      return page !== undefined && input.getBoundingClientRect().bottom <= page.bottom + 1;
    });
    assert.ok(isSeen);
  });
});
