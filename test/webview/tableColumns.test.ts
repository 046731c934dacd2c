import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('what a person does with the columns of a table', (open) => {
  it('resizes, moves, hides and pins columns, and the host remembers', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'City', exact: true });
    await header.waitFor();
    const edge = await header.locator('.edge').boundingBox();
    assert.ok(edge);
    await table.page.mouse.move(edge.x + 2, edge.y + 5);
    await table.page.mouse.down();
    await table.page.mouse.move(edge.x + 52, edge.y + 5, { steps: 3 });
    await table.page.mouse.up();
    await table.until('the layout', async () => (await table.told('layout')).length === 1);
    await table.until('the width', async () => (await header.boundingBox())?.width === 210);
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
      const [layout] = (await table.told('layout')).slice(-1) as { pinned: string[]; hidden: string[] }[];
      return isDeepStrictEqual([layout?.pinned, layout?.hidden], [['leads.c2'], ['leads.c3']]);
    });
  });

  it('resizes a column by keyboard and fits it by a double-click', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'Notes', exact: true });
    await header.waitFor();
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    await table.page.keyboard.press('ArrowUp');
    await table.isAt(-1, 0);
    await table.page.keyboard.press('Alt+ArrowRight');
    const name = table.page.getByRole('columnheader', { name: 'Name', exact: true });
    await table.until('wider', async () => (await name.boundingBox())?.width === 176);
    await header.locator('.edge').dblclick();
    await table.until('fitted', async () => ((await header.boundingBox())?.width ?? 0) > 300);
  });

  it('moves columns by keyboard alone, and stays on the one that is moved', async () => {
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

  it('moves nothing when the system takes the pointer away', async () => {
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
    assert.deepEqual(await table.told('layout'), []);
  });
});
