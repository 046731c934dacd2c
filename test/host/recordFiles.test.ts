import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { schemes } from '../../src/manifest.ts';

describe('stored files of records', () => {
  before(async () => {
    await vscode.commands.executeCommand('recordbench.startDemo');
    // a demo of an earlier test may have been changed
  });

  const fileUri = (id: number, name: string, field = 'attachment'): vscode.Uri => {
    const key = Buffer.from(field).toString('base64url');
    return vscode.Uri.from({
      scheme: schemes.files,
      authority: 'demo',
      path: `/crm/leads/${id}.record.json/${key}/${name}`,
    });
  };

  it('open as read-only documents, also after a window reload', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri(2, 'offer-2.txt'));
    assert.equal(document.getText(), 'Offer 2\n');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(schemes.files), false);
    const bytes = await vscode.workspace.fs.readFile(fileUri(1, 'offer-1.png'));
    assert.equal(Buffer.from(bytes).toString('latin1', 1, 4), 'PNG');
  });

  it('report in one sentence that the record has no such file', async () => {
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(fileUri(2, 'other.txt')),
      /Could not open other\.txt: the record no longer has this file\./,
    );
  });
});
