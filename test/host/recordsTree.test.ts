import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordClient } from '../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../src/model/errors.ts';
import type { ListView } from '../../src/model/list/listView.ts';
import { dragToEditor, ExpansionState } from '../../src/tree/recordsView.ts';
import { AddedControllers } from '../../src/services/remembered/addedControllers.ts';
import { SavedSearches } from '../../src/services/remembered/savedSearches.ts';
import { hostileTexts, assertPlain } from '../support/hostileTexts.ts';
import { Favorites } from '../../src/services/remembered/favorites.ts';
import { Emitter } from '../../src/services/common/emitter.ts';
import { ServiceMessages } from '../../src/services/common/serviceMessages.ts';
import { KnownTotals } from '../../src/services/lists/knownTotals.ts';
import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import { Recents } from '../../src/services/remembered/recents.ts';
import { KnownRights } from '../../src/services/records/knownRights.ts';
import type { SentRequest } from '../../src/services/connections/requestHistory.ts';
import { WatchList } from '../../src/services/watch/watchList.ts';
import { RecordsTree } from '../../src/tree/recordsTree.ts';
import type { TreeNode } from '../../src/tree/treeNode.ts';
import { plainMemory } from '../support/memory.ts';
import { memoryConnections } from '../support/memoryConnections.ts';

const leads = controllerName('crm', 'leads');
const view = (id: string, more: Partial<ListView> = {}): ListView => ({
  id,
  name: `View ${id}`,
  controller: leads,
  category: 'Sales',
  isDefault: false,
  chart: undefined,
  ...more,
});

/** A tree with connections that aren't in the settings, and a fake service. */
async function createTree(listViews: RecordClient['listViews']) {
  const { connections } = memoryConnections();
  const connection = await connections.add({ name: 'Production', baseUrl: 'https://records.example.com' }, undefined);
  const clients = { get: async () => ({ listViews }) as unknown as RecordClient };
  const memory = plainMemory();
  const returned = new Emitter<string>();
  const sent = new Emitter<void>();
  const requests: SentRequest[] = [];
  const parts = {
    connections,
    clients,
    requests: { onDidReturn: returned.event, onDidChange: sent.event, all: () => requests.toReversed() },
    listViews: new ListViewCache(connections, clients),
    added: new AddedControllers(memory, connections),
    favorites: new Favorites(memory, connections),
    saved: new SavedSearches(memory, connections),
    recents: new Recents(memory, connections),
    totals: new KnownTotals(connections),
    watchList: new WatchList(memory, connections),
    rights: new KnownRights(connections),
    demo: { hasFailed: false, onDidChange: () => ({ dispose: () => undefined }) },
  };
  const expansion = new ExpansionState({ ...memory, keys: () => [] } as vscode.Memento);
  const tree = new RecordsTree(parts, expansion);
  const below = async (...labels: string[]): Promise<TreeNode[]> => {
    let nodes = await tree.getChildren();
    for (const node of nodes) tree.getTreeItem(node);
    for (const label of labels) {
      const node = nodes.find(({ item }) => item.label === label) ?? assert.fail(`There is no line "${label}".`);
      nodes = await tree.getChildren(node);
    }
    for (const node of nodes) tree.getTreeItem(node);
    return nodes;
  };
  return { ...parts, connection, tree, expansion, below, returned, sent, requests };
}

/** The `when` clause of its menu item in package.json. */
function stopWatchingMenu(): string {
  const { packageJSON } = vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not there');
  const menus = (packageJSON as { contributes: { menus: Record<string, { command: string; when: string }[]> } })
    .contributes.menus['view/item/context'];
  const when = menus?.find(
    (item) => item.command === 'recordbench.stopWatching' && item.when.includes('recordbench.records'),
  )?.when;
  return /viewItem =~ \/(.*)\/$/.exec(when ?? '')?.[1] ?? assert.fail('the tree does not offer it');
}

function words(nodes: readonly TreeNode[]): string[] {
  const text = (part: unknown): string => (typeof part === 'string' ? part : '');
  return nodes.map(({ item }) => [text(item.label), text(item.description)].filter(Boolean).join(' | '));
}

describe('tree items', () => {
  it('of a read-only connection have a context value for menus, and explain why they are read-only', async () => {
    const { below, connections, connection, rights, recents } = await createTree(async () => [view('1')]);
    const address = { kind: 'record', connection: connection.id, controller: leads, id: '17' } as const;
    await recents.add(address, 'Ada');
    const marks = async (): Promise<unknown[]> => {
      const lines = [...(await below()), ...(await below('Production')), ...(await below('Recent'))];
      return lines.map(({ item }) => item.contextValue);
    };
    assert.deepEqual(await marks(), ['recents', 'connection own', 'controller', 'recent record']);
    rights.remember(address, { isDeleted: false, canEdit: true, canDelete: false });
    assert.equal((await marks()).at(-1), 'recent record noDelete');
    await connections.change({ ...connection, readOnly: true });
    const none = 'noAdd noEdit noDelete';
    assert.deepEqual(await marks(), [
      'recents',
      `connection own ${none}`,
      `controller ${none}`,
      `recent record ${none}`,
    ]);
    const [line] = await below('Production', 'leads');
    assert.match(JSON.stringify(line?.item.tooltip), /The connection Production is read-only\./);
  });

  it('of a service that is down show since when, until it responds again', async () => {
    const { below, tree, requests, sent } = await createTree(async () => [view('1')]);
    const line = async (): Promise<TreeNode> =>
      (await below()).find(({ item }) => item.label === 'Production') ?? assert.fail('the connection has no line');
    const send = (outcome: SentRequest['outcome'], startedAt: number): void => {
      const address = 'https://records.example.com/crm/leads/index.json';
      requests.push({ connection: 'production', address, outcome, startedAt } as SentRequest);
      sent.fire();
    };
    const redrawn: unknown[] = [];
    await below('Production');
    send('answered', 0);
    tree.onDidChangeTreeData((lines) => redrawn.push(...(lines ?? [])));
    const midnight = new Date().setHours(0, 1, 0, 0);
    send('noAnswer', midnight);
    assert.deepEqual(
      redrawn.map((one) => (one as TreeNode).item.label),
      ['Production'],
    );
    send('noAnswer', midnight + 3_600_000);
    const { item } = await line();
    assert.match(String(item.description), /^down since 12:01\sAM · records\.example\.com$/);
    assert.match(JSON.stringify(item.tooltip), /The service has not responded since /);
    assert.deepEqual(words(await below('Production')), ['leads | crm']);
    send('answered', midnight + 7_200_000);
    assert.equal((await line()).item.description, 'records.example.com');
    send('noAnswer', new Date(2026, 0, 31, 14, 32).getTime());
    assert.match(String((await line()).item.description), /^down since Jan 31, 2026, 2:32\sPM · /);
  });

  it('include Recent from the start, so that nothing moves when the first item opens', async () => {
    const { below, connection, recents } = await createTree(async () => [view('1')]);
    const roots = async (): Promise<unknown[]> =>
      (await below()).map(({ item }) => [item.label, item.description, item.contextValue, item.collapsibleState]);
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const [empty, ...others] = await roots();
    assert.deepEqual(empty, ['Recent', 'nothing yet', undefined, None]);
    await recents.add({ kind: 'listView', connection: connection.id, controller: leads, listView: '1' }, 'View 1');
    const [filled, ...then] = await roots();
    assert.deepEqual(filled, ['Recent', undefined, 'recents', Collapsed]);
    assert.deepEqual(then, others);
  });

  it('start with each message the service sent with its list views, once', async () => {
    const sayings = new Map([
      ['all', ['Closed on Sundays.']],
      ['crm/leads', ['Closed on Sundays.', 'Leads are read-only.']],
    ]);
    const { below } = await createTree(async (controller) => {
      ServiceMessages.report(sayings.get(controller ?? 'all') ?? []);
      return [view('1')];
    });
    const labels = (nodes: readonly TreeNode[]): unknown[] => nodes.map(({ item }) => item.label);
    assert.deepEqual(labels(await below('Production')), ['Closed on Sundays.', 'leads']);
    assert.deepEqual(labels(await below('Production', 'leads')), ['Leads are read-only.', 'View 1']);
  });

  it('show the permissions of a list view in its tooltip', async () => {
    const access = { lists: { edit: '|3|', tmp_edit: '|7|' }, canEdit: true, canDelete: false, canComment: undefined };
    const { below } = await createTree(async () => [view('1', { access }), view('2')]);
    const [one, other] = await below('Production', 'leads');
    assert.equal(
      one?.item.tooltip,
      "View 1\nSales\nYou can edit this list view. You can't delete this list view.\nAccess to edit: |3| · Temporary access to edit: |7|",
    );
    assert.equal(other?.item.tooltip, 'View 2\nSales');
  });

  it('show what is known about a connection, controller and list view', async () => {
    const { below, totals } = await createTree(async () => [
      view('1', { isDefault: true }),
      view('2', { chart: 'pie' }),
    ]);
    totals.remember('production', 'crm/leads', '2', 1_234);
    assert.deepEqual(words(await below()), ['Recent | nothing yet', 'Production | records.example.com']);
    assert.deepEqual(words(await below('Production')), ['leads | crm']);
    assert.deepEqual(words(await below('Production', 'leads')), [
      'View 1 | Sales · default',
      `View 2 | ${(1_234).toLocaleString('en')} · Sales`,
    ]);
    const [, pie] = await below('Production', 'leads');
    assert.ok(pie?.item.iconPath instanceof vscode.ThemeIcon);
    assert.equal(pie.item.iconPath.id, 'pie-chart');
  });

  it('are limited to what VS Code can render, and show how many are hidden', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      view(String(index), { controller: controllerName('crm', `c${index}`) }),
    );
    const { below } = await createTree(async () => many);
    const lines = await below('Production');
    assert.equal(lines.length, 2_001);
    const last = lines.at(-1)?.item.label;
    assert.ok(typeof last === 'string');
    assert.match(last, /^3,000 more are not shown\. Filter the view by name/);
    const one = await createTree(async () => many.map(({ id }) => view(id)));
    assert.equal((await one.below('Production', 'leads')).length, 2_001);
  });

  it('start with connections expanded and the rest collapsed, until the user changes that', async () => {
    const { below, tree, expansion } = await createTree(async () => [view('1')]);
    const state = async (...labels: string[]): Promise<unknown> => {
      const node = (await below(...labels)).at(-1);
      return node && tree.getTreeItem(node).collapsibleState;
    };
    assert.equal(await state(), vscode.TreeItemCollapsibleState.Expanded);
    assert.equal(await state('Production'), vscode.TreeItemCollapsibleState.Collapsed);
    expansion.remember('production', false);
    expansion.remember('production/crm/leads', true);
    assert.equal(await state(), vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(await state('Production'), vscode.TreeItemCollapsibleState.Expanded);
  });

  it('show favorites and recent items at the top', async () => {
    const { below, favorites, recents } = await createTree(async () => [view('1')]);
    await favorites.add({ connection: 'production', controller: 'crm/leads', listView: '1', name: 'View 1' });
    await recents.add({ kind: 'record', connection: 'production', controller: leads, id: '17' }, 'Ada Lovelace');
    assert.deepEqual(words(await below()), ['Favorites | 1', 'Recent', 'Production | records.example.com']);
    assert.deepEqual(words(await below('Favorites')), ['View 1 | leads · Production']);
    assert.deepEqual(words(await below('Recent')), ['Ada Lovelace | leads · Production']);
  });

  it('show saved searches under the list view of their connection, and mark one without a list view', async () => {
    const { below, connections, saved } = await createTree(async () => [view('1'), view('2')]);
    await connections.add({ name: 'Staging', baseUrl: 'https://staging.example.com' }, undefined);
    const place = { connection: 'production', controller: 'crm/leads', listView: '1' };
    await saved.save({ ...place, name: 'Mine', query: { search: 'Ada' } });
    await saved.save({ ...place, connection: 'staging', name: 'Theirs', query: {} });
    await saved.save({ ...place, listView: 'old', name: 'Lost', query: {} });
    assert.deepEqual(words(await below('Production', 'leads')), [
      'View 1 | Sales',
      'View 2 | Sales',
      'Lost | list view not found',
    ]);
    assert.deepEqual(words(await below('Production', 'leads', 'View 1')), ['Mine']);
    assert.deepEqual(words(await below('Staging', 'leads', 'View 1')), ['Theirs']);
    const [first, second, lost] = await below('Production', 'leads');
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    assert.deepEqual([first?.item.collapsibleState, second?.item.collapsibleState], [Expanded, None]);
    assert.equal(lost?.item.contextValue, 'savedSearch lost');
    const [mine] = await below('Production', 'leads', 'View 1');
    assert.deepEqual(mine?.item.command?.arguments, [{ ...place, search: 'Mine' }]);
  });

  it('show the name of a saved search as plain text, whatever it contains', async () => {
    const { below, saved } = await createTree(async () => [view('1')]);
    const place = { connection: 'production', controller: 'crm/leads', listView: '1' };
    for (const name of Object.values(hostileTexts)) await saved.save({ ...place, name, query: {} });
    const lines = words(await below('Production', 'leads', 'View 1'));
    for (const [index, [what, name]] of Object.entries(hostileTexts).entries())
      assertPlain(lines[index] ?? '', name.slice(0, 300), what);
  });

  it('offer to watch or stop watching, wherever the item appears', async () => {
    const { below, connection, favorites, recents, watchList, tree } = await createTree(async () => [
      view('a'),
      view('b'),
    ]);
    const a = { kind: 'listView', connection: connection.id, controller: leads, listView: 'a' } as const;
    const lead = { kind: 'record', connection: connection.id, controller: leads, id: '7' } as const;
    await favorites.add({ connection: connection.id, controller: 'crm/leads', listView: 'a', name: 'View a' });
    await recents.add(lead, 'Lead 7');
    const menu = new RegExp(stopWatchingMenu());
    const offered = async (): Promise<boolean[]> => {
      const lines = [
        ...(await below('Production', 'leads')),
        ...(await below('Favorites')),
        ...(await below('Recent')),
      ];
      return lines.map(({ item }) => menu.test(item.contextValue ?? ''));
    };
    assert.deepEqual(await offered(), [false, false, false, false]);
    let redrawn = 0;
    tree.onDidChangeTreeData(() => redrawn++);
    await watchList.add(a);
    await watchList.add(lead);
    assert.ok(redrawn >= 2);
    assert.deepEqual(await offered(), [true, false, true, true]);
    await watchList.remove(a);
    assert.deepEqual(await offered(), [false, false, false, true]);
  });

  it('report a failure and offer a fix', async () => {
    let error = new ServiceError('notSignedIn', { doing: 'list', why: 'the token has expired', remedy: 'Set one.' });
    const { below, tree } = await createTree(() => Promise.reject(error));
    const [first] = await below('Production');
    assert.deepEqual(
      [first?.item.label, first?.item.contextValue, first?.item.command?.command],
      ['The token has expired. Set one.', 'failure token', 'recordbench.setToken'],
    );
    error = new ServiceError('unreachable', { doing: 'list', why: 'nothing answers' });
    tree.refresh('production');
    const [second] = await below('Production');
    assert.deepEqual(
      [second?.item.label, second?.item.contextValue, second?.item.command?.command],
      ['Nothing answers.', 'failure', 'recordbench.retry'],
    );
  });

  it('do not query a failed service on redraw, but when it responds again', async () => {
    let asked = 0;
    let isAway = true;
    const error = new ServiceError('unreachable', { doing: 'list', why: 'nothing answers' });
    const { below, tree, returned } = await createTree(async () => {
      asked += 1;
      if (isAway) throw error;
      return [view('1')];
    });
    let redrawn = 0;
    tree.onDidChangeTreeData(() => (redrawn += 1));
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(words(await below('Production')), ['Nothing answers.']);
    assert.deepEqual([asked, redrawn], [1, 0]);
    isAway = false;
    returned.fire('another');
    assert.equal(redrawn, 0);
    returned.fire('production');
    assert.ok(redrawn > 0);
    assert.deepEqual(words(await below('Production')), ['leads | crm']);
  });

  it('report that the demo has stopped unexpectedly, and restart it on click', async () => {
    const { below, demo } = await createTree(async () => []);
    demo.hasFailed = true;
    const [, first] = await below();
    assert.deepEqual(words(first ? [first] : []), ['The demo has stopped. | Start again']);
    assert.equal(first?.item.command?.command, 'recordbench.startDemo');
  });

  it('can be dragged to an editor group if they have a URI', async () => {
    const { below, recents } = await createTree(async () => [view('a/b')]);
    await recents.add({ kind: 'record', connection: 'production', controller: leads, id: '7' }, 'Ada');
    const nodes = [...(await below()), ...(await below('Production', 'leads')), ...(await below('Recent'))];
    const transfer = new vscode.DataTransfer();
    await dragToEditor.handleDrag?.(nodes, transfer, new vscode.CancellationTokenSource().token);
    const list = await transfer.get('text/uri-list')?.asString();
    const [listView, record] = ['a=2Fb.listview', '7.record.json'].map((file) =>
      vscode.Uri.parse(`records://production/crm/leads/${file}`).toString(),
    );
    assert.equal(list, `${listView}\r\n${record}`);
  });

  it('show a manually added controller with all its records', async () => {
    const { below, added } = await createTree(async () => []);
    assert.match(words(await below('Production'))[0] ?? '', /has no list views\. Add a controller/);
    await added.add('production', leads);
    assert.deepEqual(words(await below('Production')), ['leads | crm · added by hand']);
    assert.deepEqual(words(await below('Production', 'leads')), ['All records']);
  });
});

describe('tree refresh', () => {
  /** What VS Code is told to refresh: item ids, or everything. */
  function redraws(tree: RecordsTree): string[] {
    const fired: string[] = [];
    tree.onDidChangeTreeData((lines) => fired.push(...[lines].flat().map((line) => line?.item.id ?? 'everything')));
    return fired;
  }

  /** Requests all items like VS Code, expanded or not, and returns them by id. */
  async function askForAll(tree: RecordsTree, node?: TreeNode): Promise<Map<string, TreeNode>> {
    const lines = new Map<string, TreeNode>();
    for (const line of await tree.getChildren(node)) {
      const { id, label } = tree.getTreeItem(line);
      lines.set(id ?? JSON.stringify(label), line);
      for (const [below, one] of await askForAll(tree, line)) lines.set(below, one);
    }
    return lines;
  }

  it('reuses the item of every id that still exists, and updates its content', async () => {
    const { connections, connection, tree, saved, totals, favorites, recents } = await createTree(async () => [
      view('1'),
      view('2'),
    ]);
    const place = { connection: 'production', controller: 'crm/leads', listView: '1' };
    await favorites.add({ ...place, name: 'View 1' });
    await saved.save({ ...place, name: 'Mine', query: {} });
    await recents.add({ kind: 'listView', connection: 'production', controller: leads, listView: '2' }, 'View 2');
    const before = await askForAll(tree);
    await connections.add({ name: 'Staging', baseUrl: 'https://staging.example.com' }, undefined);
    await connections.change({ ...connection, name: 'Live' });
    totals.remember('production', 'crm/leads', '1', 5);
    tree.refresh();
    const after = await askForAll(tree);
    assert.ok(before.size >= 8, JSON.stringify([...before.keys()]));
    assert.deepEqual(
      [...before].filter(([id, line]) => after.get(id) !== line).map(([id]) => id),
      [],
      'these lines were replaced',
    );
    assert.equal(before.get('production')?.item.label, 'Live');
    assert.match(String(before.get('production/crm/leads/1')?.item.description), /^5 · /);
    await connections.remove(connections.get('staging') ?? assert.fail());
    const without = await askForAll(tree);
    assert.ok(![...without.keys()].some((id) => id.startsWith('staging')));
    await connections.add({ name: 'Staging', baseUrl: 'https://other.example.com' }, undefined);
    assert.notEqual((await askForAll(tree)).get('staging'), after.get('staging'), 'a removed line is forgotten');
  });

  it('fires for the smallest item that changed', async () => {
    const { connections, connection, tree, totals, favorites, recents, added, saved, watchList } = await createTree(
      async () => [view('1'), view('2')],
    );
    const fired = redraws(tree);
    const lead = { kind: 'record', connection: 'production', controller: leads, id: '7' } as const;
    const first = { kind: 'listView', connection: 'production', controller: leads, listView: '1' } as const;
    const after = async (change: () => unknown): Promise<unknown> => {
      await askForAll(tree);
      fired.length = 0;
      await change();
      return [...new Set(fired)].toSorted((a, b) => (a < b ? -1 : 1));
    };
    const place = { connection: 'production', controller: 'crm/leads', listView: '1' };
    await connections.add({ name: 'Staging', baseUrl: 'https://staging.example.com' }, undefined);
    assert.deepEqual(await after(() => recents.add(lead, 'Ada')), ['=recents']);
    assert.deepEqual(await after(() => recents.add(first, 'View 1')), ['=recents']);
    assert.deepEqual(await after(() => totals.remember('production', 'crm/leads', '1', 5)), ['production/crm/leads/1']);
    assert.deepEqual(await after(() => totals.remember('production', 'crm/leads', '1', 5)), []);
    assert.deepEqual(await after(() => watchList.add(first)), [
      '=recents/production/crm/leads/1.listview',
      'production/crm/leads/1',
    ]);
    assert.deepEqual(await after(() => favorites.add({ ...place, name: 'View 1' })), ['everything']);
    assert.deepEqual(await after(() => favorites.add({ ...place, listView: '2', name: 'View 2' })), [
      '=favorites',
      'production/crm/leads/2',
    ]);
    assert.deepEqual(await after(() => saved.save({ ...place, name: 'Mine', query: {} })), ['production/crm/leads/1']);
    assert.deepEqual(await after(() => added.add('production', controllerName('crm', 'tickets'))), ['production']);
    assert.deepEqual(await after(() => connections.change({ ...connection, color: 'red' })), [
      '=favorites/production/crm/leads/1',
      '=favorites/production/crm/leads/2',
      '=recents/production/crm/leads/1.listview',
      '=recents/production/crm/leads/7.record.json',
      'production',
    ]);
    assert.deepEqual(await after(() => tree.refresh('production', 'crm/leads')), ['production/crm/leads']);
    assert.deepEqual(await after(() => tree.refresh('staging')), ['staging']);
    assert.deepEqual(await after(() => tree.refresh()), ['production', 'staging']);
    const third = { name: 'Third', baseUrl: 'https://third.example.com' };
    assert.deepEqual(await after(() => connections.add(third, undefined)), ['everything']);
  });

  it('resolves a superseded request with the result of the refresh', async () => {
    const called = Promise.withResolvers<void>();
    const first = Promise.withResolvers<ListView[]>();
    let calls = 0;
    const { tree } = await createTree((_, signal) => {
      calls += 1;
      if (calls > 1) return Promise.resolve([view('1')]);
      signal?.addEventListener('abort', () =>
        first.reject(new ServiceError('canceled', { doing: 'list', why: 'a refresh' })),
      );
      called.resolve();
      return first.promise;
    });
    const [, production] = await tree.getChildren();
    const asked = tree.getChildren(production);
    await called.promise;
    tree.refresh('production');
    assert.deepEqual(words(await asked), ['leads | crm']);
    assert.equal(calls, 2);
  });

  describe('in a view', () => {
    it('reveals an item that VS Code has never requested, with all its parents', async () => {
      const { tree, saved, show, revealed } = await open();
      const place = { connection: 'production', controller: 'crm/leads', listView: '1' };
      await saved.save({ ...place, name: 'Mine', query: {} });
      show(true);
      for (const line of await tree.getChildren()) tree.getTreeItem(line);
      assert.ok(await tree.reveal('production/crm/leads/1/=search/Mine', {}));
      const above: unknown[] = [];
      for (let one = revealed[0]; one; one = tree.getParent(one)) above.push(one.item.label);
      assert.deepEqual(above, ['Mine', 'View 1', 'leads', 'Production']);
      assert.equal(await tree.reveal('production/crm/leads/1/=search/None', {}), false);
    });

    /** A view that is shown and queried when the test says so. */
    async function open() {
      const planted = await createTree(async () => [view('1')]);
      const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
      const revealed: TreeNode[] = [];
      const shown = {
        visible: false,
        onDidChangeVisibility: visibility.event,
        reveal: async (line: TreeNode) => void revealed.push(line),
        dispose: () => undefined,
      };
      const { createTreeView } = vscode.window;
      Object.assign(vscode.window, { createTreeView: () => shown });
      planted.tree.createView('test', {});
      Object.assign(vscode.window, { createTreeView });
      const show = (visible: boolean): void => {
        shown.visible = visible;
        visibility.fire({ visible });
      };
      return { ...planted, revealed, show };
    }

    it('waits until the view is visible', async () => {
      const { tree, connections, show } = await open();
      show(true);
      await askForAll(tree);
      const fired = redraws(tree);
      show(false);
      await connections.add({ name: 'Staging', baseUrl: 'https://staging.example.com' }, undefined);
      assert.deepEqual(fired, []);
      show(true);
      assert.deepEqual(fired, ['everything']);
      await askForAll(tree);
      show(false);
      show(true);
      assert.deepEqual(fired, ['everything'], 'nothing has changed since');
    });

    it('runs before an item is revealed, since VS Code must know the item', async () => {
      const { tree, connections, show, revealed } = await open();
      await connections.add({ name: 'Staging', baseUrl: 'https://staging.example.com' }, undefined);
      const revealing = tree.reveal('staging/crm/leads', { select: true });
      await new Promise(setImmediate);
      assert.equal(revealed.length, 0, 'the view is hidden');
      show(true);
      await new Promise(setImmediate);
      assert.equal(revealed.length, 0, 'VS Code has not asked for its lines yet');
      const lines = await askForAll(tree);
      assert.ok(await revealing);
      assert.deepEqual(revealed, [lines.get('staging/crm/leads')]);
      assert.equal(await tree.reveal('staging/crm/nothing', {}), false);
      assert.equal(revealed.length, 1);
      tree.filter = 'leads';
      await askForAll(tree);
      assert.ok(await tree.reveal('staging', {}));
      assert.deepEqual(
        revealed.map(({ item }) => item.id),
        ['staging/crm/leads', '=filter/staging'],
      );
    });
  });
});
