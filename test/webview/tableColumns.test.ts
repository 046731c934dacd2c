import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('table columns', (open) => {
  it('resizes, moves, hides and pins columns, and the host remembers', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'City', exact: true });
    await header.waitFor();
    const edge = await header.locator('.edge').boundingBox();
    const before = await header.boundingBox();
    assert.ok(edge && before);
    await table.page.mouse.move(edge.x + 2, edge.y + 5);
    await table.page.mouse.down();
    await table.page.mouse.move(edge.x + 52, edge.y + 5, { steps: 3 });
    await table.page.mouse.up();
    await table.until('the layout', async () => (await table.received('layout')).length === 1);
    await table.until('the width', async () => (await header.boundingBox())?.width === before.width + 50);
    await header.dragTo(table.page.getByRole('columnheader', { name: 'Name', exact: true }), {
      targetPosition: { x: 5, y: 5 },
    });
    await table.until('another order', async () => (await header.getAttribute('aria-colindex')) === '1');
    assert.equal(await header.getAttribute('aria-sort'), 'none', 'a drag does not sort');
    await table.button('Columns').click();
    await table.button('Pin Amount').click();
    await table.page.getByRole('checkbox', { name: 'Born', exact: true }).uncheck();
    await table.page.keyboard.press('Escape');
    await table.page.evaluate(`document.querySelector('.grid').scrollLeft = 3000`);
    await table.shows(0, 0, '0.02');
    await table.page.locator('[role=grid][aria-colcount="59"]').waitFor();
    await table.until('the layout', async () => {
      const [layout] = (await table.received('layout')).slice(-1) as { pinned: string[]; hidden: string[] }[];
      return isDeepStrictEqual([layout?.pinned, layout?.hidden], [['leads.c2'], ['leads.c3']]);
    });
  });

  it('shows access rights, which are loaded only then', async () => {
    const table = await open({ script: { access: 1, columns: 4 } });
    await table.cell(0, 3).waitFor();
    await table.button('Columns').click();
    const group = table.page.getByRole('list', { name: 'Access' });
    const check = group.getByRole('checkbox', { name: 'Edit access' });
    assert.equal(await check.isChecked(), false);
    await check.check();
    await table.shows(0, 4, 'team|1');
    assert.equal(await check.isChecked(), true);
    const [layout] = (await table.received('layout')).slice(-1) as { shown: string[]; withAccess?: true }[];
    assert.deepEqual([layout?.shown, layout?.withAccess], [['leads.edit_access'], true]);
    await check.uncheck();
    await table.page.getByRole('columnheader', { name: 'Edit access' }).waitFor({ state: 'detached' });
  });

  it('resizes a column by keyboard, and fits it on double-click', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'Notes', exact: true });
    await header.waitFor();
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    await table.page.keyboard.press('ArrowUp');
    await table.isAt(-1, 0);
    const name = table.page.getByRole('columnheader', { name: 'Name', exact: true });
    const before = await name.boundingBox();
    await table.page.keyboard.press('Alt+ArrowRight');
    await table.until('wider', async () => (await name.boundingBox())?.width === (before?.width ?? 0) + 16);
    await header.locator('.edge').dblclick();
    await table.until('fitted', async () => ((await header.boundingBox())?.width ?? 0) > 320);
  });

  it('fits columns to their header and first rows, and never truncates a number', async () => {
    const table = await open({ width: 1_600 });
    await table.cell(0, 7).waitFor();
    const widths = async (): Promise<number[]> =>
      table.page.evaluate(
        `[...document.querySelectorAll('.titles [role=columnheader]')].map((one) => one.offsetWidth)`,
      );
    const first = await widths();
    assert.ok(first.length > 8 && first.every((width) => width >= 60 && width <= 320), first.join(' '));
    assert.equal(Math.max(...first), 320, 'that of the long notes');
    const cut = (): Promise<string[]> =>
      table.page.evaluate(`[...document.querySelectorAll('.body .cell.number, .foot .cell.number, .titles .label')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`);
    assert.deepEqual(await cut(), []);
    await table.host(`send('goToRow', { row: 999999 })`);
    await table.says(/of 1,000,000/);
    await table.shows(999_998, 7, '7,999,984');
    assert.deepEqual(await cut(), [], 'numbers are longer down there');
    assert.deepEqual((await widths()).slice(0, 2), first.slice(0, 2), 'nothing else moves');
  });

  it('fits one or all columns from the header menu, by keyboard, permanently', async () => {
    const table = await open({ script: { columns: 8 } });
    await table.cell(0, 7).waitFor();
    await table.grid.focus();
    await table.page.keyboard.press('ArrowUp');
    await table.isAt(-1, 0);
    await table.page.keyboard.press('Shift+F10');
    await table.page.getByRole('menuitem', { name: 'Fit Column', exact: true }).press('Enter');
    const layouts = async (): Promise<string[][]> =>
      (await table.received('layout')).map((layout) => Object.keys((layout as { widths: object }).widths));
    await table.until('the one', async () => isDeepStrictEqual(await layouts(), [['leads.c0']]));
    await table.page.keyboard.press('Shift+F10');
    await table.page.getByRole('menuitem', { name: 'Fit All Columns', exact: true }).press('Enter');
    await table.until('all', async () => (await layouts()).at(-1)?.length === 8);
    const widths = ((await table.received('layout')).at(-1) as { widths: Record<string, number> }).widths;
    assert.ok((widths['leads.c5'] ?? 0) > 320, 'the notes in full');
    const again = await open({
      script: { columns: 8, layout: JSON.stringify((await table.received('layout')).at(-1)) },
    });
    const notes = again.page.getByRole('columnheader', { name: 'Notes', exact: true });
    assert.equal((await notes.boundingBox())?.width, widths['leads.c5']);
  });

  it('keeps the record name visible until the user unpins it', async () => {
    for (const theme of ['dark', 'hc-dark'] as const) {
      const table = await open({ theme });
      await table.cell(0, 5).waitFor();
      await table.grid.focus();
      await table.page.keyboard.press('End');
      await table.isAt(0, 59);
      const seen = async (row: number): Promise<string> =>
        table.page.evaluate(`(() => {
          const { left, top } = document.querySelector('.body .row[aria-rowindex="${row + 2}"]').getBoundingClientRect();
          return document.elementFromPoint(40, top + 12).closest('[role=gridcell]').textContent;
        })()`);
      assert.equal(await seen(0), 'Record 0', 'it is seen whose row it is');
      await table.page.keyboard.press('Control+End');
      await table.until('the last row', async () => (await seen(999_999).catch(() => '')) === 'Record 999999');
    }
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'Name', exact: true });
    await header.click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Unpin Column', exact: true }).click();
    await table.until('the layout', async () => (await table.received('layout')).length === 1);
    const [layout] = await table.received('layout');
    for (const unpinned of [table, await open({ script: { layout: JSON.stringify(layout) } })]) {
      await unpinned.cell(0, 0).waitFor();
      await unpinned.page.evaluate(`document.querySelector('.grid').scrollLeft = 3000`);
      await unpinned.cell(0, 0).waitFor({ state: 'detached' });
    }
  });

  it('scrolls to the left edge on Home, Ctrl+Home and Ctrl+Left, even if the first column is pinned', async () => {
    const table = await open();
    await table.cell(0, 5).waitFor();
    await table.grid.focus();
    const scrollLeft = (): Promise<number> => table.page.evaluate(`document.querySelector('.grid').scrollLeft`);
    for (const key of ['Home', 'Control+Home', 'Control+ArrowLeft']) {
      await table.page.keyboard.press('End');
      await table.isAt(0, 59);
      assert.notEqual(await scrollLeft(), 0);
      await table.page.keyboard.press(key);
      await table.isAt(0, 0);
      assert.equal(await scrollLeft(), 0, key);
      await table.cell(0, 1).waitFor();
    }
    await table.page.keyboard.press('End');
    await table.isAt(0, 59);
    // the active cell stays where the range began
    await table.page.keyboard.press('Shift+Home');
    await table.cell(0, 1).and(table.page.locator('[aria-selected=true]')).waitFor();
    assert.equal(await scrollLeft(), 0, 'the end of a range');
    await table.page.keyboard.press('End');
    await table.isAt(0, 59);
    const scrolled = await scrollLeft();
    await table.cell(3, 0).click();
    await table.page.keyboard.press('PageDown');
    assert.equal(await scrollLeft(), scrolled, 'a click or a page scrolls nothing sideways');
    await table.page.keyboard.press('ArrowRight');
    assert.equal(await scrollLeft(), 0, 'the column beside the pinned one is brought out from below it');
  });

  it('unpins the name when it takes too much of the window, and keeps the order', async () => {
    const table = await open({ width: 900 });
    await table.cell(0, 1).waitFor();
    const pinned = table.grid.locator('.titles .pinned [role=columnheader]');
    await table.until('it is pinned', async () => (await pinned.count()) === 1);
    await table.button('Columns').click();
    for (const way of [1, 2]) await table.button('Move Name down').press('Enter', { delay: way });
    await table.page.keyboard.press('Escape');
    await table.until('with those in front of it', async () => (await pinned.count()) === 3);
    await table.cell(0, 0).click();
    await table.isAt(0, 0);
    await table.page.setViewportSize({ width: 400, height: 600 });
    await table.until('none', async () => (await pinned.count()) === 0);
    await table.isAt(0, 0);
    const titles = table.grid.locator('.titles [role=columnheader]');
    assert.deepEqual((await titles.allInnerTexts()).slice(0, 3), ['City', 'Amount', 'Name'], 'none has moved');
  });

  it('moves columns by keyboard only, and keeps focus on the moved one', async () => {
    const table = await open({ script: { columns: 3 } });
    await table.cell(0, 0).waitFor();
    await table.button('Columns').click();
    const order = (): Promise<string[]> => table.page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    await table.button('Move City down').press('Enter');
    await table.until('it is the last', async () => (await order()).at(-1)?.trim() === 'City');
    const focused = table.page.locator(':focus');
    assert.equal(await focused.getAttribute('aria-label'), 'Move City up', 'further down there is no way');
    await focused.press('Enter');
    await table.until('it is the second', async () => (await order())[1]?.trim() === 'City');
    assert.equal(await focused.getAttribute('aria-label'), 'Move City up');
  });

  it('moves nothing when the system cancels the pointer', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'City', exact: true });
    const box = (await header.boundingBox()) ?? assert.fail('there is no header');
    await table.page.mouse.move(box.x + 20, box.y + 5);
    await table.page.mouse.down();
    await table.page.mouse.move(box.x - 140, box.y + 5, { steps: 3 });
    const line = table.grid.locator('.dropline');
    await line.waitFor();
    await table.page.evaluate(`window.dispatchEvent(new PointerEvent('pointercancel'))`);
    await line.waitFor({ state: 'hidden' });
    await table.page.mouse.up();
    assert.deepEqual(await table.received('layout'), []);
  });
});
