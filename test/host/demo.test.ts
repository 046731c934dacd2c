import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';
import { acceptsPreselected, type Answer, asked, picks } from './asked.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';

describe('the demo', () => {
  let api: RecordApi;

  before(async () => (api = await recordbenchApi()));

  const isThere = (): boolean => api.connections().some(({ id }) => id === 'demo');

  it('is a connection as any other once it has been started', async () => {
    assert.equal(await vscode.commands.executeCommand('recordbench.startDemo'), 'demo');
    const page = await api.index('demo', 'crm/leads', { limit: 5 });
    assert.equal(page.rows.length, 5);
    assert.ok((page.total ?? 0) > 4_000);
  });

  it('starts once, however often it is started', async () => {
    const addresses = async (): Promise<string[]> => {
      await vscode.commands.executeCommand('recordbench.startDemo');
      return api.connections().flatMap(({ id, baseUrl }) => (id === 'demo' ? [baseUrl] : []));
    };
    assert.deepEqual(await addresses(), await addresses());
  });

  it('saves, tells of it, and keeps what was saved when it is started again', async () => {
    const { rows } = await api.index('demo', 'crm/leads', { limit: 50 });
    const id = rows.find((row) => row.canEdit)?.id ?? assert.fail('no lead can be edited');
    const told: unknown[] = [];
    const listening = api.onDidChangeRecords((change) => told.push(change));
    await api.save('demo', 'crm/leads', id, { city: 'Ελευσίνα' });
    listening.dispose();
    assert.deepEqual(told, [{ connection: 'demo', controller: 'crm/leads', ids: [id] }]);
    await vscode.commands.executeCommand('recordbench.stopDemo');
    assert.ok(!isThere());
    await vscode.commands.executeCommand('recordbench.startDemo');
    assert.equal((await api.view('demo', 'crm/leads', id)).values['city'], 'Ελευσίνα');
  });

  it('lets nobody sign up or look who only knows its address, and no web page even that', async () => {
    const { baseUrl } = api.connections().find(({ id }) => id === 'demo') ?? assert.fail('there is no demo');
    const status = async (path: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(`${baseUrl}${path}`, init)).status;
    const signup = '/access_controls/users/signup.json';
    assert.equal(await status(signup), 401);
    assert.equal(await status(signup, { method: 'POST', body: new FormData() }), 401);
    assert.equal(await status('/crm/leads/index.json'), 401);
    assert.equal(await status('/access_controls/users/license_agreement.json'), 200);
    const origin = { headers: { origin: 'https://evil.example' } };
    assert.equal(await status('/access_controls/users/license_agreement.json', origin), 403);
  });

  it('begins anew when it is reset', async () => {
    const changed = async (): Promise<unknown> =>
      (await api.index('demo', 'crm/leads', { q: { where: { 'leads.city': 'Ελευσίνα' } } })).total;
    const reset = (answer: Answer): Promise<string[]> => asked('showQuickPick', answer, () => runCommand('resetDemo'));
    assert.deepEqual(await reset(acceptsPreselected), ['Reset the demo?']);
    assert.equal(await changed(), 1);
    await reset(picks('Reset Demo'));
    assert.equal(await changed(), 0);
  });

  it('is gone when it is stopped, and says so', async () => {
    const address = api.connections().find(({ id }) => id === 'demo')?.baseUrl ?? '';
    await vscode.commands.executeCommand('recordbench.stopDemo');
    await assert.rejects(api.index('demo', 'crm/leads'), /There is no connection “demo”/);
    await assert.rejects(fetch(address));
  });
});
