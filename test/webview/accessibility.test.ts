import assert from 'node:assert/strict';
import { describeTable } from './openedTable.ts';
import { pageViolations } from './pageViolations.ts';
import { themeNames } from './themes.ts';

describeTable('table accessibility', (open) => {
  for (const theme of themeNames)
    it(`in the theme ${theme}`, async () => {
      const table = await open({ theme, width: 700, height: 360 });
      const violations = (): Promise<string[]> => pageViolations(table.page, theme);
      await table.cell(1, 5).click();
      await table.page.keyboard.type('bad');
      await table.page.keyboard.press('Enter');
      await table.page.keyboard.type('good');
      await table.page.keyboard.press('Enter');
      await table.shows(2, 5, 'good');
      await table.host("edits['3/3'] = '2001-02-03'");
      await table.button('Refresh').click();
      await table.grid.locator('.cell.changed').waitFor();
      await table.cell(4, 1).click();
      await table.cell(6, 2).click({ modifiers: ['Shift'] });
      assert.deepEqual(await violations(), []);
      await table.cell(4, 1).click();
      await table.check(6).click({ modifiers: ['Shift'] });
      await table.button('Filter').click();
      await table.page.getByRole('combobox', { name: 'Filter Name', exact: true }).fill('Ada');
      await table.page.keyboard.press('Enter');
      await table.button('Remove filter: Name is Ada').waitFor();
      assert.deepEqual(await violations(), []);
      await table.button('Columns').click();
      assert.deepEqual(await violations(), []);
      await table.more('Edit query');
      assert.deepEqual(await violations(), []);
      await table.page.keyboard.press('Escape');
      await table.cell(2, 2).click({ button: 'right' });
      assert.deepEqual(await violations(), []);
      await table.page.keyboard.press('Escape');
      await table.host('seenAt = Date.now()');
      await table.button('Refresh').click();
      await table.page.getByRole('region', { name: 'Last seen' }).waitFor();
      assert.deepEqual(await violations(), []);
      await table.host("fail('notSignedIn', 'The token has expired.')");
      await table.button('Refresh').click();
      await table.button('Retry').waitFor();
      assert.deepEqual(await violations(), []);
    });
});
