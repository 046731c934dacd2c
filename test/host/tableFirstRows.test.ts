import assert from 'node:assert/strict';
import { json } from '../support/scriptedService.ts';
import { tableAddress, TableBench } from './tableBench.ts';
import { waitUntil } from './waitUntil.ts';

describe('first rows of a table', () => {
  let bench: TableBench;
  beforeEach(async () => (bench = await TableBench.open()));
  afterEach(() => bench.close());

  it('are prefetched once before the page loads, and included in its start', async () => {
    bench.session.prefetchRows();
    await waitUntil('the rows are here', () => bench.parts.pages.find(tableAddress, '5') !== undefined);
    const { first } = await bench.panel.page.call.start();
    assert.deepEqual(first?.request, { query: {}, from: 0, count: 100 });
    assert.equal(first.rows.rows.length, 5);
    assert.equal(bench.listed(), 1);
  });

  it('are sent to the page before it asks, and to a replacement page when it asks', async () => {
    const reported = bench.panel.posted;
    bench.session.prefetchRows();
    await waitUntil('it is answered', () => reported.includes('reply'));
    await bench.panel.page.call.start();
    assert.deepEqual(reported.slice(reported.indexOf('reply')), ['reply', 'answered'], 'once');
    bench.panel.reload();
    assert.equal((await bench.panel.page.call.start()).title, 'All Leads');
  });

  it('are sent before the page of a tab that was hidden asks, and keep the title of the tab', async () => {
    bench.service.trouble = ({ path }, response) => {
      const isViews = path.startsWith('/core/listviews');
      const data = [{ id: 'all', name: 'ALL LEADS', controller: 'crm/leads', is_default: '1' }];
      if (isViews) json(response, { paginate: { total_count: 1, data }, errors: [] });
      return isViews;
    };
    const { panel } = bench;
    await panel.page.call.start();
    await panel.page.call.rows({ query: {}, from: 0, count: 100 });
    const [requested, titles] = [bench.listed(), panel.titles.length];
    panel.reload();
    panel.posted.length = 0;
    panel.comeBack();
    await waitUntil('it is answered', () => panel.posted.includes('reply'));
    const { first, title } = await panel.page.call.start();
    assert.deepEqual(panel.posted, ['reply', 'answered'], 'once');
    assert.deepEqual([first?.rows.rows.length, bench.listed()], [5, requested]);
    assert.deepEqual([title, panel.titles.slice(titles)], ['All Leads', []]);
  });

  it('are all that a screen shows, even if it starts at the end of a page', async () => {
    for (let id = 100; id < 500; id++)
      bench.service.leads.set(`${id}`, { name: `Lead ${id}`, city: null, score: null });
    const selection = { all: false, ids: [] };
    const view = { query: {}, top: 299, active: { row: 0, column: 0 }, selection, isFiltering: false };
    await bench.parts.views.set(tableAddress, { ...view, at: Date.now(), isPreviewing: false });
    bench.session.prefetchRows();
    await waitUntil('they are here', () => bench.panel.posted.includes('reply'));
    const { first } = await bench.panel.page.call.start();
    assert.ok(first && first.request.from <= 299 && first.request.from + first.rows.rows.length >= 299 + 40);
  });

  it('begin with the first row when the pages of the service are barely longer than a screen', async () => {
    const [connection] = bench.memory.connections.all();
    assert.ok(connection);
    await bench.memory.connections.change({ ...connection, network: { ...connection.network, pageSize: 70 } });
    const selection = { all: false, ids: [] };
    const view = { query: {}, top: 12, active: { row: 0, column: 0 }, selection, isFiltering: false };
    await bench.parts.views.set(tableAddress, { ...view, at: Date.now(), isPreviewing: false });
    bench.session.prefetchRows();
    await waitUntil('they are here', () => bench.panel.posted.includes('reply'));
    const { first } = await bench.panel.page.call.start();
    assert.deepEqual([first?.request.from, first?.rows.rows.length], [0, 5]);
  });

  it('keep the search of a link until the page is ready', async () => {
    bench.session.show({ search: 'Lead 2' });
    bench.session.prefetchRows();
    await waitUntil('the rows are here', () => bench.listed() === 1);
    assert.deepEqual((await bench.panel.page.call.start()).query, { search: 'Lead 2' });
  });

  for (const isAhead of [true, false])
    it(`apply the search of a link that arrives ${isAhead ? 'after the start reply was sent ahead' : 'while the page starts'}`, async () => {
      const reported = bench.panel.posted;
      if (isAhead) {
        bench.session.prefetchRows();
        await waitUntil('it is answered', () => reported.includes('reply'));
      }
      const started = isAhead ? undefined : bench.panel.page.call.start();
      bench.session.show({ search: 'Lead 2' });
      await (started ?? bench.panel.page.call.start());
      await waitUntil('the page was told to search', () => reported.includes('query'));
      // a page ignores messages before the reply to its start request
      assert.ok(reported.indexOf('reply') < reported.indexOf('query'), reported.join(' '));
    });

  it('are omitted from the start when they are slow, without a second request', async () => {
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

  it('are the last seen rows when the service is down, after one request', async () => {
    await bench.panel.page.call.rows({ query: {}, from: 0, count: 100 });
    bench.parts.pages.evict('fake');
    bench.service.isGone = true;
    bench.openSession();
    bench.session.prefetchRows();
    const { first } = await bench.panel.page.call.start();
    const { seenAt, rows } = first?.rows ?? (await bench.panel.page.call.rows({ query: {}, from: 0, count: 100 }));
    assert.deepEqual([typeof seenAt, rows.length], ['number', 5]);
    // the request layer resends a broken one
    const asked = bench.listed();
    bench.parts.pages.evict('fake');
    await bench.parts.pages.rows(tableAddress, {}, 0, 100);
    assert.equal(asked - 1, bench.listed() - asked);
  });

  it('are dropped when the page asks for something else', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.service.listed = promise;
    bench.session.prefetchRows();
    await waitUntil('they were asked for', () => bench.listed() === 1);
    const asked = bench.panel.page.call.rows({ query: { search: 'Lead 2' }, from: 0, count: 100 });
    await waitUntil('both were asked for', () => bench.listed() === 2);
    resolve();
    assert.equal((await asked).total, 1);
    assert.equal(bench.parts.pages.find(tableAddress, '5'), undefined);
    assert.deepEqual(bench.session.query, { search: 'Lead 2' });
  });

  it('are requested again when they changed while the page was loading', async () => {
    bench.session.prefetchRows();
    await waitUntil('the rows are here', () => bench.parts.pages.find(tableAddress, '5') !== undefined);
    Object.assign(bench.service.leads.get('1') ?? {}, { city: 'Agra' });
    bench.parts.pages.evict('fake');
    bench.session.refresh();
    await bench.panel.page.call.start();
    await waitUntil('it hears of it', () => bench.panel.reported.includes('refresh'));
    const { rows } = await bench.panel.page.call.rows({ query: {}, from: 0, count: 100 });
    assert.equal(rows[0]?.cells[1], 'Agra');
  });
});
