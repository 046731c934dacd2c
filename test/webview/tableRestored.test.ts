import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { TableViewState } from '../../src/features/table/tableProtocol.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

const left: TableViewState = {
  at: 1_000,
  query: { search: 'x', sort: { columnName: 'leads.c0', direction: 'DESC' } },
  top: 40,
  active: { row: 45, column: 2 },
  selection: { all: false, ids: ['950'], service: 'http://demo' },
  isFiltering: true,
  isPreviewing: false,
};

const box = ({ page }: OpenedTable): ReturnType<typeof page.getByRole> =>
  page.getByRole('searchbox', { name: 'Search' });

describeTable('table restored with its window', (open) => {
  it('is shown in the state remembered by the host', async () => {
    const table = await open({ script: { rows: 1_000, view: JSON.stringify(left) } });
    await table.says(/^\s*41–\d+ of 100\s+1 selected/);
    await table.isAt(45, 2);
    await table.shows(40, 0, 'Record 59');
    await table.until('the search', async () => (await box(table).inputValue()) === 'x');
    await table.page.getByRole('combobox', { name: 'Filter Name', exact: true }).waitFor();
  });

  it('shows cached rows and the header when its position was never loaded and the service is down', async () => {
    const view = JSON.stringify({ ...left, query: {}, top: 5_000, active: { row: 5_003, column: 2 } });
    const table = await open({ script: { view, seen: 300 } });
    await table.shows(0, 0, 'Record 0');
    await table.page.getByRole('columnheader', { name: 'Name', exact: true }).waitFor();
    await table.page.getByRole('region', { name: 'Last seen' }).waitFor();
    await table.page.keyboard.press('ArrowDown');
    await table.isAt(1, 2);
  });

  it('reports its state to the host', async () => {
    const table = await open({ script: { rows: 1_000 } });
    await table.cell(0, 0).waitFor();
    await box(table).fill('x');
    await table.says(/of 100/);
    await table.until('the search is told', async () =>
      isDeepStrictEqual(((await table.received('view')).at(-1) as TableViewState | undefined)?.query, { search: 'x' }),
    );
  });

  it('stores the row opened by a double-click before the page is destroyed', async () => {
    const table = await open({ script: { rows: 1_000 } });
    // before the totals are there the grid has more room for rows
    await table.grid.locator('.totals').getByText('Service total').waitFor();
    await table.host("send('goToRow', { row: 320 })");
    await table.isAt(319, 0);
    await table.until('that is kept', async () => (await table.kept<TableViewState>())?.active.row === 319);
    await table.page.locator('.body .row[aria-rowindex="325"] [role=gridcell][aria-colindex="2"]').waitFor();
    // two clicks in one call, since VS Code removes the page with the message that opens the record
    const kept = await table.page.evaluate(`(() => {
      const cell = document.querySelector('.body .row[aria-rowindex="325"] [role=gridcell][aria-colindex="2"]');
      const { x, y } = cell.getBoundingClientRect();
      for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick'])
        cell.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, clientX: x + 5, clientY: y + 5, detail: 2 }));
      return JSON.parse(sessionStorage.getItem('kept')).active;
    })()`);
    assert.deepEqual(kept, { row: 323, column: 1 });
  });

  it('prefers the newer state of VS Code and the host', async () => {
    const table = await open({ script: { rows: 1_000, view: JSON.stringify(left) } });
    await table.says(/of 100/);
    await box(table).fill('');
    await table.says(/of 1,000/);
    await table.until('the search is cleared in the stored state', async () => {
      const stored = await table.kept<TableViewState>();
      return stored !== null && stored.query.search === undefined;
    });
    await table.page.reload();
    await table.says(/of 1,000/);
    // the page may be about to save its state, which would overwrite this one
    await table.page.evaluate(`
      sessionStorage.setItem('kept', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('kept')), at: 1 }));
      Storage.prototype.setItem = () => undefined;
    `);
    await table.page.reload();
    await table.says(/of 100/);
  });

  for (const delay of [5, 300])
    it(`starts at the top when the search is cleared before a response that takes ${delay} ms`, async () => {
      const table = await open({ script: { rows: 1_000, view: JSON.stringify(left), delay } });
      await box(table).fill('');
      await box(table).press('Enter');
      await table.says(/^\s*1–\d+ of 1,000/);
      await table.shows(0, 0, 'Record 999');
      await table.isAt(0, left.active.column);
    });
});
