import assert from 'node:assert/strict';
import type { PastedCell } from '../../src/features/table/tableProtocol.ts';
import { misfits } from './fittingPage.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

/** The selected cells on screen as `row/column`, as exposed to assistive technology. */
function selected({ page }: OpenedTable): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.body [role=gridcell][aria-selected=true]')].flatMap((cell) => {
    const row = cell.closest('[role=row]');
    return row.checkVisibility() ? [(Number(row.ariaRowIndex) - 2) + '/' + (Number(cell.ariaColIndex) - 1)] : [];
  }).sort()`);
}

function cells(rows: readonly number[], columns: readonly number[]): string[] {
  return rows.flatMap((row) => columns.map((column) => `${row}/${column}`)).toSorted();
}

async function hasSelected(table: OpenedTable, rows: readonly number[], columns: readonly number[]): Promise<void> {
  const expected = cells(rows, columns).join();
  await table.until(`selected: ${expected}`, async () => (await selected(table)).join() === expected);
}

/** The center of a cell on the screen. */
async function center(table: OpenedTable, row: number, column: number): Promise<{ x: number; y: number }> {
  const box = await table.cell(row, column).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(table: OpenedTable, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse } = table.page;
  const [start, end] = [await center(table, ...from), await center(table, ...to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 4 });
  await mouse.up();
}

/** What another program would paste. */
async function onClipboard({ page }: OpenedTable): Promise<{ text: string; html: string }> {
  await page.evaluate(`document.addEventListener('paste', (event) => {
    event.stopImmediatePropagation();
    window.pasted = { text: event.clipboardData.getData('text/plain'), html: event.clipboardData.getData('text/html') };
  }, { capture: true, once: true })`);
  await page.keyboard.press('Control+v');
  return page.evaluate('window.pasted');
}

/** The sums in the status line: how many are fully visible, and those of which only a part is. */
function figures({ page }: OpenedTable): Promise<{ whole: number; cut: string[] }> {
  return page.evaluate(`(() => {
    const found = { whole: 0, cut: [] };
    for (const one of document.querySelectorAll('.statusline [role=status] span')) {
      if (one.childElementCount > 0 || !/^(sum|avg|min|max|count) /.test(one.textContent)) continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const clip = getComputedStyle(one.parentElement).overflow === 'hidden' ? one.parentElement : one.closest('.statusline');
      const room = clip.getBoundingClientRect();
      if (top >= room.bottom) continue;
      const isWhole = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
      if (isWhole && one.scrollWidth <= one.clientWidth) found.whole += 1;
      else found.cut.push(one.textContent);
    }
    return found;
  })()`);
}

describeTable('ranges of cells', (open) => {
  it('are selected with Shift and the navigation keys, and announced to screen readers', async () => {
    const table = await open({ script: { columns: 8 } });
    const { keyboard } = table.page;
    await table.cell(1, 1).click();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await keyboard.press(`Shift+${key}`);
    await hasSelected(table, [1, 2, 3], [1, 2]);
    await table.says(/3 rows, 2 columns selected from Record 1, City to Record 3, Amount/);
    await table.isAt(1, 1);
    assert.equal(await table.grid.getAttribute('aria-multiselectable'), 'true');
    assert.equal(await table.grid.locator('.row.selected').count(), 0, 'no row is selected');
    await keyboard.press('Shift+Home');
    await hasSelected(table, [1, 2, 3], [0, 1]);
    await keyboard.press('Control+Shift+ArrowUp');
    await hasSelected(table, [0, 1], [0, 1]);
    await keyboard.press('Shift+End');
    await hasSelected(table, [0, 1], [1, 2, 3, 4, 5, 6, 7]);
    await keyboard.press('Escape');
    await hasSelected(table, [], []);
    await table.isAt(1, 1);
    await keyboard.press('Shift+PageDown');
    await table.says(/\d+ rows, 1 column selected from Record 1, City to Record \d+, City/);
    await keyboard.press('ArrowLeft');
    await hasSelected(table, [], []);
  });

  it('reach the last of a million rows, without reading them', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 2).click();
    const before = (await table.host('asked.length')) as number;
    await table.page.keyboard.press('Control+Shift+End');
    await table.says(/999,999 rows, 6 columns selected[^]*Sums are shown for at most 10,000 rows\./);
    await table.cell(999_999, 7).waitFor();
    assert.equal(await table.cell(999_999, 7).getAttribute('aria-selected'), 'true');
    const asked = (await table.host(`asked.slice(${before})`)) as { count: number }[];
    assert.ok(asked.reduce((sum, { count }) => sum + count, 0) <= 400, JSON.stringify(asked));
  });

  it('are selected by dragging, also from a link, and by Shift+click', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(2, 3).waitFor();
    await drag(table, [2, 1], [4, 3]);
    await hasSelected(table, [2, 3, 4], [1, 2, 3]);
    await table.cell(1, 2).click({ modifiers: ['Shift'] });
    await hasSelected(table, [1, 2], [1, 2]);
    const link = table.page.getByRole('link', { name: 'Record 5', exact: true });
    await link.hover();
    await table.page.mouse.down();
    const end = await center(table, 3, 0);
    await table.page.mouse.move(end.x, end.y, { steps: 3 });
    await table.page.mouse.up();
    await hasSelected(table, [3, 4, 5], [0]);
    await table.hasReceived('openRecord', []);
    await table.cell(6, 4).click();
    await hasSelected(table, [], []);
    await table.says(/1 selected/);
  });

  it('are added by Ctrl+click and Ctrl+drag', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 7).click();
    await table.page.keyboard.down('Control');
    await table.cell(3, 7).click();
    await drag(table, [5, 6], [6, 7]);
    await table.page.keyboard.up('Control');
    await table.until('three ranges', async () => (await selected(table)).join() === '1/7,3/7,5/6,5/7,6/6,6/7');
    await table.says(/3 ranges, 6 cells selected[^]*sum 120 · avg 30 · min 8 · max 48 · count 6/);
    await table.page.keyboard.press('Shift+ArrowUp');
    await table.until('the last range is smaller', async () => (await selected(table)).join() === '1/7,3/7,5/6,5/7');
  });

  it('are added by keyboard with Shift+F8', async () => {
    const table = await open({ script: { columns: 8 } });
    const { keyboard } = table.page;
    await table.cell(1, 7).click();
    for (const key of ['Shift+F8', 'ArrowDown', 'ArrowDown', 'Shift+F8', 'ArrowDown', 'ArrowDown', 'Shift+ArrowLeft'])
      await keyboard.press(key);
    await table.until('three ranges', async () => (await selected(table)).join() === '1/7,3/7,5/6,5/7');
    await table.says(/3 ranges, 4 cells selected/);
    await keyboard.press('Escape');
    await hasSelected(table, [], []);
  });

  it('scroll while the pointer is beyond the rows, with pinned columns, too', async () => {
    const table = await open({ script: { columns: 30 }, width: 700 });
    const { mouse } = table.page;
    const start = await center(table, 2, 2);
    const grid = await table.grid.boundingBox();
    assert.ok(grid);
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x, grid.y + grid.height + 30, { steps: 3 });
    // a slow machine may miss any one row
    await table.until('the rows scroll', async () => {
      const rows = await table.page.evaluate(
        "[...document.querySelectorAll('.body .row')].map((row) => row.ariaRowIndex)",
      );
      return Math.max(...(rows as readonly string[]).map(Number)) > 60;
    });
    await mouse.move(grid.x + grid.width - 4, start.y, { steps: 3 });
    await table.until(
      'the columns scroll',
      async () =>
        (await table.cell(0, 12).count()) > 0 ||
        ((await table.page.evaluate("document.querySelector('.grid').scrollLeft")) as number) > 900,
    );
    await mouse.move(grid.x + 60, grid.y + 90, { steps: 3 });
    await table.until(
      'they scroll back',
      async () => (await table.page.evaluate("document.querySelector('.grid').scrollLeft")) === 0,
    );
    await mouse.up();
    await table.says(/\d+ rows, [123] columns selected/);
  });

  it('show sums of their numbers, exact for rows that are not loaded', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 7).click();
    await table.cell(3, 7).click({ modifiers: ['Shift'] });
    await table.says(/3 rows, 1 column selected[^]*sum 48 · avg 16 · min 8 · max 24 · count 3/);
    await table.button('All sums').click();
    const sums = table.page.getByRole('dialog', { name: 'Sums of the selection' });
    assert.deepEqual(await sums.getByRole('row', { name: 'Score' }).getByRole('cell').allTextContents(), [
      '48',
      '16',
      '8',
      '24',
      '3',
    ]);
    await table.page.keyboard.press('Escape');
    await table.cell(0, 3).click();
    for (let press = 0; press < 30; press++) await table.page.keyboard.press('Shift+PageDown');
    await table.says(/min \d\d\/\d\d\/1950 · max \d\d\/\d\d\/1999 · count \d+/);
  });

  it('show all sums in full in a window of 700 pixels, however long the numbers are', async () => {
    const table = await open({ width: 700, script: { columns: 8 } });
    const select = async (sums: RegExp): Promise<void> => {
      await table.cell(1, 1).click();
      await table.cell(4, 2).click({ modifiers: ['Shift'] });
      await table.says(sums);
    };
    await select(/4 rows, 2 columns selected[^]*sum 554\.39 · avg 184\.80 · min 79\.21 · max 316\.78 · count 7/);
    assert.deepEqual(await figures(table), { whole: 5, cut: [] });
    const status = await table.status.boundingBox();
    assert.ok(status && status.height < 24, `${status?.height} pixels high: everything fits into one line`);
    for (const row of [1, 2, 3]) await table.host(`edits['${row}/2'] = '-98765432109876543${row}.25'`);
    await table.button('Refresh').click();
    await table.shows(3, 2, '−987,654,321,098,765,433.25');
    const long =
      /sum −2,962,962,963,296,295,979\.97 · avg −740,740,740,824,073,994\.99 · min −987,654,321,098,765,433\.25/;
    await select(long);
    assert.deepEqual(await figures(table), { whole: 5, cut: [] });
    await table.host(`setStaged({ 9: { 'leads.c1': { from: 'a', to: 'b' } } })`);
    await table.page.getByRole('group', { name: '1 change in 1 record' }).waitFor();
    await select(long);
    const { whole, cut } = await figures(table);
    assert.ok(whole >= 1, 'as many figures as fit above the pending edits');
    assert.deepEqual(cut, []);
    assert.deepEqual(await misfits(table.page), []);
  });

  it('are copied as text and as a table, also from the menu', async () => {
    const table = await open({ script: { columns: 8 } });
    const { page } = table;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await table.cell(1, 2).click();
    // on a link, too
    await table.cell(2, 0).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+c');
    await table.says(/Copied 6 cells\./);
    const { text, html } = await onClipboard(table);
    assert.equal(text, 'Record 1\tŁódź\t79.21\nRecord 2\tالقاهرة\t158.4');
    assert.match(html, /<td[^>]*>Record 2<\/td><td[^>]*>القاهرة<\/td><td>158\.4<\/td>/);
    await table.cell(2, 1).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Cells' });
    await menu.getByRole('menuitem', { name: 'Copy As…' }).click();
    await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
    await table.hasReceived('copy', [{ text: 'Name,City,Amount\r\nRecord 1,Łódź,79.21\r\nRecord 2,القاهرة,158.4' }]);
    // one column has a list for a query, too
    await table.cell(1, 1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Copy As…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Copy as IN List' }).press('Enter');
    await table.until('the list', async () => (await table.received('copy')).length === 2);
    assert.deepEqual((await table.received('copy')).at(-1), { text: "('Łódź', 'القاهرة')" });
    await table.cell(5, 5).click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+c');
    await table.says(/Cells can be copied together only if the same columns are selected in every row\./);
  });

  it('become selected rows by Shift+Space, by the menu, and for a deletion', async () => {
    const table = await open({ script: { columns: 8 } });
    const { page } = table;
    await table.cell(1, 2).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ ');
    await table.says(/2 selected/);
    await hasSelected(table, [], []);
    await table.cell(4, 2).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Select Rows' }).press('Enter');
    await table.says(/3 selected/);
    await table.cell(2, 2).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+Delete');
    await table.hasReceived('command', [{ name: 'deleteRecords', query: {}, madeFor: 'http://demo', ids: ['3', '4'] }]);
  });

  it('follow their rows when scrolled, and are cleared when the list changes', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 1).click();
    await table.cell(2, 2).click({ modifiers: ['Shift'] });
    await hasSelected(table, [1, 2], [1, 2]);
    await table.page.mouse.wheel(0, 24_000);
    await table.cell(1_000, 1).waitFor();
    await hasSelected(table, [], []);
    await table.page.mouse.wheel(0, -24_000);
    await hasSelected(table, [1, 2], [1, 2]);
    await table.page.getByRole('columnheader', { name: 'Amount' }).click();
    await hasSelected(table, [], []);
  });
});

/** Fires the event that the browser sends for Ctrl+V. */
async function paste({ page }: OpenedTable, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

async function lastBlock(table: OpenedTable, count: number): Promise<PastedCell[]> {
  await table.until(`${count} blocks`, async () => (await table.host('blocks.length')) === count);
  return (await table.host('blocks.at(-1)')) as PastedCell[];
}

const texts = (block: readonly PastedCell[]): string[] =>
  block.map(({ id, column, text }) => `${id} ${column} ${text}`);

describeTable('the cells of a range', (open) => {
  it('are cleared together by Delete, which reports those that cannot be changed', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(9, 6).click();
    await table.cell(11, 7).click({ modifiers: ['Shift'] });
    await table.page.keyboard.press('Delete');
    assert.deepEqual(texts(await lastBlock(table, 1)), [
      '10 leads.c6 ',
      '10 leads.c7 ',
      '12 leads.c6 ',
      '12 leads.c7 ',
    ]);
    // row 10 is read-only
    await table.says(/Changed 4 of 6 cells\./);
    await table.button('2 values not accepted').waitFor();
    await table.shows(11, 7, '');
    await table.hasReceived('command', []);
    await hasSelected(table, [9, 10, 11], [6, 7]);
  });

  it('get one pasted value, a repeated block, or a block at the top left', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 5).click();
    await table.cell(2, 6).click({ modifiers: ['Shift'] });
    await paste(table, '1');
    assert.deepEqual(texts(await lastBlock(table, 1)), [
      '2 leads.c5 1',
      '2 leads.c6 1',
      '3 leads.c5 1',
      '3 leads.c6 1',
    ]);
    await paste(table, 'a\tb\n');
    assert.deepEqual(texts(await lastBlock(table, 2)), [
      '2 leads.c5 a',
      '2 leads.c6 b',
      '3 leads.c5 a',
      '3 leads.c6 b',
    ]);
    await paste(table, 'x\ny\nz\n');
    assert.deepEqual(texts(await lastBlock(table, 3)), ['2 leads.c5 x', '3 leads.c5 y', '4 leads.c5 z']);
    await table.cell(6, 5).click({ modifiers: ['Control'] });
    await paste(table, 'a\tb\n');
    await table.says(/Several cells can be pasted into several ranges only if they fit into each of them\./);
    await paste(table, '7');
    assert.equal((await lastBlock(table, 4)).length, 5);
  });

  it('are filled down by Ctrl+D and to the right by Ctrl+R, also from the menu', async () => {
    const table = await open({ script: { columns: 16 } });
    const { page } = table;
    await table.cell(1, 7).click();
    await table.cell(3, 8).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+D');
    assert.deepEqual(texts(await lastBlock(table, 1)), [
      '3 leads.c7 8',
      '4 leads.c7 8',
      '3 leads.c8 Text 1/8',
      '4 leads.c8 Text 1/8',
    ]);
    await page.keyboard.press('Control+R');
    assert.deepEqual(texts(await lastBlock(table, 2)), ['2 leads.c8 8', '3 leads.c8 8', '4 leads.c8 8']);
    await table.cell(5, 8).click();
    await page.keyboard.press('Control+R');
    assert.deepEqual(texts(await lastBlock(table, 3)), ['6 leads.c8 40']);
    await table.cell(5, 6).click();
    await table.cell(6, 7).click({ modifiers: ['Shift'] });
    await table.cell(6, 6).click({ button: 'right' });
    const titles = await page.getByRole('menu', { name: 'Cells' }).getByRole('menuitem').allTextContents();
    assert.deepEqual(titles, [
      'Cut Cells',
      'Copy Cells',
      'Paste',
      'Fill Down',
      'Fill Right',
      'Clear Cells',
      'Copy As…',
      'Select Rows',
    ]);
    await page.getByRole('menuitem', { name: 'Clear Cells' }).click();
    assert.equal((await lastBlock(table, 4)).length, 4);
  });

  it('are left unchanged if there are too many to change at once', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 5).click();
    await table.page.keyboard.press('Control+Shift+End');
    for (const key of ['Delete', 'Control+D', 'Control+R']) {
      await table.page.keyboard.press(key);
      await table.says(/At most 500 rows and 5,000 cells can be changed at once\. Nothing was changed\./);
    }
    assert.equal(await table.host('blocks.length'), 0);
  });

  it('have no menu items for writes on a read-only connection', async () => {
    const table = await open({ script: { columns: 8, readOnly: 1 } });
    await table.cell(1, 6).click();
    await table.page.keyboard.press('Shift+ArrowDown');
    await table.cell(2, 6).click({ button: 'right' });
    const menu = table.page.getByRole('menu', { name: 'Cells' });
    assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), ['Copy Cells', 'Copy As…', 'Select Rows']);
  });
});
