import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FileVersions } from '../../src/documents/fileVersions.ts';
import { type RecordsDocumentsDeps, RecordsDocuments } from '../../src/documents/recordsDocuments.ts';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('base of a record draft', () => {
  let leads: LeadConnection;
  let followed: vscode.Disposable;
  let document: vscode.TextDocument;
  const reported: string[] = [];

  beforeEach(async () => {
    leads = await connectToLeads();
    document = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/1.record.json' }));
    await vscode.window.showTextDocument(document, { preview: false });
    reported.length = 0;
    const silent = { onDidChange: () => new vscode.Disposable(() => undefined) };
    const drafts = {
      noteShown: async () => undefined,
      keepBase: async () => void reported.push('keep'),
      discard: async () => void reported.push('drop'),
      close: async () => undefined,
      failure: () => ({}),
    };
    // a second listener on the documents that Recordbench itself serves here
    followed = new RecordsDocuments({
      connections: silent,
      changes: silent,
      versions: new FileVersions(),
      drafts,
    } as unknown as RecordsDocumentsDeps).register();
  });
  afterEach(async () => {
    followed.dispose();
    await leads.close();
  });

  const type = (city: string): Promise<void> =>
    setText(document, (now) => now.replace(/"city": "[^"]*"/, `"city": "${city}"`));

  it('is stored from the first keystroke, and deleted on save', async () => {
    for (const city of ['Pune', 'Agra']) {
      reported.length = 0;
      await type(`${city}-`);
      await type(city);
      await waitUntil('it is kept', () => document.isDirty && reported.includes('keep'));
      assert.ok(!reported.includes('drop'), reported.join());
      assert.equal(await document.save(), true);
      await waitUntil('it is forgotten', () => !document.isDirty && reported.at(-1) === 'drop');
    }
  });

  it('is deleted on undo or revert', async () => {
    for (const command of ['undo', 'workbench.action.files.revert']) {
      await type('Delhi');
      await waitUntil('it is kept', () => document.isDirty && reported.at(-1) === 'keep');
      await vscode.commands.executeCommand(command);
      await waitUntil(`it is forgotten after ${command}`, () => !document.isDirty && reported.at(-1) === 'drop');
    }
  });
});
