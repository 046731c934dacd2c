import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('table of a million records', (open) => {
  it('exposes its structure to assistive technology', async () => {
    const { grid, page } = await open();
    await page.locator('[role=grid][aria-rowcount="1000001"]').waitFor();
    assert.equal(await grid.getAttribute('aria-label'), 'All leads');
    assert.equal(await grid.getAttribute('aria-colcount'), '60');
    const header = page.getByRole('columnheader', { name: 'Name', exact: true });
    assert.equal(await header.getAttribute('aria-sort'), 'none');
    assert.equal(await page.getByRole('columnheader', { name: 'Active' }).first().getAttribute('aria-sort'), null);
  });

  for (const scale of [1, 2]) {
    it(`scrolls from the first to the last record at a pixel ratio of ${scale}`, async () => {
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

    it(`can be navigated by keyboard only at a pixel ratio of ${scale}`, async () => {
      const table = await open({ scale });
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

    it(`goes to a row by number at a pixel ratio of ${scale}`, async () => {
      const table = await open({ scale });
      await table.cell(0, 0).waitFor();
      await table.grid.focus();
      await table.page.keyboard.press('Control+g');
      await table.page.getByRole('textbox', { name: 'Row, from 1 to 1,000,000' }).fill('654,321');
      await table.page.keyboard.press('Enter');
      await table.shows(654_320, 0, 'Record 654320');
      await table.isAt(654_320, 0);
    });
  }

  it('goes to a row of the new order, even if asked while it is loading', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    // before the rows in the new order arrive
    await table.page.evaluate(`{
      document.querySelector('[role=columnheader][aria-colindex="1"]').click();
      testHost.send('goToRow', { row: 500000 });
    }`);
    await table.page.locator('[aria-sort=ascending]').waitFor();
    await table.cell(499_999, 0).getByText('Record 499999').waitFor();
    await table.isAt(499_999, 0);
  });

  it('moves by a few rows per wheel step', async () => {
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

  it('follows the scroll bar, even at the moment the wheel comes to rest', async () => {
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

  it('renders only visible cells', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const count = Number(await table.page.evaluate(`document.querySelectorAll('*').length`));
    assert.ok(count < 1_500, `${count} elements`);
    await table.page.evaluate(`document.querySelector('.grid').scrollLeft = 1e6`);
    await table.cell(0, 59).waitFor();
    await table.cell(0, 1).waitFor({ state: 'detached' });
  });

  it('keeps the element of a column while it is visible', async () => {
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
      const [name, ...now] = await seen();
      assert.equal(name, '1', 'it is pinned');
      const first = Number(now[0]);
      assert.deepEqual(
        now,
        now.map((_, place) => (first + place === 5 ? 'fifth' : String(first + place))),
      );
    }
  });

  it('requests no rows skipped while the scroll bar is dragged', async () => {
    const table = await open({ script: { delay: 50 } });
    await table.cell(0, 0).waitFor();
    await table.host('asked.splice(0)');
    // a step that takes as long as a user's pause counts as one
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

  it('has its rows in DOM order once scrolling stops', async () => {
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

describeTable('table of few records', (open) => {
  it('shows a single record above the totals', async () => {
    const table = await open({ script: { rows: 1 } });
    await table.cell(0, 0).waitFor();
    await table.until('the whole row', async () => {
      const [row, totals] = [await table.cell(0, 0).boundingBox(), await table.grid.locator('.totals').boundingBox()];
      return row !== null && totals !== null && row.y + row.height <= totals.y;
    });
  });
});
