import assert from 'node:assert/strict';
import { describeTable } from './openedTable.ts';
import { pageViolations } from './pageViolations.ts';

describeTable('table toolbar', (open) => {
  it('moves buttons that do not fit into a menu', async () => {
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
    assert.equal(await table.page.getByRole('menuitem', { name: 'Delete selected' }).count(), 0, 'nothing is selected');
    await table.page.keyboard.press('Escape');
    await table.until('the keyboard at the button', () => more.evaluate((button) => button.matches(':focus')));
    await more.click();
    await table.page.getByRole('menuitemcheckbox', { name: 'Preview', checked: false }).click();
    await more.click();
    await table.page.getByRole('menuitemcheckbox', { name: 'Preview', checked: true }).waitFor();
    assert.deepEqual(await pageViolations(table.page), []);
  });

  it('moves from the search box to the first row, in view, even before the search responds', async () => {
    const table = await open();
    await table.cell(9, 1).click();
    await table.page.keyboard.press('PageDown');
    await table.page.keyboard.press('PageDown');
    const search = table.page.getByRole('searchbox');
    const isFirstShown = async (): Promise<void> => {
      await table.isAt(0, 1);
      await table.page.locator('[role=grid]:focus').waitFor();
      assert.equal(await table.grid.evaluate((grid) => grid.scrollTop), 0);
    };
    await search.fill('pune');
    await table.says(/of 100,000/);
    await search.press('ArrowDown');
    await isFirstShown();
    await table.page.keyboard.press('PageDown');
    await search.fill('goa');
    await search.press('ArrowDown');
    await table.until('the search', async () => (await table.host('asked.at(-1).query.search')) === 'goa');
    await isFirstShown();
  });

  it('is a single tab stop next to its search box, navigated with the arrow keys', async () => {
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

  it('shows all its buttons when there is room, and their labels when there is more', async () => {
    const table = await open({ width: 300, height: 400 });
    await table.cell(0, 1).click();
    const named = table.page.getByRole('toolbar').getByText('Delete selected', { exact: true });
    const remove = table.button('Delete selected');
    assert.equal(await remove.count(), 0);
    await table.page.setViewportSize({ width: 700, height: 400 });
    await remove.waitFor();
    assert.equal(await named.count(), 0);
    await table.page.setViewportSize({ width: 1_400, height: 400 });
    await named.waitFor();
    const cut = `[...document.querySelectorAll('.toolbar button')].some((one) => one.scrollWidth > one.clientWidth)`;
    assert.equal(await table.page.evaluate(cut), false);
    assert.equal(await table.page.evaluate(`document.documentElement.scrollWidth > innerWidth`), false);
    assert.deepEqual(await pageViolations(table.page), []);
  });

  it('offers edit and delete when rows are selected, without moving other buttons', async () => {
    for (const width of [700, 1_400]) {
      const table = await open({ width });
      await table.cell(0, 1).waitFor();
      const places = (): Promise<string[]> =>
        table.page.evaluate(`[...document.querySelectorAll('.toolbar button')]
          .map((one) => one.ariaLabel + ' ' + one.getBoundingClientRect().x)`);
      const before = await places();
      assert.ok(!before.some((place) => /selected/.test(place)));
      await table.cell(0, 1).click();
      await table.button('Edit selected').waitFor();
      const after = await places();
      assert.deepEqual(
        after.filter((place) => !/selected/.test(place)),
        before,
      );
      assert.equal(after.length, before.length + 2);
      await table.page.keyboard.press('Escape');
      await table.button('Edit selected').waitFor({ state: 'detached' });
    }
  });
});
