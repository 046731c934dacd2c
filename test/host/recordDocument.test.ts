import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('the document of a record', () => {
  let leads: LeadConnection;
  beforeEach(async () => {
    leads = await connectToLeads();
  });
  afterEach(() => leads.close());

  const address = (id: string): vscode.Uri => leads.uri.with({ path: `/crm/leads/${id}.record.json` });

  it('is its fields as JSON, to be read', async () => {
    const document = await vscode.workspace.openTextDocument(address('2'));
    assert.deepEqual(JSON.parse(document.getText()), { id: '2', name: 'Lead 2', city: 'Goa', score: '2' });
    assert.equal(document.languageId, 'record');
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(address('2'), Buffer.from('{}'))),
      /read-only|only be read/,
    );
  });

  it('that is not there says so', async () => {
    await assert.rejects(Promise.resolve(vscode.workspace.openTextDocument(address('99'))), /no such lead/);
  });

  it('is read again when the record was saved in a table', async () => {
    const record = await vscode.workspace.openTextDocument(address('1'));
    await vscode.window.showTextDocument(record, { preview: false });
    const cells = await vscode.workspace.openTextDocument(leads.uri);
    await setText(cells, stagedCity(['1', 'Goa', 'Pune']));
    await cells.save();
    await waitUntil('it shows the new city', () => record.getText().includes('Pune'));
  });

  it('is read again when another extension saved the record', async () => {
    const record = await vscode.workspace.openTextDocument(address('1'));
    await vscode.window.showTextDocument(record);
    const api = await recordbenchApi();
    await api.save(leads.id, 'crm/leads', '1', { city: 'Agra' });
    await waitUntil('it shows the new city', () => record.getText().includes('Agra'));
  });
});
