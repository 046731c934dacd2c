import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('record whose service went down', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const form = async (id: string): Promise<vscode.TextDocument> => {
    const uri = leads.uri.with({ path: `/crm/leads/${id}.record.json` });
    await vscode.commands.executeCommand('vscode.openWith', uri, 'recordbench.form', { preview: false });
    return vscode.workspace.openTextDocument(uri);
  };
  const close = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  const refresh = (): Thenable<unknown> =>
    vscode.commands.executeCommand('recordbench.refresh', { connection: leads.id });
  const city = (document: vscode.TextDocument): unknown =>
    (JSON.parse(document.getText()) as Record<string, unknown>)['city'];

  it('opens as last seen in this window, cannot be saved, and keeps the typed text', async () => {
    const first = await form('2');
    assert.equal(city(first), 'Goa');
    await close();
    await waitUntil('it is closed', () => first.isClosed);
    leads.service.isGone = true;
    const document = await form('2');
    assert.equal(city(document), 'Goa');
    await setText(document, (text) => text.replace('"Goa"', '"Pune"'));
    assert.equal(await document.save(), false);
    assert.deepEqual([city(document), document.isDirty, leads.service.posts()], ['Pune', true, []]);
    leads.service.isGone = false;
    await refresh();
    assert.equal(await document.save(), true);
    assert.equal(leads.service.leads.get('2')?.city, 'Pune');
  });

  it('shows the current state after a refresh, once the service is back', async () => {
    const first = await form('3');
    await close();
    await waitUntil('it is closed', () => first.isClosed);
    leads.service.isGone = true;
    const document = await form('3');
    Object.assign(leads.service.leads.get('3') ?? {}, { city: 'Agra' });
    leads.service.isGone = false;
    await refresh();
    await waitUntil('it is live', () => city(document) === 'Agra');
    assert.equal(document.isDirty, false);
  });
});
