import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('diff of one record on two connections', () => {
  let here: LeadConnection;
  let there: LeadConnection;
  beforeEach(async () => {
    here = await connectToLeads();
    there = await connectToLeads();
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  const compare = async (id: string): Promise<vscode.TabInputTextDiff> => {
    const uri = here.uri.with({ path: `/crm/leads/${id}.record.json` });
    await vscode.commands.executeCommand('recordbench.compareAcross', uri.toString(), there.id);
    const tab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitUntil('the diff is in front', () => tab()?.input instanceof vscode.TabInputTextDiff);
    assert.equal(tab()?.label, `Lead ${id}: ${here.name} ↔ ${there.name}`);
    return tab()?.input as vscode.TabInputTextDiff;
  };
  const textOf = async (uri: vscode.Uri): Promise<string> => (await vscode.workspace.openTextDocument(uri)).getText();

  it('shows each side as its service has it', async () => {
    Object.assign(there.service.leads.get('3') ?? {}, { city: 'Pune' });
    const { original, modified } = await compare('3');
    const [left, right] = [await textOf(original), await textOf(modified)];
    assert.match(left, /"city": "Goa"/);
    assert.match(right, /"city": "Pune"/);
    // only one line differs
    assert.equal(left.replace('"Goa"', '"Pune"'), right);
  });

  it('includes the unsaved changes of an open record', async () => {
    const uri = here.uri.with({ path: '/crm/leads/2.record.json' });
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('"Goa"');
    edit.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 5)), '"Agra"');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const { original, modified } = await compare('2');
    assert.match(await textOf(original), /"city": "Agra"/);
    assert.match(await textOf(modified), /"city": "Goa"/);
    await vscode.window.showTextDocument(document);
  });

  it('reports that the other record does not exist', async () => {
    there.service.leads.delete('4');
    const uri = here.uri.with({ path: '/crm/leads/4.record.json' });
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand('recordbench.compareAcross', uri.toString(), there.id)),
      /there is no such lead/,
    );
  });
});
