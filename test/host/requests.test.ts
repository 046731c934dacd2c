import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { clearRequests, copyRequestAsCurl, showRequests } from '../../src/commands/requestCommands.ts';
import type { RequestTrace, TracedEntry } from '../../src/model/requestTrace.ts';
import { RequestHistory } from '../../src/services/connections/requestHistory.ts';
import { RequestsTree } from '../../src/tree/registerTrees.ts';
import type { TreeNode } from '../../src/tree/treeNode.ts';
import { asked } from './prompts.ts';
import { testConnection } from '../support/testConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('Requests view', () => {
  const history = new RequestHistory({ request: () => undefined });
  const renamed = new vscode.EventEmitter<void>();
  const names = new Map<string, string>();
  const connection = testConnection('https://records.example.com');
  const tree = new RequestsTree(history, {
    get: (id) => (names.has(id) ? { ...connection, name: names.get(id) ?? '' } : undefined),
    onDidChange: renamed.event,
  });
  after(() => tree.dispose());

  const form: TracedEntry[] = [
    { key: 'data[leads][city]', kind: 'text', text: 'Pune' },
    { key: 'data[leads][password]', kind: 'secret' },
    { key: 'data[leads][logo]', kind: 'file', name: 'a.png', size: 2_000 },
  ];

  const send = (more: Partial<RequestTrace>): void =>
    history.request(connection, {
      method: 'GET',
      path: '/crm/leads/index.json',
      query: '?page=1',
      status: 200,
      outcome: 'answered',
      bytes: 12_345,
      startedAt: 0,
      durationMs: 120,
      attempt: 1,
      ...more,
    });

  const lines = async (node?: TreeNode): Promise<string[]> =>
    (await tree.getChildren(node)).map(({ item }) => `${item.label as string} ${item.description as string}`);

  it('updates on each request, latest first, and marks slow ones', async () => {
    let turns = 0;
    assert.deepEqual(await lines(), []);
    const listening = tree.onDidChangeTreeData(() => turns++);
    send({});
    send({ method: 'POST', path: '/crm/leads/edit.json', outcome: 'refused', durationMs: 3_400, bytes: 10, form });
    await waitUntil('it is drawn', () => turns > 0);
    listening.dispose();
    const [second, first] = await lines();
    assert.match(second ?? '', /^POST \/crm\/leads\/edit\.json 200 refused · 3\.4 s, slow · 10 B · .* · Test$/);
    assert.match(first ?? '', /^GET \/crm\/leads\/index\.json 200 completed · 120 ms · 12\.3 kB · .* · Test$/);
  });

  it('shows the current name of a connection', async () => {
    let turns = 0;
    const listening = tree.onDidChangeTreeData(() => turns++);
    names.set(connection.id, 'Production');
    renamed.fire();
    await waitUntil('it is drawn', () => turns > 0);
    listening.dispose();
    assert.ok((await lines()).every((line) => line.endsWith(' · Production')));
    names.clear();
  });

  it('copies a request for the shell without the token', async () => {
    const [post, get] = await tree.getChildren();
    const copy = (node: unknown): Promise<string[]> =>
      asked(
        'showQuickPick',
        (_, items) => items.find((item) => (item as vscode.QuickPickItem).label === 'bash'),
        () => copyRequestAsCurl(node),
      );
    await copy(get);
    assert.match(
      await vscode.env.clipboard.readText(),
      /TOKEN" 'https:\/\/records\.example\.com\/crm\/leads\/index\.json\?page=1'$/,
    );
    await copy(post);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^curl .*--form-string 'data\[leads\]\[city\]=Pune' .*edit\.json.*'$/,
    );
    await assert.rejects(copyRequestAsCurl(undefined), /Select one in the Requests view/);
  });

  it('shows what a request sent, without passwords', async () => {
    const [post, get] = await tree.getChildren();
    assert.ok(post && get);
    assert.equal(get.item.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.equal(post.item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.deepEqual(await lines(post), [
      'data[leads][city] Pune',
      'data[leads][password] •••',
      'data[leads][logo] file a.png, 2.0 kB',
    ]);
    assert.deepEqual(await tree.getChildren(get), []);
  });

  it('is opened by one command and cleared by another', async () => {
    await recordbenchApi();
    send({});
    const focused: string[] = [];
    const execute = vscode.commands.executeCommand;
    Object.assign(vscode.commands, {
      executeCommand: (name: string, ...rest: unknown[]) => {
        if (name.endsWith('.focus')) focused.push(name);
        return execute(name, ...rest); // rejects where there is no such view
      },
    });
    try {
      await showRequests();
    } finally {
      Object.assign(vscode.commands, { executeCommand: execute });
    }
    assert.deepEqual(focused, ['recordbench.requests.focus']);
    assert.notDeepEqual(await lines(), []);
    clearRequests(undefined, { requests: history });
    assert.deepEqual(await lines(), []);
    for (const name of ['showRequests', 'clearRequests']) await execute(`recordbench.${name}`);
    await execute('workbench.action.closePanel');
  });
});
