import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asked as answered } from './prompts.ts';
import { TableEditor } from '../../src/features/table/host/tableEditor.ts';
import { type LinkedSearch, TableSession } from '../../src/features/table/host/tableSession.ts';
import { relatedListView } from '../../src/model/list/relatedList.ts';
import { addressUri } from '../../src/platform/addressUri.ts';
import { tableHost } from '../../src/features/table/tableProtocol.ts';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import { hostileMessages } from '../support/hostileMessages.ts';
import { FakeTablePanel } from './fakeTablePanel.ts';
import { heapMiB, countLeaks, outcome } from './leftBehind.ts';
import { tableAddress, TableBench } from './tableBench.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

describe('table session', () => {
  let bench: TableBench;
  beforeEach(async () => (bench = await TableBench.open()));
  afterEach(() => bench.close());

  it('allows only its own script and styles in its page', () => {
    const { html, options } = bench.panel.webview;
    const policy = /content="([^"]*default-src[^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src [^;*]+; font-src [^;*]+; img-src [^;*]+; base-uri 'none'; form-action 'none'$/,
    );
    assert.doesNotMatch(policy, /unsafe/);
    assert.match(html, /<recordbench-table><\/recordbench-table>/);
    assert.ok(options.localResourceRoots?.every(({ path }) => path === `${bench.parts.extension.path}/dist/webview`));
  });

  it('starts with the name of the list view, also as the tab title', async () => {
    const start = await bench.panel.page.call.start();
    assert.deepEqual(
      [start.title, bench.panel.title, start.pageSize, start.staged],
      ['All Leads', 'All Leads', 100, {}],
    );
    assert.deepEqual(start.connection, { id: 'fake', name: 'Fake', readOnly: false, service: bench.service.url });
  });

  it('delays all other UI updates until the table is shown', async () => {
    const { recents, totals } = bench.parts;
    await bench.panel.page.call.start();
    await bench.rows();
    assert.deepEqual(recents.shown(), []);
    assert.equal(totals.get('fake', 'crm/leads', 'all'), undefined);
    assert.equal(bench.panel.iconPath, undefined);
    bench.panel.page.notify.shown();
    await waitUntil('it is among the recents', () => recents.shown()[0]?.label === 'All Leads');
    assert.equal(totals.get('fake', 'crm/leads', 'all'), 5);
    assert.ok(bench.panel.iconPath);
  });

  it('returns rows, and reports the total to the tree', async () => {
    bench.panel.page.notify.shown();
    assert.deepEqual(await bench.rows(), { total: 5, names: ['Lead 1', 'Lead 2', 'Lead 3', 'Lead 4', 'Lead 5'] });
    assert.deepEqual((await bench.rows({ search: 'Lead 3' })).names, ['Lead 3']);
    assert.equal(bench.parts.totals.get('fake', 'crm/leads', 'all'), 5);
  });

  it('sends the filters and the raw query to the service', async () => {
    await bench.rows({ filters: { 'leads.city': null } });
    await bench.rows({ rawQ: '{"where": {"leads.city": "Goa"}}' });
    const sent = bench.service.received
      .flatMap(({ query }) => query.get('q') ?? [])
      .filter((q) => !q.includes('listviews'));
    assert.deepEqual(sent, ['{"method":"find","where":[{"leads.city":null}]}', '{"where":{"leads.city":"Goa"}}']);
    await assert.rejects(bench.rows({ rawQ: '{"where"' }), /Could not use the query: This is not JSON/);
    assert.match(
      (await bench.panel.page.call.checkQuery({ text: '{"where": {"city": 1}}' })).remark?.text ?? '',
      /leads\.city/,
    );
  });

  it('retries a phone number search in the format of the service when nothing matches', async () => {
    bench.service.leads.set('6', { name: 'Mia, +49 30 100413', city: 'Goa', score: null });
    const { page } = bench.panel;
    await page.call.start();
    const rows = (search: string) => page.call.rows({ query: { search }, from: 0, count: 10 });
    assert.equal((await rows('4930100413')).total, 0);
    await waitUntil('the page is to ask for that', () => bench.panel.queries.length > 0);
    assert.deepEqual(bench.panel.queries, [{ search: '+49 30 100413' }]);
    assert.equal((await rows('+49 30 100413')).total, 1);
  });

  it('shows what the service finds by category, with one request', async () => {
    Object.assign(bench.service.leads.get('2') ?? {}, { city: 'Pune' });
    const find = { kind: 'category', category: 'Goa' } as const;
    const reply = await bench.panel.page.call.rows({ query: { find }, from: 0, count: 2 });
    assert.deepEqual([reply.total, reply.rows.map(({ id }) => id)], [4, ['1', '3']]);
    assert.deepEqual((await bench.rows({ find })).total, 4);
    const asked = bench.service.received.filter(({ query }) => query.get('current_category') === 'Goa');
    assert.deepEqual(pluck(asked, 'path'), ['/crm/leads/view']);
    assert.equal(
      reply.columns.some(({ isSortable }) => isSortable),
      false,
    );
    assert.equal(bench.parts.totals.get('fake', 'crm/leads', 'all'), undefined);
  });

  it('returns column details from the form on request, and immediately when shown again', async () => {
    await bench.rows();
    const views = (): number => bench.service.received.filter(({ path }) => /^.crm.leads.(?!index)/.test(path)).length;
    assert.deepEqual([(await bench.panel.page.call.start()).columnInfos, views()], [undefined, 0]);
    const infos = await bench.panel.page.call.columnInfos();
    assert.deepEqual(infos['leads.score'], { filter: 'text', shown: { kind: 'number' } });
    assert.deepEqual([(await bench.panel.page.call.start()).columnInfos, views()], [infos, 1]);
  });

  it('remembers the columns', async () => {
    const layout = { order: ['leads.city'], hidden: [], shown: [], pinned: [], widths: { 'leads.city': 120 } };
    bench.panel.page.notify.layout(layout);
    bench.openSession();
    await waitUntil('it is remembered', async () => (await bench.panel.page.call.start()).layout !== null);
    assert.deepEqual((await bench.panel.page.call.start()).layout, layout);
  });

  it('remembers the state of the table until its tab closes', async () => {
    const view = {
      at: 1,
      query: { search: 'Lead 2' },
      top: 3,
      active: { row: 4, column: 1 },
      selection: { all: false, ids: ['2'] },
      isFiltering: false,
      isPreviewing: false,
    };
    bench.panel.page.notify.view(view);
    await waitUntil('it is remembered', async () => (await bench.panel.page.call.start()).view !== null);
    const first = bench.panel;
    bench.openSession();
    assert.deepEqual((await bench.panel.page.call.start()).view, view);
    first.dispose();
    await waitUntil('it is forgotten', async () => (await bench.panel.page.call.start()).view === null);
  });

  it('lists a failed read for retry, without interrupting the user', async () => {
    let failures = 0;
    const editor = new TableEditor({ ...bench.parts, onFailedRead: () => (failures += 1) });
    const panel = new FakeTablePanel();
    await editor.resolveCustomTextEditor(bench.document, panel.asPanel());
    const rows = (): Promise<unknown> => panel.page.call.rows({ query: {}, from: 0, count: 50 });
    await panel.page.call.start();
    await rows();
    assert.deepEqual([editor.failedReads, failures], [[], 0]);
    bench.service.isLocked = true;
    panel.page.notify.refresh();
    await assert.rejects(rows(), /token has expired/);
    const [failed] = editor.failedReads;
    assert.deepEqual([failed?.connection, failed?.isVisible, failures], ['fake', true, 1]);
    await failed?.retry();
    assert.deepEqual(panel.reported, ['autoRefresh']);
    bench.service.isLocked = false;
    await rows();
    assert.deepEqual(editor.failedReads, []);
    panel.dispose();
  });

  it('does not prefetch for a page that has already sent a request', async () => {
    await bench.panel.page.call.start();
    await bench.rows({ search: 'Lead 3' });
    bench.session.prefetchRows();
    assert.deepEqual(bench.session.query, { search: 'Lead 3' });
  });

  it('notifies its page of deletions, and provides links to what it shows', async () => {
    const editor = new TableEditor(bench.parts);
    const listening = editor.register();
    const panel = new FakeTablePanel();
    await editor.resolveCustomTextEditor(bench.document, panel.asPanel());
    await panel.page.call.start();
    await panel.page.call.rows({ query: { search: 'Lead' }, from: 0, count: 50 });
    assert.deepEqual(editor.searchOf(bench.document.uri)?.query, { search: 'Lead' });
    const change = { connection: 'fake', controller: 'crm/leads', isDeletion: true };
    bench.parts.changes.notify({ ...change, controller: 'crm/others', ids: ['1'] });
    bench.parts.changes.notify({ ...change, ids: ['2', '3'] });
    await waitUntil('the page knows', () => panel.reported.includes('deleted 2 3'));
    assert.ok(!panel.reported.includes('deleted 1'));
    await bench.parts.watchList.add({
      kind: 'record',
      connection: 'fake',
      controller: tableAddress.controller,
      id: '4',
    });
    await waitUntil('it knows what is watched', () => panel.reported.includes('watched 4'));
    assert.deepEqual((await panel.page.call.start()).watched, ['4']);
    listening.dispose();
    panel.dispose();
  });

  it('has its title before anything is read, or the default of VS Code while it is unknown', async () => {
    const { listViews, titles, recents } = bench.parts;
    bench.openSession();
    assert.equal(bench.panel.title, '', 'nothing is known');
    await listViews.listViews('fake', tableAddress.controller);
    bench.openSession();
    assert.equal(bench.panel.title, 'All Leads');
    await bench.panel.page.call.start();
    bench.panel.page.notify.shown();
    await waitUntil('it is among the recents', () => recents.shown()[0]?.label === 'All Leads');
    const record = { kind: 'record', connection: 'fake', controller: tableAddress.controller, id: '2' } as const;
    await bench.rows();
    bench.panel.page.notify.openRecord({ id: '2', how: 'preview' });
    await waitUntil('its tab would be named after the row', () => titles.known(record) === 'Lead 2');
  });

  it('names a table of related records after their record, and follows a rename', async () => {
    const to = { id: '2', key: 'leads.parent_id', modelClass: '' };
    const listView = relatedListView({ parent: tableAddress.controller, name: 'children', to });
    const document = await vscode.workspace.openTextDocument(addressUri({ ...tableAddress, listView }));
    const editor = new TableEditor(bench.parts);
    const listening = editor.register();
    const panel = new FakeTablePanel();
    await editor.resolveCustomTextEditor(document, panel.asPanel());
    assert.equal(panel.title, '', 'nothing is known');
    assert.equal((await panel.page.call.start()).title, 'Leads of Lead 2');
    assert.equal(panel.title, 'Leads of Lead 2');
    bench.service.leads.get('2')!.name = 'Baker';
    bench.parts.changes.notify({ connection: 'fake', controller: 'crm/leads', ids: ['3'] });
    bench.parts.changes.notify({ connection: 'fake', controller: 'crm/leads', ids: ['2'] });
    await waitUntil('the tab has the new name', () => panel.title === 'Leads of Baker');
    const again = new FakeTablePanel();
    await editor.resolveCustomTextEditor(document, again.asPanel());
    assert.equal(again.title, 'Leads of Baker', 'it is remembered for the next time');
    listening.dispose();
    panel.dispose();
    again.dispose();
  });

  it('offers the same actions after its connection was removed and added again', async () => {
    const editor = new TableEditor(bench.parts);
    const listening = editor.register();
    const panel = new FakeTablePanel();
    await editor.resolveCustomTextEditor(bench.document, panel.asPanel());
    const before = await panel.page.call.start();
    const { connections } = bench.memory;
    await connections.remove(connections.get('fake') ?? assert.fail());
    await assert.rejects(panel.page.call.rows({ query: {}, from: 0, count: 50 }), /There is no connection “fake”/);
    await connections.add({ name: 'Fake', baseUrl: bench.service.url }, undefined);
    assert.equal((await panel.page.call.rows({ query: {}, from: 0, count: 50 })).total, 5);
    // no message in between removed a button
    assert.ok(!panel.reported.includes('readOnly true'), panel.reported.join(', '));
    const after = await panel.page.call.start();
    assert.deepEqual([after.connection, after.offers], [before.connection, before.offers]);
    listening.dispose();
    panel.dispose();
  });

  it('reports the kind of a failure, and recovers with the service', async () => {
    bench.service.isLocked = true;
    await assert.rejects(bench.rows(), { code: 'notSignedIn', message: /token has expired/ });
    assert.match(String(bench.session.failure?.error), /token has expired/);
    bench.service.isLocked = false;
    assert.equal((await bench.rows()).total, 5);
    assert.equal(bench.session.failure, undefined);
    const [connection] = bench.memory.connections.all();
    assert.ok(connection);
    await bench.memory.connections.remove(connection);
    await assert.rejects(bench.rows(), { code: 'noConnection', message: /There is no connection “fake”/ });
  });

  it('waits for pending input before a save, but not for a closed page', async () => {
    await bench.panel.page.call.start();
    await bench.session.commit();
    assert.equal(bench.panel.commits, 1);
    bench.panel.isAlive = false;
    await bench.session.commit();
    bench.panel.visible = false;
    await bench.session.commit();
    assert.equal(bench.panel.commits, 1);
  });

  it('responds to a reloaded page despite pending requests of the old one', async () => {
    await bench.panel.page.call.start();
    const lost = bench.panel.page.call.rows({ query: {}, from: 0, count: 10 });
    lost.catch(() => undefined);
    bench.panel.reload();
    assert.equal((await bench.panel.page.call.start()).title, 'All Leads');
    assert.equal((await bench.rows()).total, 5);
  });

  it('forwards a link, a search and a row', async () => {
    bench.session.show({ search: 'Lead 2' });
    assert.deepEqual((await bench.panel.page.call.start()).query, { search: 'Lead 2' });
    await waitUntil('the page has started', () => bench.panel.reported.includes('query'));
    bench.session.show({ search: 'Lead 3' });
    bench.session.focusSearch();
    bench.session.goToRow(12);
    bench.session.refresh();
    assert.deepEqual(bench.panel.reported, ['query', 'query', 'focusSearch', 'goToRow 12', 'refresh']);
  });

  it('shows a saved search with its columns, stored for the list view only when the user changes them', async () => {
    const layout = { order: [], hidden: ['leads.city'], shown: [], pinned: [], widths: {} };
    bench.session.show({ search: 'Lead 2' }, { layout });
    assert.deepEqual((await bench.panel.page.call.start()).layout, layout);
    await waitUntil('the page is told', () => bench.panel.reported.includes('layout without leads.city'));
    assert.deepEqual(bench.session.layout, layout);
    const other = { ...layout, hidden: ['leads.name'] };
    bench.panel.page.notify.layout(other);
    await waitUntil('the new columns', () => bench.session.layout?.hidden[0] === 'leads.name');
  });

  it('shows the existing columns named in a link, and includes them in its own link', async () => {
    const columns = { order: ['leads.city', 'leads.name'], hidden: ['leads.score', 'elsewhere.secret'] };
    bench.session.show({ search: 'Lead 2' }, { columns });
    await bench.rows();
    await waitUntil('the page is told', () => bench.panel.reported.includes('layout without leads.score'));
    bench.panel.page.notify.copyLink({ query: { search: 'Lead 2' } });
    await waitUntil('the link is copied', async () => {
      const link = decodeURIComponent(await vscode.env.clipboard.readText());
      return link.endsWith(
        '?query={"search":"Lead 2","columns":{"order":["leads.city","leads.name"],"hidden":["leads.score"]}}',
      );
    });
    bench.openSession();
    assert.equal((await bench.panel.page.call.start()).layout, null, 'it is not the list view’s own');
  });

  it('copies a link with its search, and a curl command without the token', async () => {
    await bench.rows();
    bench.panel.page.notify.copyLink({ query: { search: 'a b' } });
    const copied = (what: RegExp): Promise<void> =>
      waitUntil(`${what} was copied`, async () => what.test(await vscode.env.clipboard.readText()));
    await copied(/\/open\/fake\/crm\/leads\/all\.listview\?query=%7B%22search%22%3A%22a%20b%22%7D$/);
    await answered(
      'showQuickPick',
      (_, items) => items[0],
      async () => {
        bench.panel.page.notify.copyAsCurl({ query: { search: "it's" } });
        await copied(/Bearer '"\$RECORDBENCH_TOKEN" 'http.*search_basic=it%27s/);
      },
    );
    bench.panel.page.notify.copy({ text: 'a\tb' });
    await copied(/^a\tb$/);
  });

  it('rejects and logs messages of a compromised page', async () => {
    await bench.panel.page.call.start();
    const text = bench.document.getText();
    const hostile = hostileMessages(Object.keys(tableHost.requests), Object.keys(tableHost.events));
    const before = bench.logged.length;
    for (const message of hostile) bench.panel.send(message);
    await waitUntil('all is refused', () => bench.logged.length - before >= hostile.length - 3); // three are replies without a request
    assert.ok(bench.logged.slice(before).every((line) => /^A table sent .+, which was dropped\.$/.test(line)));
    assert.equal(bench.document.getText(), text);
    assert.deepEqual(bench.service.posts(), []);
    assert.equal((await bench.rows()).names.length, 5);
  });

  it('reserves space for its initial filters before the page loads', async () => {
    const open = (search?: LinkedSearch): string => {
      const tab = new FakeTablePanel();
      // oxlint-disable-next-line no-new -- it fills the tab
      new TableSession(bench.parts, tableAddress, bench.document, tab.asPanel(), undefined, search);
      const html = tab.asPanel().webview.html;
      tab.dispose();
      return html;
    };
    assert.doesNotMatch(open(), /class="narrowed"/);
    assert.doesNotMatch(open({ query: { search: 'Goa' }, shown: {} }), /class="narrowed"/);
    assert.match(open({ query: { filters: { 'leads.city': 'Goa' } }, shown: {} }), /class="narrowed"/);
    assert.match(open({ query: { rawQ: '{}' }, shown: {} }), /class="narrowed"/);
  });

  it('leaks nothing across repeated opening and closing', async function () {
    const cycles = times(20, 200);
    this.timeout(180_000 + cycles * 500);
    const before = heapMiB();
    const left = await countLeaks(cycles, async () => {
      const tab = new FakeTablePanel();
      const opened = new TableSession(bench.parts, tableAddress, bench.document, tab.asPanel());
      await tab.page.call.start();
      await tab.page.call.rows({ query: {}, from: 0, count: 50 });
      tab.dispose();
      return opened;
    });
    assert.ok(left <= 1, `${left} of ${cycles} tables are still held by something`);
    noteOutcome('leak: host of a table, opened and closed', cycles, outcome(left, heapMiB() - before));
  });

  it('logs no values of records', async () => {
    bench.service.isLocked = true;
    await bench.rows().catch(() => undefined);
    assert.doesNotMatch(bench.logged.join('\n'), /Goa|Lead \d/);
  });
});
