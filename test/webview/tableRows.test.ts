import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('table rows', (open) => {
  it('opens a record by its link, on Enter and on double-click', async () => {
    const table = await open();
    await table.page.getByRole('link', { name: 'Record 3', exact: true }).click();
    await table.page.getByRole('link', { name: 'Record 4', exact: true }).click({ modifiers: ['Control'] });
    await table.cell(5, 1).dblclick();
    await table.page.keyboard.press('Enter');
    await table.hasReceived('openRecord', [
      { id: '4', how: 'here' },
      { id: '5', how: 'toSide' },
      { id: '6', how: 'here' },
      { id: '6', how: 'here' },
    ]);
  });

  it('focuses the rows immediately when the table is opened by keyboard', async () => {
    const table = await open();
    await table.cell(1, 0).waitFor();
    await table.page.keyboard.press('ArrowDown');
    await table.isAt(1, 0);
  });

  it('selects with click, Shift, Control and Space, and shows sums', async () => {
    const table = await open();
    await table.cell(2, 1).click();
    await table.check(4).click({ modifiers: ['Shift'] });
    await table.check(7).click();
    await table.says(/4 selected\s+Amount: sum [\d,.]+ · avg [\d,.]+ · min [\d,.]+ · max [\d,.]+ · count \d/);
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press(' ');
    await table.says(/5 selected/);
    await table.button('Delete selected').click();
    await table.hasReceived('command', [
      { name: 'deleteRecords', query: {}, madeFor: 'http://demo', ids: ['3', '4', '5', '8', '9'] },
    ]);
    await table.grid.focus();
    await table.page.keyboard.press('Escape');
    await table.button('Delete selected').waitFor({ state: 'detached' });
  });

  it('offers no delete in the menu or by key for a row that cannot be deleted', async () => {
    const table = await open();
    const item = table.page.getByRole('menuitem', { name: 'Delete', exact: true });
    await table.cell(5, 1).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Copy Cell' }).waitFor();
    assert.equal(await item.count(), 0);
    await table.page.keyboard.press('Escape');
    await table.cell(5, 1).click();
    await table.page.keyboard.press('Shift+Delete');
    await table.page.getByText("You don't have permission to delete this record.").waitFor();
    await table.cell(4, 1).click({ button: 'right' });
    await item.click();
    await table.hasReceived('command', [{ name: 'deleteRecords', query: {}, madeFor: 'http://demo', ids: ['5'] }]);
  });

  it('deletes the row at the cursor, not the one clicked before', async () => {
    const table = await open();
    await table.cell(3, 1).click();
    await table.page.keyboard.press('ArrowDown');
    await table.isAt(4, 1);
    await table.page.keyboard.press('Shift+Delete');
    await table.hasReceived('command', [{ name: 'deleteRecords', ids: ['5'], madeFor: 'http://demo' }]);
  });

  it('shows sums of the focused column and of all number columns, and copies them', async () => {
    const table = await open({ script: { columns: 8 } });
    const { page } = table;
    await table.cell(1, 7).click();
    await table.check(3).click({ modifiers: ['Shift'] });
    await table.says(/Score: sum 48 · avg 16 · min 8 · max 24 · count 3/);
    await page.keyboard.press('Control+c');
    await table.button('All sums').click();
    const sums = page.getByRole('dialog', { name: 'Sums of the selection' });
    assert.deepEqual(await sums.getByRole('rowheader').allTextContents(), ['Amount', 'Score']);
    assert.deepEqual(await sums.getByRole('row', { name: 'Score' }).getByRole('cell').allTextContents(), [
      '48',
      '16',
      '8',
      '24',
      '3',
    ]);
    await sums.getByRole('button', { name: 'Copy' }).click();
    await table.until('the sums', async () => (await table.received('copy')).length === 2);
    const [, copied] = (await table.received('copy')) as { text: string }[];
    assert.match(copied?.text ?? '', /^\tSum\tAvg\tMin\tMax\tCount\nAmount\t[^\n]+\nScore\t48\t16\t8\t24\t3$/);
  });

  it('shows sums of all rows only if all are loaded, otherwise just the service total', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(1, 2).click();
    await table.page.keyboard.press('Control+a');
    await table.says(/1,000,000 selected\s*$/);
    await table.page.locator('.foot').getByText('Service total').waitFor();
    await table.page.locator('.foot').getByText('123,456,789.50').waitFor();
    const few = await open({ script: { columns: 8, rows: 3 } });
    await few.cell(1, 2).click();
    await few.page.keyboard.press('Control+a');
    await few.says(/Amount: sum 237\.63 · avg 79\.21/);
  });

  it('selects all matches except one', async () => {
    const table = await open();
    await table.cell(2, 1).click();
    await table.page.keyboard.press('Control+a');
    await table.check(3).click();
    await table.says(/999,999 selected/);
    await table.button('Edit selected').click();
    await table.hasReceived('command', [{ name: 'editRecords', query: {}, madeFor: 'http://demo', except: ['4'] }]);
  });

  it('runs a command of the palette on the selected rows, or on all if none is selected', async () => {
    const table = await open();
    await table.host("send('runOnSelected', 'deleteRecords')");
    await table.check(3).click();
    await table.host("send('runOnSelected', 'deleteRecords')");
    const asked = { name: 'deleteRecords', query: {}, madeFor: 'http://demo' };
    await table.hasReceived('command', [asked, { ...asked, ids: ['4'] }]);
  });

  it('shows a menu of actions for a row, and for two selected rows', async () => {
    const table = await open({ script: { columns: 8 } });
    const { page } = table;
    const titles = async (row: number, column: number): Promise<string[]> => {
      await table.cell(row, column).click({ button: 'right' });
      const menu = page.getByRole('menu', { name: 'Row' });
      await menu.waitFor();
      const found = await menu.getByRole('menuitem').allTextContents();
      await page.keyboard.press('Escape');
      return found;
    };
    const opening = ['Open', 'Open to the Side'];
    const cells = ['Edit Cell', 'Cut Cell', 'Copy Cell', 'Paste', 'Fill Down', 'Fill Right', 'Clear Cell'];
    const rest = [
      'Copy As…',
      'Filter by This Value',
      'Save Search As…',
      'Duplicate',
      'Watch',
      'Show History…',
      'Delete',
      'Show Permissions',
    ];
    await table.cell(1, 3).waitFor();
    assert.deepEqual(await titles(1, 6), [...opening, ...cells, ...rest]);
    // a record that can't be edited, and another that can't be deleted
    assert.deepEqual(await titles(10, 6), [...opening, 'Copy Cell', ...rest]);
    assert.ok(!(await titles(5, 6)).includes('Delete'));
    assert.ok(!(await titles(1, 5)).includes('Open Referenced Record'), 'a text is no other record');
    await table.cell(1, 6).click();
    await table.check(2).click();
    const ofTwo = await titles(2, 6);
    assert.ok(ofTwo.includes('Compare') && ofTwo.includes('Edit selected'));
    await table.check(3).click();
    assert.ok(!(await titles(2, 6)).includes('Compare'));
    await table.check(3).click();
    for (const [row, name] of [
      [2, 'Compare'],
      [2, 'Duplicate'],
      [2, 'Watch'],
      [2, 'Show History…'],
    ] as const) {
      await table.cell(row, 6).click({ button: 'right' });
      await page.getByRole('menuitem', { name, exact: true }).press('Enter');
    }
    await table.hasReceived('command', [
      { name: 'compareRecords', ids: ['2', '3'] },
      { name: 'duplicateRecord', ids: ['3'] },
      { name: 'watchRecord', ids: ['3'] },
      { name: 'showHistory', ids: ['3'] },
    ]);
  });

  it('offers to open the referenced record once the cell is known to be a reference', async () => {
    const table = await open({ script: { columns: 8, references: 1 } });
    await table.cell(1, 3).hover();
    await table.until('the kinds are asked for', async () => (await table.host('columnsAsked')) === 1);
    const items = table.page.getByRole('menu', { name: 'Row' }).getByRole('menuitem');
    for (const [column, isOffered] of [
      [1, true],
      [5, false],
    ] as const) {
      await table.cell(1, column).click({ button: 'right' });
      await items.first().waitFor();
      assert.equal((await items.allTextContents()).includes('Open Referenced Record'), isOffered);
      await table.page.keyboard.press('Escape');
    }
    // only one request, however many cells are hovered
    assert.equal(await table.host('columnsAsked'), 1);
  });

  it('offers to stop watching a watched row', async () => {
    const table = await open({ script: { columns: 8, watched: '3' } });
    const choose = async (row: number, name: string): Promise<void> => {
      await table.cell(row, 5).click({ button: 'right' });
      await table.page.getByRole('menuitem', { name, exact: true }).press('Enter');
    };
    await choose(2, 'Stop Watching');
    await table.host(`send('watched', ['2'])`);
    await choose(2, 'Watch');
    await choose(1, 'Stop Watching');
    await table.hasReceived('command', [
      { name: 'stopWatching', ids: ['3'] },
      { name: 'watchRecord', ids: ['3'] },
      { name: 'stopWatching', ids: ['2'] },
    ]);
  });

  it('offers no writes in the menu on a read-only connection', async () => {
    const table = await open({ script: { columns: 8, readOnly: 1 } });
    await table.cell(1, 6).click();
    await table.check(2).click({ modifiers: ['Shift'] });
    await table.cell(1, 6).click({ button: 'right' });
    const menu = table.page.getByRole('menu', { name: 'Row' });
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), [
      'Open',
      'Open to the Side',
      'Copy Cell',
      'Copy As…',
      'Filter by This Value',
      'Save Search As…',
      'Compare',
      'Watch',
      'Show History…',
      'Show Permissions',
    ]);
  });

  it('copies a cell, and rows in several formats', async () => {
    const table = await open({ script: { columns: 3 } });
    await table.cell(1, 1).click();
    await table.page.keyboard.press('Control+c');
    await table.check(2).click({ modifiers: ['Shift'] });
    await table.says(/2 selected/);
    await table.page.keyboard.press('Control+c');
    await table.cell(2, 1).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Copy As…' }).click();
    await table.page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await table.until('three texts', async () => (await table.received('copy')).length === 3);
    const texts = (await table.received('copy')) as { text: string }[];
    assert.equal(texts[0]?.text, 'Łódź');
    assert.equal(texts[1]?.text, 'Record 1\tŁódź\t79.21\nRecord 2\tالقاهرة\t158.4');
    assert.equal(JSON.parse(texts[2]?.text ?? '').length, 2);
  });

  it('opens the cell menu by keyboard', async () => {
    const table = await open();
    await table.cell(4, 2).click();
    await table.page.keyboard.press('Shift+F10');
    await table.page.getByRole('menu').waitFor();
    // Fill Down and Fill Right come first
    for (let press = 0; press < 3; press++) await table.page.keyboard.press('f');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Amount is 316.78').waitFor();
    await table.page.getByRole('menu').waitFor({ state: 'hidden' });
    await table.grid.and(table.page.locator(':focus')).waitFor();
  });

  it('previews the current row while moving', async () => {
    const table = await open();
    await table.cell(0, 1).click();
    await table.button('Preview').click();
    await table.hasReceived('openRecord', [{ id: '1', how: 'preview' }]);
    await table.grid.focus();
    // in one call: on a busy machine the pause between two keys can be long enough for a preview
    await table.page.evaluate(`for (let press = 0; press < 2; press++)
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))`);
    const third = { id: '3', how: 'preview' };
    await table.until('the preview', async () => isDeepStrictEqual((await table.received('openRecord')).at(-1), third));
    assert.equal(
      (await table.received('openRecord')).some((received) => isDeepStrictEqual(received, { id: '2', how: 'preview' })),
      false,
      'a row that is only passed by is not opened',
    );
  });

  it('shows the permissions for a record', async () => {
    const table = await open();
    await table.cell(10, 2).click();
    await table.page.keyboard.press('Shift+F10');
    await table.page.getByRole('menuitem', { name: 'Show Permissions' }).press('Enter');
    await table.says(/Record 10: you can't edit it, you can delete it, you can comment on it\./);
  });
});
