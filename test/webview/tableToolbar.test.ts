import assert from 'node:assert/strict';
import { axeViolations } from '../support/axeRun.ts';
import { describeTable } from './openedTable.ts';

describeTable('the tool bar of a table', (open) => {
  it('has what finds no room in a menu', async () => {
    const table = await open({ width: 300, height: 400 });
    await table.cell(0, 0).waitFor();
    const more = table.button('More');
    for (const button of [table.button('Refresh'), table.button('Columns'), more]) {
      const box = await button.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 300);
    }
    await table.until(
      'one row of buttons',
      async () => ((await table.page.getByRole('toolbar').boundingBox())?.height ?? 99) < 40,
    );
    await table.button('Columns').click();
    const panel = await table.page.getByRole('dialog', { name: 'Columns' }).boundingBox();
    assert.ok(panel && panel.x >= 0 && panel.x + panel.width <= 300);
    await table.page.keyboard.press('Escape');
    await more.focus();
    await table.page.keyboard.press('Enter');
    await table.page.getByRole('menuitem', { name: 'Add record' }).waitFor();
    const off = table.page.getByRole('menuitem', { name: 'Delete selected' });
    assert.equal(await off.getAttribute('aria-disabled'), 'true');
    await table.page.keyboard.press('Escape');
    await table.until('the keyboard at the button', () => more.evaluate((button) => button.matches(':focus')));
    await more.click();
    await table.page.getByRole('menuitemcheckbox', { name: 'Preview', checked: false }).click();
    await more.click();
    await table.page.getByRole('menuitemcheckbox', { name: 'Preview', checked: true }).waitFor();
    assert.deepEqual(await axeViolations(table.page.mainFrame()), []);
  });

  it('is one stop of the Tab key beside its search box, from where the arrow keys go on', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const { keyboard } = table.page;
    const focused = table.page.locator(':focus');
    await table.page.getByRole('searchbox').focus();
    await keyboard.press('Tab');
    await table.button('Refresh').and(focused).waitFor();
    await keyboard.press('ArrowRight');
    await table.button('Columns').and(focused).waitFor();
    await keyboard.press('Tab');
    await table.grid.and(focused).waitFor();
    await keyboard.press('Shift+Tab');
    await table.button('Columns').and(focused).waitFor();
    await keyboard.press('Shift+Tab');
    await table.page.getByRole('searchbox').and(focused).waitFor();
  });

  it('shows all its buttons once there is room', async () => {
    const table = await open({ width: 300, height: 400 });
    await table.button('More').waitFor();
    await table.page.setViewportSize({ width: 900, height: 400 });
    await table.button('Delete selected').waitFor();
    assert.equal(await table.button('More').count(), 0);
  });
});
