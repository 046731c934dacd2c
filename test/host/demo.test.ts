import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';
import { acceptsPreselected, type Answer, asked, picks } from './prompts.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';

describe('demo', () => {
  let api: RecordApi;

  before(async () => (api = await recordbenchApi()));

  const isThere = (): boolean => api.connections().some(({ id }) => id === 'demo');

  it('is a regular connection once started', async () => {
    assert.equal(await vscode.commands.executeCommand('recordbench.startDemo'), 'demo');
    const page = await api.index('demo', 'crm/leads', { limit: 5 });
    assert.equal(page.rows.length, 5);
    assert.ok((page.total ?? 0) > 4_000);
  });

  it('starts only once, however often it is requested', async () => {
    const addresses = async (): Promise<string[]> => {
      await vscode.commands.executeCommand('recordbench.startDemo');
      return api.connections().flatMap(({ id, baseUrl }) => (id === 'demo' ? [baseUrl] : []));
    };
    assert.deepEqual(await addresses(), await addresses());
  });

  it('saves, fires a change event, and keeps saved data across restarts', async () => {
    const { rows } = await api.index('demo', 'crm/leads', { limit: 50 });
    const id = rows.find((row) => row.canEdit)?.id ?? assert.fail('no lead can be edited');
    const reported: unknown[] = [];
    const listening = api.onDidChangeRecords((change) => reported.push(change));
    await api.save('demo', 'crm/leads', id, { city: 'Ελευσίνα' });
    listening.dispose();
    assert.deepEqual(reported, [{ connection: 'demo', controller: 'crm/leads', ids: [id] }]);
    await vscode.commands.executeCommand('recordbench.stopDemo');
    assert.ok(!isThere());
    await vscode.commands.executeCommand('recordbench.startDemo');
    assert.equal((await api.view('demo', 'crm/leads', id)).values['city'], 'Ελευσίνα');
  });

  it('requires a token for sign-up and reads, and rejects web pages of other origins', async () => {
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

  it('restores its initial data when reset', async () => {
    const changed = async (): Promise<unknown> =>
      (await api.index('demo', 'crm/leads', { q: { where: { 'leads.city': 'Ελευσίνα' } } })).total;
    const reset = (answer: Answer): Promise<string[]> => asked('showQuickPick', answer, () => runCommand('resetDemo'));
    assert.deepEqual(await reset(acceptsPreselected), ['Reset the demo?']);
    assert.equal(await changed(), 1);
    await reset(picks('Reset Demo'));
    assert.equal(await changed(), 0);
  });

  it('removes its connection when stopped, and reports that it is missing', async () => {
    const address = api.connections().find(({ id }) => id === 'demo')?.baseUrl ?? '';
    await vscode.commands.executeCommand('recordbench.stopDemo');
    await assert.rejects(api.index('demo', 'crm/leads'), /There is no connection “demo”/);
    await assert.rejects(fetch(address));
  });
});
