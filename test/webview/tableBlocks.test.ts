import assert from 'node:assert/strict';
import type { PastedCell } from '../../src/features/table/tableProtocol.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

/** Fires the event the browser sends for Ctrl+V and the menu. */
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

const texts = (cells: readonly PastedCell[]): string[] =>
  cells.map(({ id, column, text }) => `${id} ${column} ${text}`);

describeTable('editing many cells at once', (open) => {
  it('are pasted at the focused cell in spreadsheet format', async () => {
    const table = await open();
    await table.cell(1, 5).click();
    await paste(table, '"one\ntwo"\t2024-01-02 10:00:00\r\nthree\t2024-01-03 10:00:00\r\n');
    assert.deepEqual(texts(await lastBlock(table, 1)), [
      '2 leads.c5 one\ntwo',
      '2 leads.c6 2024-01-02 10:00:00',
      '3 leads.c5 three',
      '3 leads.c6 2024-01-03 10:00:00',
    ]);
    await table.shows(2, 5, 'three');
    await table.says(/4 cells were changed\./);
    await table.page.getByRole('group', { name: '4 changes in 2 records' }).waitFor();
    await table.isAt(1, 5);
  });

  it('are reported one by one when invalid, marked, and listed with a link to each', async () => {
    const table = await open({ script: { rows: 12 } });
    const { page } = table;
    await table.cell(9, 7).click();
    // row 10 is read-only, row 12 doesn't exist
    await paste(table, '1\n2\nbanana\n4');
    await table.says(/Changed 1 of 4 cells\./);
    await table.shows(9, 7, '1');
    for (const row of [10, 11])
      assert.match((await table.cell(row, 7).getAttribute('class')) ?? '', /\brefused\b/, `row ${row}`);
    assert.equal(await table.cell(11, 7).getAttribute('aria-description'), '“banana” was not accepted: It is a fruit.');
    await table.cell(11, 7).click();
    await table.says(/“banana” was not accepted: It is a fruit\./);
    await table.button('3 values not accepted').click();
    const list = page.getByRole('region', { name: 'Not saved' });
    const lines = (await list.getByRole('listitem').allTextContents()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
    assert.deepEqual(lines, [
      "Record 10, Score “2” was not accepted: You don't have permission to edit this record. Dismiss",
      'Row 13, Score “4” was not accepted: The table has no row there. Dismiss',
      'Record 11, Score “banana” was not accepted: It is a fruit. Dismiss',
    ]);
    await list.getByRole('button', { name: 'Record 10, Score', exact: true }).click();
    await table.isAt(10, 7);
    await table.grid.and(page.locator(':focus')).waitFor();
    // editing the cell dismisses its problem
    await table.cell(11, 7).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await table.button('2 values not accepted').waitFor();
    await list.getByRole('button', { name: 'Dismiss All' }).click();
    await table.until('no mark', async () => !/refused/.test((await table.cell(10, 7).getAttribute('class')) ?? ''));
  });

  it('get one value in every selected row, also from the menu', async () => {
    const table = await open();
    const { page } = table;
    await table.cell(1, 7).click();
    await table.check(3).click({ modifiers: ['Shift'] });
    await paste(table, '42');
    assert.deepEqual(texts(await lastBlock(table, 1)), ['2 leads.c7 42', '3 leads.c7 42', '4 leads.c7 42']);
    await table.host("onClipboard = '43'");
    await table.cell(2, 7).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste' }).click();
    await table.shows(1, 7, '43');
  });

  it('are filled down from the top cell, or from the cell above', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.cell(4, 7).click();
    await table.check(2).click();
    await table.check(3).click();
    await keyboard.press('Control+D');
    const filled = await lastBlock(table, 1);
    assert.deepEqual(texts(filled), ['4 leads.c7 16', '5 leads.c7 16']);
    assert.deepEqual([...new Set(filled.map(({ like }) => like))], ['3']);
    await table.cell(7, 7).click();
    await keyboard.press('Control+D');
    assert.deepEqual(texts(await lastBlock(table, 2)), ['8 leads.c7 48']);
    await table.cell(0, 7).click();
    await keyboard.press('Control+D');
    await table.says(/There is no cell above to fill from\./);
  });

  it('are cleared by Backspace and cut by Ctrl+X, without deleting records', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.cell(1, 7).click();
    await keyboard.press('Backspace');
    await table.shows(1, 7, '');
    await table.cell(2, 7).click();
    await table.check(3).click({ modifiers: ['Shift'] });
    await keyboard.press('Control+X');
    await table.shows(3, 7, '');
    await table.hasReceived('copy', [{ text: '16\n24' }]);
    await table.hasReceived('command', []);
    // text cut from one cell is pasted into one cell, even with line breaks
    await table.cell(4, 5).click();
    await keyboard.press('Control+X');
    await table.shows(4, 5, '');
    const [, text] = (await table.received('copy')) as { text: string }[];
    await paste(table, text?.text ?? '');
    assert.equal((await lastBlock(table, 4)).length, 1);
  });

  it('are refused with one message when there are too many', async () => {
    const table = await open();
    await table.cell(0, 7).click();
    await paste(table, '1\n'.repeat(501));
    await table.says(/At most 500 rows and 5,000 cells can be changed at once\. Nothing was changed\./);
    await table.page.keyboard.press('Control+A');
    await table.page.keyboard.press('Backspace');
    assert.equal(await table.host('blocks.length'), 0);
  });

  it('are not changed while a cell is being edited', async () => {
    const table = await open();
    await table.cell(1, 5).click();
    await table.page.keyboard.press('F2');
    await table.page.getByRole('textbox', { name: 'Notes of Record 1' }).waitFor();
    await paste(table, 'a\tb');
    await table.page.keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    assert.equal(await table.host('blocks.length'), 0);
  });
});
