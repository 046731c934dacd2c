import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeTable, type OpenedTable } from './openedTable.ts';
import { pageViolations } from './pageViolations.ts';
import { themeNames } from './themes.ts';

describeTable('multiple-choice cell', (open) => {
  const list = (table: OpenedTable, row = 2): Locator =>
    table.page.getByRole('listbox', { name: `City of Record ${row}`, exact: true });
  const ticked = (table: OpenedTable): Promise<string[]> =>
    table.page.locator('.manychoices [aria-selected=true]').allTextContents();
  const edit = async (table: OpenedTable, row = 2): Promise<void> => {
    await table.cell(row, 1).click();
    await table.page.keyboard.press('F2');
    await list(table, row).waitFor();
  };

  it('shows the options with the current ones checked, and is staged by Enter', async () => {
    const table = await open({ script: { many: 1 } });
    const { keyboard } = table.page;
    await edit(table);
    assert.deepEqual(await ticked(table), ['القاهرة']);
    await keyboard.type('go');
    assert.deepEqual(await list(table).getByRole('option').allTextContents(), ['Goa']);
    await keyboard.press('Space');
    await keyboard.type('tokyo');
    await table.page.getByText('No matching choices.').waitFor();
    await keyboard.press('Enter');
    await table.page.getByText("“tokyo” isn't a valid choice for City. Choose from the list.").waitFor();
    await keyboard.press('Control+a');
    await keyboard.type('de');
    // Enter picks the match found by typing
    await keyboard.press('Enter');
    await table.shows(2, 1, 'القاهرة, Goa, Delhi');
    await table.isAt(3, 1);
    const [sent] = await table.staged<{ id: string; to: string }>(1);
    assert.deepEqual([sent?.id, sent?.to], ['3', 'القاهرة, Goa, Delhi']);
  });

  it('is changed by mouse and by arrow keys, and reverted by Escape', async () => {
    const table = await open({ script: { many: 1 } });
    const { keyboard } = table.page;
    await edit(table);
    await list(table).getByText('Pune').click();
    // the first item is the checked one
    await keyboard.press('Home');
    await keyboard.press('ArrowUp');
    await keyboard.press('Space');
    assert.deepEqual(await ticked(table), ['Pune']);
    await keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.staged(0);
    await edit(table);
    await list(table).getByText('القاهرة').click();
    await keyboard.press('Tab');
    await table.isAt(2, 2);
    const [emptied] = await table.staged<{ to: unknown }>(1);
    assert.equal(emptied?.to, null);
    // nothing was changed, so nothing is staged
    await edit(table, 4);
    await keyboard.press('Enter');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.staged(1);
  });

  it('starts with the text typed before the options were known', async () => {
    const table = await open({ script: { many: 1 } });
    await table.host('isSlowToOffer = true');
    await table.cell(2, 1).click();
    await table.page.keyboard.type('p');
    await table.until('it is asked for', async () => ((await table.host('held')) as unknown[]).length > 0);
    await table.page.keyboard.type('u');
    await table.page.evaluate('testHost.held.forEach((go) => go())');
    await list(table).waitFor();
    assert.deepEqual(await list(table).getByRole('option').allTextContents(), ['Pune']);
  });

  it('selects the option typed and committed before the options were known', async () => {
    const table = await open({ script: { many: 1 } });
    await table.host('isSlowToOffer = true');
    await table.cell(2, 1).click();
    await table.page.keyboard.type('pu');
    await table.page.keyboard.press('Enter');
    await table.until('it is asked for', async () => ((await table.host('held')) as unknown[]).length > 0);
    await table.page.evaluate('testHost.held.forEach((go) => go())');
    await table.shows(2, 1, 'القاهرة, Pune');
    await table.isAt(3, 1);
  });

  for (const theme of themeNames)
    it(`has no axe violations in ${theme}, and fits the page in the last column and row`, async () => {
      const table = await open({ theme, script: { many: 1, columns: 2 }, width: 300, height: 320 });
      await edit(table, 6);
      assert.deepEqual(await pageViolations(table.page, theme), []);
      const { x = -1, y = -1, width = 0, height = 0 } = (await table.page.locator('.manychoices').boundingBox()) ?? {};
      assert.ok(x >= 0 && y >= 0 && x + width <= 300 && y + height <= 320, `${x} ${y} ${width} ${height}`);
    });
});
