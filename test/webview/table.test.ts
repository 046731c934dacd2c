import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('a table of a million records', (open) => {
  it('tells assistive technology what it is', async () => {
    const { grid, page } = await open();
    await page.locator('[role=grid][aria-rowcount="1000001"]').waitFor();
    assert.equal(await grid.getAttribute('aria-label'), 'All leads');
    assert.equal(await grid.getAttribute('aria-colcount'), '60');
    const header = page.getByRole('columnheader', { name: 'Name', exact: true });
    assert.equal(await header.getAttribute('aria-sort'), 'none');
    assert.equal(await page.getByRole('columnheader', { name: 'Active' }).first().getAttribute('aria-sort'), null);
  });

  for (const scale of [1, 2])
    it(`is scrolled from the first to the last record at ${scale} pixels each`, async () => {
      const table = await open({ scale });
      await table.cell(0, 0).waitFor();
      await table.page.evaluate(`document.querySelector('.grid').scrollTop = 1e9`);
      await table.cell(999_999, 0).getByText('Record 999999').waitFor();
      await table.says(/1,000,000 of 1,000,000/);
      await table.until('the whole last row', async () => {
        const [last, grid] = [await table.cell(999_999, 0).boundingBox(), await table.grid.boundingBox()];
        return last !== null && grid !== null && last.y + last.height <= grid.y + grid.height;
      });
      await table.page.evaluate(`document.querySelector('.grid').scrollTop = 0`);
      await table.cell(0, 0).waitFor();
    });

  it('is gone through by keyboard alone', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const { keyboard } = table.page;
    await table.grid.focus();
    await table.isAt(0, 0);
    await keyboard.press('Control+End');
    await table.isAt(999_999, 59);
    await keyboard.press('Home');
    await table.isAt(999_999, 0);
    await keyboard.press('PageUp');
    await table.until('a screen further up', async () => {
      const { row = 0 } = (await table.active()) ?? {};
      return row < 999_990 && row > 999_900;
    });
    await keyboard.press('Control+Home');
    await table.isAt(0, 0);
    await keyboard.press('ArrowUp');
    await table.isAt(-1, 0);
  });

  it('goes to a row by its number', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    await table.page.keyboard.press('Control+g');
    await table.page.getByRole('textbox', { name: 'Row, from 1 to 1,000,000' }).fill('654,321');
    await table.page.keyboard.press('Enter');
    await table.shows(654_320, 0, 'Record 654320');
    await table.isAt(654_320, 0);
  });

  it('moves by a few rows when the wheel turns once', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host("send('goToRow', { row: 500000 })");
    await table.cell(499_999, 0).waitFor();
    const first = async (): Promise<number> =>
      Number(((await table.status.textContent()) ?? '').trim().split('–')[0]?.replaceAll(',', ''));
    const before = await first();
    await table.page.mouse.move(400, 300);
    await table.page.mouse.wheel(0, 120);
    await table.until('five rows further', async () => (await first()) - before === 5);
    await table.page.mouse.wheel(0, -120);
    await table.until('the way back', async () => (await first()) === before);
  });

  it('goes where the scroll bar is dragged to, in the moment in which the wheel comes to rest, too', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host("send('goToRow', { row: 500000 })");
    await table.cell(499_999, 0).waitFor();
    await table.page.mouse.move(400, 300);
    await table.page.mouse.wheel(0, 1_200);
    await table.cell(500_049, 0).waitFor();
    await table.page.evaluate(`{
      const grid = document.querySelector('.grid');
      const end = performance.now() + 400;
      while (performance.now() < end);
      grid.scrollTop = grid.scrollHeight;
    }`);
    await table.cell(999_999, 0).waitFor();
  });

  it('has elements for what is on the screen, and for no more', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const count = Number(await table.page.evaluate(`document.querySelectorAll('*').length`));
    assert.ok(count < 1_500, `${count} elements`);
    await table.page.evaluate(`document.querySelector('.grid').scrollLeft = 1e6`);
    await table.cell(0, 59).waitFor();
    await table.cell(0, 0).waitFor({ state: 'detached' });
  });

  it('has the same element for a column for as long as it is seen', async () => {
    const table = await open();
    await table.cell(1, 4).waitFor();
    await table.page.evaluate(`document.querySelector('[aria-rowindex="3"] [aria-colindex="5"]').id = 'fifth'`);
    const seen = (): Promise<string[]> =>
      table.page.evaluate(`[...document.querySelectorAll('.body [aria-rowindex="3"] [role=gridcell]')]
        .map(({ id, ariaColIndex }) => id || ariaColIndex)`);
    for (const left of [400, 0]) {
      const before = await seen();
      await table.page.evaluate(`document.querySelector('.grid').scrollLeft = ${left}`);
      await table.until('other columns', async () => (await seen()).join() !== before.join());
      const now = await seen();
      const first = Number(now[0]);
      assert.deepEqual(
        now,
        now.map((_, place) => (first + place === 5 ? 'fifth' : String(first + place))),
      );
    }
  });

  it('asks for nothing that is passed by while the scroll bar is dragged', async () => {
    const table = await open({ script: { delay: 50 } });
    await table.cell(0, 0).waitFor();
    await table.host('asked.splice(0)');
    // a step that takes as long as a person's rest is one
    const rests = await table.page.evaluate<number>(`(async () => {
      const grid = document.querySelector('.grid');
      let rests = 0;
      for (let step = 1; step <= 60; step++) {
        const before = performance.now();
        grid.scrollTop = (grid.scrollHeight / 60) * step;
        await new Promise(requestAnimationFrame);
        if (performance.now() - before > 40) rests++;
      }
      return rests;
    })()`);
    await table.cell(999_999, 0).getByText('Record').waitFor();
    const asked = (await table.host('asked.length')) as number;
    assert.ok(asked < 30 + 2 * rests, `${asked} requests for 60 steps`);
  });

  it('reads in the order of the list once it stands still', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host("send('goToRow', { row: 1234 })");
    await table.cell(1_233, 0).waitFor();
    await table.until('the order of the list', async () => {
      const order = (await table.page.evaluate(
        `[...document.querySelectorAll('.body .row:not(.unused)')].map((row) => Number(row.ariaRowIndex))`,
      )) as number[];
      return isDeepStrictEqual(
        order,
        order.toSorted((one, other) => one - other),
      );
    });
  });
});

describeTable('what a person does in a table', (open) => {
  it('sorts by a header: ascending, descending, not at all', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'Name', exact: true });
    for (const sort of ['ascending', 'descending', 'none']) {
      await header.click();
      await table.until(sort, async () => (await header.getAttribute('aria-sort')) === sort);
    }
    await header.click();
    await header.click();
    await table.shows(0, 0, 'Record 999999');
  });

  it('searches as they type', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    // at once: a pause between two letters of a busy machine is a search of its own
    await table.page.evaluate(`for (const text of ['p', 'pu', 'pun', 'pune']) {
      const box = document.querySelector('input[type=search]');
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await table.says(/of 100,000/);
    const searches = (await table.host('asked.map(({ query }) => query.search)')) as string[];
    assert.deepEqual([...new Set(searches.filter(Boolean))], ['pune']);
  });

  it('is told why nothing is shown, and how to end that', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('nothing');
    await table.page.getByText('No record matches the search “nothing”.').waitFor();
    await table.button('Clear and show all').click();
    await table.cell(0, 0).waitFor();
    const box = table.page.getByRole('searchbox', { name: 'Search' });
    await table.until('an empty box', async () => (await box.inputValue()) === '');
  });

  it('filters by a value, and sees and ends the filter', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    await table.page.getByRole('textbox', { name: 'Filter Name', exact: true }).fill('Ada');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Name = Ada').waitFor();
    await table.until('the filter', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), { filters: { 'leads.c0': 'Ada' } }),
    );
    await table.button('Remove filter: Name = Ada').click();
    await table.says(/of 1,000,000/);
  });

  it('opens a record by its link, by Enter and by a double-click', async () => {
    const table = await open();
    await table.page.getByRole('link', { name: 'Record 3', exact: true }).click();
    await table.page.getByRole('link', { name: 'Record 4', exact: true }).click({ modifiers: ['Control'] });
    await table.cell(5, 1).dblclick();
    await table.page.keyboard.press('Enter');
    await table.isTold('openRecord', [
      { id: '4', how: 'here' },
      { id: '5', how: 'toSide' },
      { id: '6', how: 'here' },
      { id: '6', how: 'here' },
    ]);
  });

  it('selects by click, Shift, Control and Space, and sees sums', async () => {
    const table = await open();
    await table.cell(2, 1).click();
    await table.cell(4, 1).click({ modifiers: ['Shift'] });
    await table.cell(7, 1).click({ modifiers: ['Control'] });
    await table.says(/4 selected · Amount/);
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press(' ');
    await table.says(/5 selected/);
    await table.button('Delete selected').click();
    await table.isTold('command', [{ name: 'deleteRecords', query: {}, ids: ['3', '4', '5', '8', '9'] }]);
    await table.grid.focus();
    await table.page.keyboard.press('Escape');
    await table.until('nothing selected', () => table.button('Delete selected').isDisabled());
  });

  it('selects all that match but one', async () => {
    const table = await open();
    await table.cell(2, 1).click();
    await table.page.keyboard.press('Control+a');
    await table.cell(3, 1).click({ modifiers: ['Control'] });
    await table.says(/999,999 selected/);
    await table.button('Edit selected').click();
    await table.isTold('command', [{ name: 'editRecords', query: {}, except: ['4'] }]);
  });

  it('copies a cell, and rows in several formats', async () => {
    const table = await open({ script: { columns: 3 } });
    await table.cell(1, 1).click();
    await table.page.keyboard.press('Control+c');
    await table.cell(2, 1).click({ modifiers: ['Shift'] });
    await table.says(/2 selected/);
    await table.page.keyboard.press('Control+c');
    await table.cell(2, 1).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await table.until('three texts', async () => (await table.told('copy')).length === 3);
    const texts = (await table.told('copy')) as { text: string }[];
    assert.equal(texts[0]?.text, 'Łódź');
    assert.equal(texts[1]?.text, 'Record 1\tŁódź\t79.21\nRecord 2\tالقاهرة\t158.4');
    assert.equal(JSON.parse(texts[2]?.text ?? '').length, 2);
  });

  it('uses the menu of a cell by keyboard', async () => {
    const table = await open();
    await table.cell(4, 2).click();
    await table.page.keyboard.press('Shift+F10');
    await table.page.getByRole('menu').waitFor();
    await table.page.keyboard.press('f');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Amount = 316.78').waitFor();
    await table.page.getByRole('menu').waitFor({ state: 'hidden' });
    await table.grid.and(table.page.locator(':focus')).waitFor();
  });

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

  it('follows rows in a preview', async () => {
    const table = await open();
    await table.cell(0, 1).click();
    await table.button('Preview').click();
    await table.isTold('openRecord', [{ id: '1', how: 'preview' }]);
    await table.grid.focus();
    // at once: over a busy machine's line a pause between two keys can be long enough for a preview
    await table.page.evaluate(`for (let press = 0; press < 2; press++)
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))`);
    const third = { id: '3', how: 'preview' };
    await table.until('the preview', async () => isDeepStrictEqual((await table.told('openRecord')).at(-1), third));
    assert.equal(
      (await table.told('openRecord')).some((told) => isDeepStrictEqual(told, { id: '2', how: 'preview' })),
      false,
      'a row that is only passed by is not opened',
    );
  });

  it('writes a query with the names of columns at hand', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Edit query').click();
    const box = table.page.getByRole('textbox', { name: 'Query (q)' });
    await box.fill('');
    await table.page.keyboard.type('{"where": {"c12');
    await table.page.getByRole('option', { name: 'leads.c12', exact: true }).waitFor();
    await table.page.keyboard.press('Enter');
    await table.page.keyboard.type('": "x"}}');
    await table.button('Apply').click();
    await table.until('the query', async () => (await table.host('asked.at(-1).query.rawQ')) !== undefined);
    const typed = '{"where": {"leads.c12": "x"}}';
    await table.until('the query', async () => (await table.host('asked.at(-1).query.rawQ')) === typed);
    await table.button('Remove filter: Own query').click();
  });
});
