import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeForm } from './openedForm.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

/** What moved by itself since the page was there, as the browser has seen it. */
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
};

describeTable('a table, once it is seen', (open) => {
  for (const [what, script] of Object.entries(cases))
    for (const width of [1_200, 500])
      it(`moves nothing for ${what}, ${width} pixels wide`, async () => {
        const table = await open({ script, width });
        await table.says(script['rows'] === 0 ? /No records/ : 'chart' in script ? /records/ : / of /);
        await table.page.locator('link[href$="icons.css"]').waitFor({ state: 'attached' });
        assert.deepEqual(await shifts(table.page), []);
      });

  it('shows where its rows will be from the start, and no more once they are there or will not come', async () => {
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

  it('moves nothing when the service goes away, speaks or comes back', async () => {
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

describeForm('a form, once it is seen', (open) => {
  for (const width of [1_000, 400])
    it(`moves nothing, ${width} pixels wide`, async () => {
      const form = await open({ width });
      assert.deepEqual(await shifts(form.page), []);
    });
});
