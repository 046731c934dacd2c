import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type LeadService, leadService } from '../support/leadService.ts';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('connection pointed at another service', () => {
  let leads: LeadConnection;
  let other: LeadService;

  beforeEach(async () => {
    leads = await connectToLeads();
    other = await leadService();
    Object.assign(other.leads.get('2') ?? {}, { city: 'Oslo' });
  });
  afterEach(async () => {
    await leads.close();
    await other.close();
  });

  const moveTo = async (baseUrl: string): Promise<void> => {
    const settings = vscode.workspace.getConfiguration('recordbench');
    const kept = settings.get<{ id: string; baseUrl: string }[]>('connections') ?? [];
    const moved = kept.map((one) => (one.id === leads.id ? { ...one, baseUrl } : one));
    await settings.update('connections', moved, vscode.ConfigurationTarget.Global);
  };
  const open = (id: string): Thenable<vscode.TextDocument> =>
    vscode.workspace.openTextDocument(leads.uri.with({ path: `/crm/leads/${id}.record.json` }));

  it('does not receive earlier drafts, which can be saved once it points back', async () => {
    const document = await open('1');
    await vscode.window.showTextDocument(document);
    await setText(document, (text) => text.replace('"Goa"', '"Pune"'));
    await moveTo(other.url);
    assert.equal(await document.save(), false);
    assert.deepEqual([leads.service.posts(), other.posts(), document.isDirty], [[], [], true]);
    await moveTo(leads.service.url);
    assert.equal(await document.save(), true);
    assert.deepEqual([leads.service.posts(), other.posts()], [['1'], []]);
  });

  it('does not receive cells staged before', async () => {
    const document = await vscode.workspace.openTextDocument(leads.uri);
    await vscode.window.showTextDocument(document);
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    await moveTo(other.url);
    assert.equal(await document.save(), false);
    await moveTo(leads.service.url);
    assert.equal(await document.save(), true);
    assert.deepEqual([leads.service.posts(), other.posts()], [['1'], []]);
  });

  it('shows its own records when there is no draft', async () => {
    const document = await open('2');
    await vscode.window.showTextDocument(document);
    assert.match(document.getText(), /"Goa"/);
    await moveTo(other.url);
    await waitUntil('the record of the other service', () => document.getText().includes('"Oslo"'));
  });
});
