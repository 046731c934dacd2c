import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('text of a record', function () {
  let document: vscode.TextDocument;
  let name: string;

  before(async () => {
    const api = await recordbenchApi();
    await vscode.commands.executeCommand('recordbench.startDemo');
    const { rows } = await api.index('demo', 'crm/leads', { limit: 50 });
    const id = rows.find((row) => row.canEdit)?.id ?? assert.fail('no lead can be edited');
    ({ name } = await api.view('demo', 'crm/leads', id));
    const content = [
      '{',
      `  "$schema": "records-schema://demo/crm/leads/${id}.json",`,
      '  "priority": "urgentissimo",',
      '  "city": "Goa"',
      '}',
    ].join('\n');
    document = await vscode.workspace.openTextDocument({ language: 'record', content });
    await vscode.window.showTextDocument(document);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('recordbench.stopDemo');
  });

  const at = (text: string, more = 0): vscode.Position => document.positionAt(document.getText().indexOf(text) + more);

  it('is validated against the form: an invalid choice is underlined', async () => {
    const wrong = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ range }) => range.start.line === 2);
    await waitUntil('the wrong priority is found', () => wrong().length > 0);
    assert.match(wrong()[0]?.message ?? '', /not accepted/);
    const city = vscode.languages.getDiagnostics(document.uri).find(({ range }) => range.start.line === 3);
    assert.equal(city, undefined);
  });

  it('shows the description and permission of a field on hover', async () => {
    const said = async (): Promise<string> => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        at('"city"', 2),
      );
      return hovers
        .flatMap(({ contents }) => contents)
        .map((one) => (typeof one === 'string' ? one : one.value))
        .join('\n');
    };
    await waitUntil('the hover is there', async () => (await said()).includes('City'));
    assert.match(await said(), /can be edited/);
  });

  it('completes choices with their labels', async () => {
    const offered = async (): Promise<vscode.CompletionItem[]> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at('"urgentissimo"', 1),
      );
      return list.items;
    };
    await waitUntil('the choices are offered', async () => (await offered()).length > 1);
    const labels = (await offered()).map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('"High"'), labels.join());
  });

  it('has a schema titled with the name of the record', async () => {
    const uri = vscode.Uri.parse(/"(records-schema:[^"]+)"/.exec(document.getText())?.[1] ?? '');
    const schema = await vscode.workspace.openTextDocument(uri);
    assert.equal((JSON.parse(schema.getText()) as { title: string }).title, name);
  });

  it('has a schema that allows everything when the record cannot be read', async () => {
    const schema = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('records-schema://nowhere/crm/leads/1.json'),
    );
    assert.equal(schema.getText(), '{}');
  });
});
