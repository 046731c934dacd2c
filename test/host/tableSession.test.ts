import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TableParts } from '../../src/editors/tableParts.ts';
import { TableSession } from '../../src/editors/tableSession.ts';
import { DocumentEdits } from '../../src/platform/documentEdits.ts';
import { ErrorGate } from '../../src/platform/errors.ts';
import { tableHost } from '../../src/protocol/table.ts';
import type { Log } from '../../src/platform/log.ts';
import { Clients } from '../../src/services/clients.ts';
import { ColumnLayouts } from '../../src/services/columnLayouts.ts';
import { KnownTotals } from '../../src/services/knownTotals.ts';
import { LastSeen } from '../../src/services/lastSeen.ts';
import { ListViewCache } from '../../src/services/listViewCache.ts';
import { Recents } from '../../src/services/recents.ts';
import { RecordChanges } from '../../src/services/recordChanges.ts';
import { RecordForms } from '../../src/services/recordForms.ts';
import { RecordPages } from '../../src/services/recordPages.ts';
import { StagedProblems } from '../../src/services/stagedProblems.ts';
import { TableViews } from '../../src/services/tableViews.ts';
import { WriteGuard } from '../../src/services/writeGuard.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import { hostileMessages } from '../support/hostileMessages.ts';
import { plainMemory } from '../support/memory.ts';
import { type MemoryConnections, memoryConnections } from '../support/memoryConnections.ts';
import { FakeTablePanel } from './fakeTablePanel.ts';
import { setText, stagedCity } from './leadConnection.ts';
import { heapMiB, leftBehind, outcome } from './leftBehind.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

const controller = { module: 'crm', controller: 'leads' };

describe('what a table and its host say to each other', () => {
  let service: LeadService;
  let memory: MemoryConnections;
  let parts: TableParts;
  let panel: FakeTablePanel;
  let session: TableSession;
  let document: vscode.TextDocument;
  const logged: string[] = [];
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');

  beforeEach(async () => {
    await recordbenchApi();
    service = await leadService();
    memory = memoryConnections();
    const { connections } = memory;
    await connections.add({ name: 'Fake', baseUrl: service.url }, undefined);
    const log = { warn: (text: string) => logged.push(text), error: (error: unknown) => logged.push(String(error)) };
    const clients = new Clients(connections, { request: () => undefined });
    const changes = new RecordChanges();
    parts = {
      extension,
      connections,
      clients,
      guard: new WriteGuard(connections, clients),
      changes,
      pages: new RecordPages(clients, new LastSeen(connections, changes)),
      forms: new RecordForms(clients, changes, connections),
      problems: new StagedProblems(),
      layouts: new ColumnLayouts(plainMemory(), connections),
      views: new TableViews(plainMemory(), connections),
      listViews: new ListViewCache(connections, clients),
      totals: new KnownTotals(connections),
      recents: new Recents(plainMemory(), connections),
      edits: new DocumentEdits(),
      gate: new ErrorGate(log as unknown as Log),
      log: log as unknown as Log,
    };
    document = await vscode.workspace.openTextDocument(vscode.Uri.parse('records://fake/crm/leads/all.listview'));
    await vscode.window.showTextDocument(document);
    openSession();
  });

  afterEach(async () => {
    panel.dispose();
    parts.clients.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await service.close();
  });

  function openSession(): void {
    panel = new FakeTablePanel();
    const address = { kind: 'listView', connection: 'fake', controller, listView: 'all' } as const;
    session = new TableSession(parts, address, document, panel.asPanel());
  }

  const rows = (query: object = {}): ReturnType<typeof ask> => ask(query);
  const ask = async (query: object): Promise<{ total: number | null; names: string[] }> => {
    const reply = await panel.page.ask('rows', { query, from: 0, count: 50 });
    return { total: reply.total, names: reply.rows.map(({ name }) => name) };
  };

  it('lets nothing into its page but its own script and style', () => {
    const { html, options } = panel.webview;
    const policy = /content="([^"]*default-src[^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src [^;*]+; font-src [^;*]+; img-src [^;*]+$/,
    );
    assert.doesNotMatch(policy, /unsafe/);
    assert.match(html, /<recordbench-table><\/recordbench-table>/);
    assert.ok(options.localResourceRoots?.every(({ path }) => path === `${extension.path}/dist/webview`));
  });

  it('begins with the name of the list view, and so does the tab', async () => {
    const start = await panel.page.ask('start', undefined);
    assert.deepEqual([start.title, panel.title, start.pageSize, start.staged], ['All Leads', 'All Leads', 100, {}]);
    assert.deepEqual(start.connection, { id: 'fake', name: 'Fake', readOnly: false });
    await waitUntil('it is among the recents', () => parts.recents.shown()[0]?.label === 'All Leads');
  });

  it('gives rows, and tells the tree how many there are', async () => {
    assert.deepEqual(await rows(), { total: 5, names: ['Lead 1', 'Lead 2', 'Lead 3', 'Lead 4', 'Lead 5'] });
    assert.deepEqual((await rows({ search: 'Lead 3' })).names, ['Lead 3']);
    assert.equal(parts.totals.get('fake', 'crm/leads', 'all'), 5);
  });

  it('asks the service as the filters and the raw query say', async () => {
    await rows({ filters: { 'leads.city': null } });
    await rows({ rawQ: '{"where": {"leads.city": "Goa"}}' });
    const sent = service.received.flatMap(({ query }) => query.get('q') ?? []).filter((q) => !q.includes('listviews'));
    assert.deepEqual(sent, ['{"method":"find","where":[{"leads.city":null}]}', '{"where":{"leads.city":"Goa"}}']);
    await assert.rejects(rows({ rawQ: '{"where"' }), /Could not use the query: This is not JSON/);
    assert.match((await panel.page.ask('checkQ', { text: '{"where": {"city": 1}}' })).problem ?? '', /leads\.city/);
  });

  it('shows what the service finds by a category, and asks for it once', async () => {
    Object.assign(service.leads.get('2') ?? {}, { city: 'Pune' });
    const find = { kind: 'category', category: 'Goa' } as const;
    const reply = await panel.page.ask('rows', { query: { find }, from: 0, count: 2 });
    assert.deepEqual([reply.total, reply.rows.map(({ id }) => id)], [4, ['1', '3']]);
    assert.deepEqual((await rows({ find })).total, 4);
    const asked = service.received.filter(({ query }) => query.get('current_category') === 'Goa');
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/crm/leads/view'],
    );
    assert.equal(
      reply.columns.some(({ isSortable }) => isSortable),
      false,
    );
    assert.equal(parts.totals.get('fake', 'crm/leads', 'all'), undefined);
  });

  it('cuts long cells, and gives the whole of one that is asked for', async () => {
    const long = '🙂'.repeat(262_144); // a megabyte
    Object.assign(service.leads.get('1') ?? {}, { city: long });
    const reply = await panel.page.ask('rows', { query: {}, from: 0, count: 1 });
    const [row] = reply.rows;
    assert.deepEqual([row?.cells[1]?.length, row?.cut], [2_000, [1]]);
    assert.equal(await panel.page.ask('cell', { id: '1', column: 'leads.city' }), long);
    parts.pages.forget('fake');
    assert.equal(await panel.page.ask('cell', { id: '1', column: 'leads.city' }), long);
  });

  it('writes a staged cell into the document, under the name of its field, and takes it back', async () => {
    await rows();
    const cell = { id: '1', column: 'leads.city', from: 'Goa' };
    assert.deepEqual(await panel.page.ask('stage', { ...cell, to: 'Pune' }), {
      1: { 'leads.city': { from: 'Goa', to: 'Pune' } },
    });
    assert.equal(document.getText(), stagedCity(['1', 'Goa', 'Pune']));
    assert.deepEqual(await panel.page.ask('stage', cell), {});
    assert.equal(document.getText(), '{}\n');
  });

  it('loses none of sixty cells that are staged at once', async () => {
    await rows();
    const cells = Array.from({ length: 60 }, (_, index) => ({ id: String(index), column: 'leads.city', from: 'Goa' }));
    await Promise.all(cells.map((cell) => panel.page.ask('stage', { ...cell, to: `Pune ${cell.id}` })));
    assert.equal(Object.keys(JSON.parse(document.getText()) as object).length, 60);
  });

  it('tells the table what else happens to the text, and not that someone broke it', async () => {
    await rows();
    await setText(document, stagedCity(['2', 'Goa', 'Agra']));
    session.tellStaged();
    assert.deepEqual(panel.staged.at(-1), { 2: { 'leads.city': { from: 'Goa', to: 'Agra' } } });
    await setText(document, '{ "2"');
    session.tellStaged();
    assert.deepEqual(panel.staged.at(-1), { 2: { 'leads.city': { from: 'Goa', to: 'Agra' } } });
    const refused = panel.page.ask('stage', { id: '1', column: 'leads.city', from: 'Goa', to: 'x' });
    await assert.rejects(refused, /Could not edit the cell: The staged cells are not JSON/);
  });

  it('tells why a save refused a cell', async () => {
    await rows();
    const staged = new Map([['1', new Map([['city', { from: 'Goa', to: 'Pune' }]])]]);
    await setText(document, stagedCity(['1', 'Goa', 'Pune']));
    const problem = { sentence: 'Could not save.', fields: new Map([['city', 'Not served.']]) };
    parts.problems.set(document.uri.toString(), staged, new Map([['1', problem]]));
    session.tellStaged();
    assert.equal(panel.staged.at(-1)?.['1']?.['leads.city']?.problem, 'Not served.');
  });

  it('says why a cell cannot be edited, and refuses to stage it', async () => {
    await rows();
    const why = (column: string): Promise<string | null> => panel.page.ask('whyNotEditable', { id: '1', column });
    assert.equal(await why('leads.city'), null);
    assert.match((await why('leads.name')) ?? '', /“name” is read-only: the field itself says 4 \(VIEW\)/);
    assert.equal(await why('shout'), '“Shout” is computed by the service, so it cannot be edited.');
    await assert.rejects(
      panel.page.ask('stage', { id: '1', column: 'leads.name', from: 'Lead 1', to: 'x' }),
      /“name” is read-only/,
    );
    const [connection] = memory.connections.all();
    assert.ok(connection);
    await memory.connections.change({ ...connection, readOnly: true });
    assert.match((await why('leads.city')) ?? '', /The connection Fake is read-only/);
    await assert.rejects(panel.page.ask('stage', { id: '1', column: 'leads.city', from: 'Goa', to: 'x' }), /read-only/);
    assert.equal(logged.at(-1), 'A table asked for something that is not allowed, and was refused.');
    assert.equal(document.getText(), '{}\n');
  });

  it('reads the form of a record once for all its cells', async () => {
    await rows();
    for (const column of ['leads.city', 'leads.score', 'leads.name'])
      await panel.page.ask('whyNotEditable', { id: '1', column });
    assert.equal(service.received.filter(({ path }) => path === '/crm/leads/edit').length, 1);
  });

  it('remembers the columns for the next time', async () => {
    const layout = { order: ['leads.city'], hidden: [], shown: [], pinned: [], widths: { 'leads.city': 120 } };
    panel.page.tell('layout', layout);
    openSession();
    await waitUntil('it is remembered', async () => (await panel.page.ask('start', undefined)).layout !== null);
    assert.deepEqual((await panel.page.ask('start', undefined)).layout, layout);
  });

  it('remembers how the table was left, until its tab is closed', async () => {
    const view = {
      at: 1,
      query: { search: 'Lead 2' },
      top: 3,
      active: { row: 4, column: 1 },
      selection: { all: false, ids: ['2'] },
      isFiltering: false,
      isPreviewing: false,
    };
    panel.page.tell('view', view);
    await waitUntil('it is remembered', async () => (await panel.page.ask('start', undefined)).view !== null);
    const first = panel;
    openSession();
    assert.deepEqual((await panel.page.ask('start', undefined)).view, view);
    first.dispose();
    await waitUntil('it is forgotten', async () => (await panel.page.ask('start', undefined)).view === null);
  });

  it('names the kind of a failure, and works again when the service does', async () => {
    service.isLocked = true;
    await assert.rejects(rows(), { code: 'notSignedIn', message: /token has expired/ });
    assert.equal(session.isFailing, true);
    service.isLocked = false;
    assert.equal((await rows()).total, 5);
    assert.equal(session.isFailing, false);
    const [connection] = memory.connections.all();
    assert.ok(connection);
    await memory.connections.remove(connection);
    await assert.rejects(rows(), { code: 'noConnection', message: /There is no connection “fake”/ });
  });

  it('waits for what is being typed before a save, but not for a page that is gone', async () => {
    await panel.page.ask('start', undefined);
    await session.commit();
    assert.equal(panel.commits, 1);
    panel.isAlive = false;
    await session.commit();
    panel.visible = false;
    await session.commit();
    assert.equal(panel.commits, 1);
  });

  it('answers a page that begins anew, whatever the old one had asked', async () => {
    await panel.page.ask('start', undefined);
    const lost = panel.page.ask('rows', { query: {}, from: 0, count: 10 });
    lost.catch(() => undefined);
    panel.reload();
    assert.equal((await panel.page.ask('start', undefined)).title, 'All Leads');
    assert.equal((await rows()).total, 5);
  });

  const listed = (): number => service.received.filter(({ path }) => path === '/crm/leads/index.json').length;

  it('asks for the first rows before its page is there, once, and begins with them', async () => {
    session.askAhead();
    await waitUntil('the rows are here', () => parts.totals.get('fake', 'crm/leads', 'all') === 5);
    const { first } = await panel.page.ask('start', undefined);
    assert.deepEqual(first?.request, { query: {}, from: 0, count: 100 });
    assert.equal(first.rows.rows.length, 5);
    assert.equal(listed(), 1);
  });

  it('begins without rows when they take their time, and asks the service no second time for them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.listed = promise;
    session.askAhead();
    await waitUntil('they were asked for', () => listed() === 1);
    assert.equal((await panel.page.ask('start', undefined)).first, undefined);
    const asked = panel.page.ask('rows', { query: {}, from: 0, count: 100 });
    resolve();
    assert.equal((await asked).total, 5);
    assert.equal(listed(), 1);
  });

  it('begins with no rows that were changed while its page was loaded', async () => {
    session.askAhead();
    await waitUntil('the rows are here', () => parts.totals.get('fake', 'crm/leads', 'all') === 5);
    Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
    parts.pages.forget('fake');
    session.refresh();
    const { first } = await panel.page.ask('start', undefined);
    const shown = first?.rows ?? (await panel.page.ask('rows', { query: {}, from: 0, count: 100 }));
    assert.equal(shown.rows[0]?.cells[1], 'Agra');
  });

  it('passes on a link, a search and a row', async () => {
    session.show({ search: 'Lead 2' });
    assert.deepEqual((await panel.page.ask('start', undefined)).query, { search: 'Lead 2' });
    session.show({ search: 'Lead 3' });
    session.focusSearch();
    session.goToRow(12);
    session.refresh();
    assert.deepEqual(panel.told, ['query', 'focusSearch', 'goToRow 12', 'refresh']);
  });

  it('copies a link with its search, and a curl command without the token', async () => {
    await rows();
    panel.page.tell('copyLink', { query: { search: 'a b' } });
    const copied = (what: RegExp): Promise<void> =>
      waitUntil(`${what} was copied`, async () => what.test(await vscode.env.clipboard.readText()));
    await copied(/\/open\/fake\/crm\/leads\/all\.listview\?query=%7B%22search%22%3A%22a%20b%22%7D$/);
    panel.page.tell('copyAsCurl', { query: { search: "it's" } });
    await copied(/Bearer \$RECORDBENCH_TOKEN" 'http.*search_basic=it%27s/);
    panel.page.tell('copy', { text: 'a\tb' });
    await copied(/^a\tb$/);
  });

  it('refuses what a page that was taken over sends, and writes that into the log', async () => {
    await panel.page.ask('start', undefined);
    const text = document.getText();
    const hostile = hostileMessages(Object.keys(tableHost.requests), Object.keys(tableHost.events));
    const before = logged.length;
    for (const message of hostile) panel.send(message);
    await waitUntil('all is refused', () => logged.length - before >= hostile.length - 3); // three replies to nothing
    assert.ok(logged.slice(before).every((line) => /^A table sent .+, which was dropped\.$/.test(line)));
    assert.equal(document.getText(), text);
    assert.deepEqual(service.posts(), []);
    assert.equal((await rows()).names.length, 5);
  });

  it('leaves nothing behind, however often it is opened and closed', async function () {
    const cycles = times(20, 200);
    this.timeout(20_000 + cycles * 500);
    const before = heapMiB();
    const left = await leftBehind(cycles, async () => {
      const tab = new FakeTablePanel();
      const address = { kind: 'listView', connection: 'fake', controller, listView: 'all' } as const;
      const opened = new TableSession(parts, address, document, tab.asPanel());
      await tab.page.ask('start', undefined);
      await tab.page.ask('rows', { query: {}, from: 0, count: 50 });
      tab.dispose();
      return opened;
    });
    assert.ok(left <= 1, `${left} of ${cycles} tables are still held by something`);
    noteOutcome('leak: host of a table, opened and closed', cycles, outcome(left, heapMiB() - before));
  });

  it('writes no value of a record to the log', async () => {
    service.isLocked = true;
    await rows().catch(() => undefined);
    assert.doesNotMatch(logged.join('\n'), /Goa|Lead \d/);
  });
});
