import { controllerName } from '../../src/model/controller.ts';
import type { OpenAddress } from '../../src/model/address/address.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type DraftSource, registerRecordDiagnostics } from '../../src/documents/recordDiagnostics.ts';
import type { DraftState } from '../../src/services/records/draft.ts';
import { Emitter } from '../../src/services/common/emitter.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('diagnostics of an open record', () => {
  let leads: LeadConnection;
  let registered: vscode.Disposable;
  let uri: vscode.Uri;
  const changed = new Emitter<OpenAddress>();
  let state: DraftState | undefined;

  beforeEach(async () => {
    leads = await connectToLeads();
    uri = leads.uri.with({ path: '/crm/leads/2.record.json' });
    const form = await (await recordbenchApi()).view(leads.id, 'crm/leads', '2');
    const madeFor = leads.service.url;
    state = { form, madeFor, base: form.values, conflicts: [], problems: [], notes: [], news: 'none', isSaving: false };
    const drafts: DraftSource = {
      get: () => state,
      problems: () => state?.problems ?? [],
      hints: () => [],
      refused: () => [],
      onDidChange: changed.event,
    };
    registered = registerRecordDiagnostics({ drafts });
  });

  afterEach(async () => {
    registered.dispose();
    await leads.close();
  });

  const ours = (): vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Recordbench');

  it('show the refusals of the service at their fields until they are resolved', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const key = state?.form.fields.find(({ at }) => at[0] === 'city')?.key ?? assert.fail('there is no city');
    const address: OpenAddress = {
      kind: 'record',
      connection: leads.id,
      controller: controllerName('crm', 'leads'),
      id: '2',
    };
    state = state && { ...state, problems: [{ key, text: 'This city is not served.' }, { text: 'Not today.' }] };
    changed.fire(address);
    await waitUntil('they are told', () => ours().some(({ message }) => message === 'This city is not served.'));
    const city = ours().find(({ message }) => message === 'This city is not served.');
    assert.equal(document.getText(city?.range), '"city"');
    assert.equal(city?.severity, vscode.DiagnosticSeverity.Error);
    state = state && { ...state, problems: [] };
    changed.fire(address);
    await waitUntil('they are gone', () => ours().length === 0);
  });

  it('are cleared when the record closes', async () => {
    state = state && { ...state, problems: [{ text: 'Not today.' }] };
    // a document that code opened, such as the one of the other test, stays open for minutes
    uri = leads.uri.with({ path: '/crm/leads/3.record.json' });
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    await waitUntil('it is told', () => ours().length > 0);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await waitUntil('it is gone', () => ours().length === 0);
  });
});
