import assert from 'node:assert/strict';
import { describeTable, type OpenedTable } from './openedTable.ts';

describeTable('choice column', (open) => {
  const tell = (table: OpenedTable): Promise<unknown> => table.host('held.splice(0).forEach((go) => go())');
  const edges = (table: OpenedTable): Promise<unknown> =>
    table.grid.locator('[role=columnheader], .body .row:first-child [role=gridcell]').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return [left, top, width, height];
      }),
    );

  it('is readable before its labels are known, then shows them without a layout shift', async () => {
    const table = await open({ script: { columns: 8, codes: 'slow' } });
    await table.shows(0, 1, 'c1');
    await table.until('the form is asked for', async () => (await table.host('columnsAsked')) === 1);
    const before = await edges(table);
    await tell(table);
    await table.shows(0, 1, 'Goa');
    assert.deepEqual(await edges(table), before);
    assert.equal(await table.cell(0, 1).getAttribute('title'), 'Goa');
    // next time the column is fitted to its labels
    await table.until('what is kept', async () => {
      const fitted = (await table.kept<{ fitted: object }>())?.fitted ?? {};
      return 'leads.c0' in fitted && !('leads.c1' in fitted);
    });
    // also in rows loaded later, and after a refresh, without another request
    await table.host(`send('refresh')`);
    await table.grid.focus();
    await table.page.keyboard.press('Control+End');
    await table.until('labels below', async () => {
      const texts = await table.grid.locator('[role=gridcell][aria-colindex="2"]').allTextContents();
      return texts.length > 0 && texts.every((text) => !/^c\d$/.test(text));
    });
    assert.equal(await table.host('columnsAsked'), 1);
  });

  it('is queried, filtered, staged and sorted by value, and copied by label', async () => {
    const table = await open({ script: { columns: 8, codes: 'now' } });
    await table.shows(0, 1, 'Goa');
    await table.cell(0, 1).click();
    await table.page.keyboard.press('Control+c');
    await table.hasReceived('copy', [{ text: 'Goa' }]);
    await table.cell(1, 1).click();
    await table.page.keyboard.press('Control+d');
    await table.until('a block', async () => ((await table.host('blocks')) as unknown[]).length > 0);
    const blocks = JSON.stringify(await table.host('blocks'));
    assert.match(blocks, /"from":"c2".*"text":"c1"/);
    await table.cell(0, 1).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Filter by This Value' }).click();
    await table.until('the filter', async () =>
      JSON.stringify(await table.host('asked.at(-1).query')).includes('"leads.c1":"c1"'),
    );
  });

  it('has the same labels in filters as in cells, and a zero date is empty there too', async () => {
    const query = JSON.stringify({ filters: { 'leads.c1': 'c1', 'leads.c3': '0000-00-00' } });
    const table = await open({ script: { columns: 8, codes: 'slow', query } });
    const chip = (name: string): Promise<void> =>
      table.page.getByRole('button', { name: `Remove filter: ${name}`, exact: true }).waitFor();
    await chip('City is c1');
    await chip('Born is empty');
    await table.until('the form is asked for', async () => (await table.host('columnsAsked')) === 1);
    await tell(table);
    await chip('City is Goa');
  });

  it('shows labels immediately if the table was shown before', async () => {
    const table = await open({ script: { columns: 8, codes: 'known' } });
    await table.shows(0, 1, 'Goa');
    assert.equal(await table.host('columnsAsked'), 0);
  });

  it('shows its labels in a chart', async () => {
    const table = await open({ script: { chart: 'bar', rows: 40, columns: 3, codes: 'slow' } });
    const texts = table.page.locator('recordbench-chart svg text');
    await texts.filter({ hasText: /^c1$/ }).first().waitFor();
    await table.until('the form is asked for', async () => (await table.host('columnsAsked')) === 1);
    await tell(table);
    await texts.filter({ hasText: /^Goa$/ }).first().waitFor();
    assert.equal(await texts.filter({ hasText: /^c\d$/ }).count(), 0);
  });
});
