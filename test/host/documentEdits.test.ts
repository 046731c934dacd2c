import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DocumentEdits } from '../../src/platform/documentEdits.ts';

describe('document edits', () => {
  it('are all applied, even in rapid succession and with concurrent edits from others', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'start\n' });
    const edits = new DocumentEdits();
    const letters = Array.from({ length: 60 }, (_, index) => `[${index}]`);
    const foreign = letters.slice(0, 10).map(async (_, index) => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), `<${index}>`);
      await vscode.workspace.applyEdit(edit);
    });
    await Promise.all([...letters.map((letter) => edits.change(document, (text) => `${text}${letter}`)), ...foreign]);
    for (const letter of letters) assert.equal(document.getText().split(letter).length, 2, letter);
    assert.ok(document.getText().endsWith(letters.join('')));
  });

  it('reject at once when they cannot be applied', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'start\n' });
    const refusal = new DocumentEdits().change(document, () => {
      throw new Error('The text is broken.');
    });
    await assert.rejects(refusal, /broken/);
    assert.equal(document.getText(), 'start\n');
  });
});
