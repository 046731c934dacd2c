import assert from 'node:assert/strict';
import { describeTable, type OpenedTable } from './openedTable.ts';

const isMarked = async (table: OpenedTable, row: number, column: number): Promise<boolean> =>
  /\bchanged\b/.test((await table.cell(row, column).getAttribute('class')) ?? '');

describeTable('cells changed by someone else', (open) => {
  it('are marked after a refresh until the user moves there', async () => {
    const table = await open();
    await table.cell(1, 1).click();
    await table.says(/1 selected/);
    await table.host("edits['2/7'] = '4711'");
    await table.button('Refresh').click();
    await table.shows(2, 7, '4,711');
    await table.until('the mark', () => isMarked(table, 2, 7));
    assert.equal(await table.cell(2, 7).getAttribute('aria-description'), 'changed; was 16');
    await table.says(/1 cell changed\./);
    assert.equal(await isMarked(table, 3, 7), false);
    await table.cell(2, 7).click();
    await table.until('no mark', async () => !(await isMarked(table, 2, 7)));
    assert.equal(await table.cell(2, 7).getAttribute('aria-description'), null);
  });

  it('lose their mark after being visible for a while', async () => {
    const table = await open({ width: 1_500 });
    await table.cell(1, 1).click();
    await table.host("edits['2/7'] = '4711'");
    await table.host("send('autoRefresh')");
    await table.until('the mark', () => isMarked(table, 2, 7));
    await table.grid.focus();
    await table.until('no mark', async () => !(await isMarked(table, 2, 7)));
  });

  it('exclude what the user typed and saved', async () => {
    const table = await open();
    await table.cell(2, 7).click();
    await table.page.keyboard.type('4711');
    await table.page.keyboard.press('Enter');
    await table.shows(2, 7, '4,711');
    await table.host("edits['2/7'] = '4711'; testHost.edits['3/7'] = '5'");
    await table.host("send('staged', {})");
    await table.host("send('refresh')");
    await table.until('the mark of the other', () => isMarked(table, 3, 7));
    assert.equal(await isMarked(table, 2, 7), false);
  });

  it('arrive by auto-refresh, except while a cell is being edited, without a layout shift', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host("send('goToRow', { row: 5000 })");
    await table.shows(4_999, 0, 'Record 4999');
    await table.cell(4_999, 2).click();
    await table.page.keyboard.press('F2');
    await table.page.getByRole('textbox', { name: 'Amount of Record 4999' }).waitFor();
    await table.until('nothing under way', async () => !/Loading/.test((await table.status.textContent()) ?? ''));
    await table.host('asked.splice(0)');
    await table.host("send('autoRefresh')");
    // a key may overtake a message
    await table.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    await table.page.keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    assert.deepEqual(await table.host('asked'), []);
    await table.host("edits['4998/2'] = '1'");
    await table.host("send('autoRefresh')");
    await table.shows(4_998, 2, '1.00');
    await table.isAt(4_999, 2);
    await table.says(/5,000 of 1,000,000.*1 selected/s);
  });
});
