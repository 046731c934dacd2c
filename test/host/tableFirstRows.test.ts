import assert from 'node:assert/strict';
import { TableBench } from './tableBench.ts';
import { waitUntil } from './waitUntil.ts';

describe('the first rows of a table', () => {
  let bench: TableBench;
  beforeEach(async () => {
    bench = await TableBench.open();
  });
  afterEach(() => bench.close());

  it('asks for the first rows before its page is there, once, and begins with them', async () => {
    bench.session.prefetchRows();
    await waitUntil('the rows are here', () => bench.parts.totals.get('fake', 'crm/leads', 'all') === 5);
    const { first } = await bench.panel.page.call.start();
    assert.deepEqual(first?.request, { query: {}, from: 0, count: 100 });
    assert.equal(first.rows.rows.length, 5);
    assert.equal(bench.listed(), 1);
  });

  it('begins without rows when they take their time, and asks the service no second time for them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.service.listed = promise;
    bench.session.prefetchRows();
    await waitUntil('they were asked for', () => bench.listed() === 1);
    assert.equal((await bench.panel.page.call.start()).first, undefined);
    const asked = bench.panel.page.call.rows({ query: {}, from: 0, count: 100 });
    resolve();
    assert.equal((await asked).total, 5);
    assert.equal(bench.listed(), 1);
  });

  it('begins with no rows that were changed while its page was loaded', async () => {
    bench.session.prefetchRows();
    await waitUntil('the rows are here', () => bench.parts.totals.get('fake', 'crm/leads', 'all') === 5);
    Object.assign(bench.service.leads.get('1') ?? {}, { city: 'Agra' });
    bench.parts.pages.forget('fake');
    bench.session.refresh();
    const { first } = await bench.panel.page.call.start();
    const shown = first?.rows ?? (await bench.panel.page.call.rows({ query: {}, from: 0, count: 100 }));
    assert.equal(shown.rows[0]?.cells[1], 'Agra');
  });
});
