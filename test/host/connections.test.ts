import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';
import { addConnection } from '../../src/commands/connections/addConnection.ts';
import { listViewAnswer } from '../support/listViewAnswers.ts';
import { markedToken } from '../support/markedToken.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { json, scriptedService, type ScriptedService } from '../support/scriptedService.ts';
import { asked, promptWithoutAnswer } from './prompts.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { testClients } from '../support/testClients.ts';
import { pluck } from '../support/pluck.ts';

const token = markedToken('host');

describe('connection', () => {
  let api: RecordApi;
  let service: ScriptedService;
  let other: ScriptedService;

  before(async () => {
    api = await recordbenchApi();
    [service, other] = await Promise.all([start(), start()]);
  });

  after(async () => {
    await configure([]);
    await Promise.all([service.close(), other.close()]);
  });

  beforeEach(async () => {
    await configure([]);
    service.received.splice(0);
    other.received.splice(0);
  });

  const start = (): Promise<ScriptedService> =>
    scriptedService((_, response) => json(response, { paginate: { data: [], header: [] }, errors: [] }));

  const setting = (): unknown => vscode.workspace.getConfiguration('recordbench').get('connections');

  /** Changes the settings as a user would, and waits until the change has arrived. */
  async function configure(connections: readonly object[]): Promise<void> {
    await vscode.workspace
      .getConfiguration('recordbench')
      .update('connections', connections, vscode.ConfigurationTarget.Global);
  }

  const add = (more: object = {}): Promise<string> =>
    runCommand<string>('addConnection', {
      name: 'Host Suite',
      baseUrl: service.url,
      token,
      ...more,
    });

  it('is added with its token in the secret storage, not in the settings', async () => {
    assert.equal(await add(), 'host-suite');
    assert.deepEqual(setting(), [{ id: 'host-suite', name: 'Host Suite', baseUrl: service.url }]);
    await api.index('host-suite', 'crm/leads');
    assert.equal(service.received[0]?.headers.authorization, `Bearer ${token}`);
  });

  it('is revealed, expanded and focused in the Records view after the user adds it', async () => {
    const { connections } = memoryConnections();
    const views = [{ id: '1', name: 'All', controller: 'crm/leads' }];
    const answering = await scriptedService((request, response) => json(response, listViewAnswer(views, request)));
    const revealed: unknown[] = [];
    const deps = {
      connections,
      clients: testClients(connections),
      tree: { reveal: async (...shown: unknown[]) => revealed.push(...shown) > 0 },
    };
    const typed: Record<string, string> = { Address: answering.url, Name: 'By Hand', Token: '' };
    await asked(
      'showInputBox',
      (title) => typed[title.split(': ')[1] ?? ''],
      () => addConnection(undefined, deps),
    );
    await answering.close();
    // a visible tree requests list views, which other tests would count
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    assert.deepEqual(revealed, ['by-hand', { select: true, focus: true, expand: true }]);
  });

  it('does not send its token to a new address', async () => {
    await add();
    await configure([{ id: 'host-suite', baseUrl: other.url }]);
    await api.index('host-suite', 'crm/leads');
    assert.equal(other.received.length, 1);
    assert.equal(other.received[0]?.headers.authorization, undefined);
  });

  it('deletes its token on sign-out', async () => {
    await add();
    await runCommand('signOut', { connection: 'host-suite', confirmed: true });
    await api.index('host-suite', 'crm/leads');
    assert.equal(service.received[0]?.headers.authorization, undefined);
  });

  it('appears at once when added to the settings by hand; unreadable entries are preserved', async () => {
    const broken = { id: 'Not An Id', baseUrl: service.url };
    await configure([broken, { id: 'by-hand', baseUrl: service.url, color: 'red', readOnly: true }]);
    assert.deepEqual(pluck(api.connections(), 'id', 'readOnly'), [['by-hand', true]]);
    await add();
    assert.deepEqual(setting(), [
      { id: 'by-hand', name: 'by-hand', baseUrl: service.url, readOnly: true, color: 'red' },
      { id: 'host-suite', name: 'Host Suite', baseUrl: service.url },
      broken,
    ]);
  });

  it('gets a token over an unencrypted address from the settings only after the user agrees once', async () => {
    await configure([{ id: 'plain', baseUrl: 'http://records.invalid' }]);
    const setToken = (): Promise<unknown> => runCommand('setToken', { connection: 'plain' });
    const no = await promptWithoutAnswer('showWarningMessage', () =>
      assert.rejects(
        setToken(),
        /http:\/\/records\.invalid is not encrypted, and sending secrets there was not approved/,
      ),
    );
    assert.deepEqual(no, ['http://records.invalid is not encrypted.']);
    const yes = await asked(
      'showWarningMessage',
      () => 'Connect Without Encryption',
      () => asked('showInputBox', () => token, setToken),
    );
    assert.equal(yes.length, 1);
    // the request is sent, to a nonexistent host
    const then = await promptWithoutAnswer('showWarningMessage', () =>
      assert.rejects(api.index('plain', 'crm/leads'), { code: 'unreachable' }),
    );
    assert.deepEqual(then, []);
  });

  it('is skipped when its proxy URL contains a password, and sends nothing', async () => {
    await configure([{ id: 'by-proxy', baseUrl: service.url, proxy: 'http://jo:hidden@127.0.0.1:1' }]);
    assert.deepEqual(api.connections(), []);
    await configure([{ id: 'by-proxy', baseUrl: service.url, proxy: 'http://127.0.0.1:1' }]);
    assert.deepEqual(pluck(api.connections(), 'id'), ['by-proxy']);
  });

  it('respects http.noProxy, http.proxy and http.proxySupport', async () => {
    const http = (name: string, value: unknown): Thenable<void> =>
      vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);
    await configure([{ id: 'by-proxy', baseUrl: 'http://records.invalid' }]);
    const index = (): Promise<unknown> => api.index('by-proxy', 'crm/leads');
    // VS Code may send requests as well
    const ours = (): typeof service.received => service.received.filter(({ path }) => path.startsWith('/crm/'));
    try {
      await http('proxy', service.url);
      await index();
      assert.equal(ours().length, 1);
      await http('noProxy', ['.invalid']);
      await assert.rejects(index(), { code: 'unreachable' });
      await http('noProxy', undefined);
      await http('proxyAuthorization', 'Basic cHJveHk6cGFzcw==');
      await index();
      assert.equal(ours().at(-1)?.headers['proxy-authorization'], 'Basic cHJveHk6cGFzcw==');
      await http('proxySupport', 'off');
      await assert.rejects(index(), { code: 'unreachable' });
      assert.equal(ours().length, 2);
    } finally {
      for (const name of ['proxy', 'noProxy', 'proxyAuthorization', 'proxySupport']) await http(name, undefined);
    }
  });

  it('returns the result of a test to calling code', async () => {
    await add();
    const test = (): Thenable<unknown> =>
      vscode.commands.executeCommand('recordbench.testConnection', { connection: 'host-suite' });
    assert.deepEqual(await test(), { kind: 'noListViews' });
    await configure([{ id: 'host-suite', baseUrl: 'http://127.0.0.1:1' }]);
    const failed = (await test()) as { kind: string; fault: string };
    assert.deepEqual([failed.kind, failed.fault], ['failed', 'address']);
  });

  it('opens a single form', async () => {
    await add();
    const forms = (): string[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof vscode.TabInputWebview)
        .map(({ label }) => label);
    await vscode.commands.executeCommand('recordbench.editConnection', { connection: 'host-suite' });
    await vscode.commands.executeCommand('recordbench.editConnection', { connection: 'host-suite' });
    await waitUntil('the form is there', () => forms().length > 0);
    assert.deepEqual(forms(), ['Host Suite']);
    await configure([]);
    await waitUntil('the form is gone with its connection', () => forms().length === 0);
  });

  it('is not read from workspace settings', async () => {
    const inspected = vscode.workspace.getConfiguration('recordbench').inspect('connections');
    assert.ok(inspected);
    await assert.rejects(
      Promise.resolve(
        vscode.workspace
          .getConfiguration('recordbench')
          .update('connections', [{ id: 'evil', baseUrl: other.url }], vscode.ConfigurationTarget.Workspace),
      ),
    );
    assert.deepEqual(
      api.connections().filter(({ id }) => id === 'evil'),
      [],
    );
  });

  it('is rejected with an error when its address is invalid', async () => {
    await assert.rejects(Promise.resolve(add({ baseUrl: 'ftp://records' })), /must start with https/);
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand('recordbench.signOut', { connection: 'nowhere' })),
      /There is no connection “nowhere”/,
    );
  });
});
