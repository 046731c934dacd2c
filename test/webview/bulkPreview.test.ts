import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { bulkHost, type BulkRow } from '../../src/features/bulk/bulkProtocol.ts';
import { bulkRow } from './bulkSamples.ts';
import { bulkRows, handlers, previewing, total } from './openedBulk.ts';
import { describePage } from './openedPage.ts';

describePage('bulk run preview', 'bulk', bulkHost, (open) => {
  it('lists 100,000 records and renders only the visible ones', async () => {
    const asked: number[] = [];
    const shown = await open(handlers(previewing, asked));
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    // a new record that the service returned no id for can't be opened
    const links = page.getByRole('row').getByRole('button');
    assert.deepEqual(
      [await links.filter({ hasText: 'Lead 5 <b>' }).count(), await links.filter({ hasText: 'Lead 6 <b>' }).count()],
      [1, 0],
    );
    const list = page.getByRole('region', { name: 'Records' });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 100000 <b>' }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 200);
    assert.ok(Math.max(...asked) <= 500);
    await page.getByRole('button', { name: 'Refused (1)' }).click();
    await page.getByRole('row').filter({ hasText: '“City” is read-only.' }).waitFor();
    assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '2');
  });

  it('lists the records read so far while the others are read, without sorting or choosing', async () => {
    const wanted: unknown[] = [];
    const work = { words: 'Preparing the preview', done: 5, total };
    const shown = await open({
      ...handlers({ ...previewing, step: 'working', work }),
      rows: ({ filter, from, count, sort }) => {
        wanted.push(sort);
        return bulkRows(filter, from, count);
      },
    });
    const { page } = shown;
    const row = page.getByRole('row').filter({ hasText: 'Lead 1 <b>' });
    await row.getByText('Will change').waitFor();
    assert.equal(await row.getByRole('checkbox').count(), 0);
    const sort = page.getByRole('columnheader', { name: 'Record' }).getByRole('button');
    assert.equal(await sort.getAttribute('aria-disabled'), 'true');
    await sort.click({ force: true });
    assert.deepEqual(new Set(wanted), new Set([undefined]));
  });

  it('sorts all records by a column: ascending, descending, unsorted, with sticky headers', async () => {
    const wanted: unknown[] = [];
    const shown = await open({
      ...handlers(previewing),
      rows: ({ filter, from, count, sort }) => {
        wanted.push(sort);
        return bulkRows(filter, from, count);
      },
    });
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    const header = (name: string): Locator => page.getByRole('columnheader', { name });
    const list = page.getByRole('region', { name: 'Records' });
    const top = async (): Promise<number | undefined> => (await header('Change').boundingBox())?.y;
    const before = await top();
    await list.evaluate((element) => {
      element.scrollTop = 50_000;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 1790 <b>' }).waitFor();
    assert.equal(await top(), before);
    for (const [direction, sort] of [
      ['ascending', { by: 'change', isDescending: false }],
      ['descending', { by: 'change', isDescending: true }],
      ['none', undefined],
    ] as const) {
      await header('Change').getByRole('button').press('Enter');
      await shown.until(direction, () => JSON.stringify(wanted.at(-1)) === JSON.stringify(sort));
      assert.equal(await header('Change').getAttribute('aria-sort'), direction);
      assert.equal(await list.evaluate((element) => element.scrollTop), 0);
    }
    await header('Outcome').getByRole('button').click();
    await header('Record').getByRole('button').click();
    await shown.until('by name', () => JSON.stringify(wanted.at(-1)) === '{"by":"record","isDescending":false}');
    assert.equal(await header('Outcome').getAttribute('aria-sort'), 'none');
  });

  it('sorts more than 200,000 records only by outcome, and says so', async () => {
    const wanted: unknown[] = [];
    const shown = await open({
      ...handlers({ ...previewing, records: 200_001 }),
      rows: ({ filter, from, count, sort }) => {
        wanted.push(sort);
        return bulkRows(filter, from, count);
      },
    });
    const { page } = shown;
    await page.getByRole('row').filter({ hasText: 'Lead 3 <b>' }).waitFor();
    const header = (name: string): Locator => page.getByRole('columnheader', { name });
    for (const name of ['Record', 'Change']) {
      const button = header(name).getByRole('button');
      assert.equal(
        await button.getAttribute('title'),
        'More than 200,000 records can be sorted by their outcome only.',
      );
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      await button.press('Enter');
      assert.equal(await header(name).getAttribute('aria-sort'), 'none');
    }
    await header('Outcome').getByRole('button').press('Enter');
    await shown.until('by outcome', () => JSON.stringify(wanted.at(-1)) === '{"by":"outcome","isDescending":false}');
    assert.deepEqual(
      wanted.filter((sort) => sort !== undefined && (sort as { by: string }).by !== 'outcome'),
      [],
    );
  });

  it('gives the Change column the free space, and shows Unchanged there', async () => {
    const unchanged: BulkRow = { ...bulkRow, id: '2', name: 'Lead 2', state: 'unchanged', cells: [] };
    const { page } = await open({
      ...handlers(previewing),
      rows: ({ filter }) => ({ total: 2, rows: [...bulkRows(filter, 0, 1).rows, unchanged] }),
    });
    const width = async (name: string): Promise<number> =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    await page.getByRole('cell', { name: 'Unchanged', exact: true }).waitFor();
    assert.ok((await width('Change')) > 2.5 * (await width('Outcome')));
    assert.ok((await width('Change')) > 2.5 * (await width('Record')));
    const left = async (text: string): Promise<number | undefined> =>
      (await page.getByText(text, { exact: true }).last().boundingBox())?.x;
    assert.equal(await left('Unchanged'), (await page.getByRole('columnheader', { name: 'Change' }).boundingBox())?.x);
  });

  it('shows the new value next to a side bar too, down to the last record', async () => {
    const { page } = await open(handlers(previewing), { size: { width: 320, height: 700 } });
    const list = page.getByRole('region', { name: 'Records' });
    const lastRow = page.getByRole('row').filter({ hasText: 'Lead 100000 <b>' });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await lastRow.waitFor();
    const change = lastRow.getByRole('cell').filter({ hasText: '→' });
    assert.ok(await change.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'cut');
    const [row, box] = [await lastRow.boundingBox(), await list.boundingBox()];
    assert.ok(row!.y + row!.height <= box!.y + box!.height + 1, 'below the list');
    // with more room it is one line again
    await page.setViewportSize({ width: 900, height: 700 });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await lastRow.waitFor();
    assert.ok((await lastRow.boundingBox())!.height < 30);
  });

  it('shows the full details of the focused row, and keeps focus on its record', async () => {
    const shown = await open(handlers(previewing));
    const { page } = shown;
    await page.getByRole('button', { name: 'Lead 2 <b>', exact: true }).focus();
    const detail = page.locator('.detail');
    await detail.getByText('Refused: “City” is read-only.').waitFor();
    await detail.getByText('City: Goa → <i>Pune</i>').waitFor();
    const list = page.getByRole('region', { name: 'Records' });
    await page.getByRole('button', { name: 'Lead 45 <b>', exact: true }).focus();
    await list.evaluate((element) => {
      element.scrollTop = 60 * 28;
    });
    await page.getByRole('row').filter({ hasText: 'Lead 85 <b>' }).waitFor();
    assert.equal(await page.locator(':focus').innerText(), 'Lead 45 <b>');
    await list.getByText('Lead 66 <b>', { exact: true }).focus();
    await detail.getByText('Lead 66 <b> (66)').waitFor();
    await page.getByRole('button', { name: 'All (' }).focus();
    await detail.waitFor({ state: 'hidden' });
  });

  it('drops a record, and starts only after the count is typed', async () => {
    const shown = await open(handlers({ ...previewing, asksCount: true }));
    const { page } = shown;
    await page.getByLabel('Include Lead 1 <b>').click();
    await shown.until('the drop', () => shown.received('setExcluded').length === 1);
    assert.deepEqual(shown.received('setExcluded'), [{ ids: ['1'], isDropped: true }]);
    const begin = page.getByRole('button', { name: 'Change 99,998 records' });
    assert.equal(await begin.isDisabled(), true);
    await page.getByLabel('Type 99,998').fill('99998');
    await begin.click();
    await shown.until('the start', () => shown.received('begin').length === 1);
    assert.deepEqual(shown.received('begin'), [{ typed: '99998' }]);
  });

  it('warns before a delete that nothing can be restored, and shows how it is sent', async () => {
    const { page } = await open(handlers({ ...previewing, kind: 'delete', deletes: total - 2, way: 'endpoint' }));
    await page.getByText("Deleted records can't be restored").waitFor();
    await page.getByText('100 records per request').waitFor();
    await page.getByRole('button', { name: 'Delete 99,998 records' }).waitFor();
  });
});
