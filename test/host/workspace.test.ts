import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { recordbenchApi } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

describe('workspace settings', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const settings = path.join(folder?.uri.fsPath ?? '', '.vscode', 'settings.json');
  after(() => rmSync(path.dirname(settings), { recursive: true, force: true }));

  it('cannot add a connection', async () => {
    const api = await recordbenchApi();
    mkdirSync(path.dirname(settings), { recursive: true });
    const evil = [{ id: 'evil', name: 'Evil', baseUrl: 'http://127.0.0.1:1' }];
    const both = { 'recordbench.connections': evil, 'recordbench.links.plainIds': true };
    writeFileSync(settings, JSON.stringify(both));
    const ours = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('recordbench');
    await waitUntil('the settings are read', () => ours().inspect('links.plainIds')?.workspaceValue === true);
    assert.deepEqual(
      api.connections().filter(({ id }) => id === 'evil'),
      [],
    );
  });
});

describe('keybindings', () => {
  it('override only two global ones: Save in our editors, and Go to Line in tables', async () => {
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const known = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as Keybinding[];
    const { packageJSON } = vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail();
    const { keybindings } = (packageJSON as { contributes: { keybindings: Keybinding[] } }).contributes;
    const isOurs = ({ command }: Keybinding): boolean => command.startsWith('recordbench.');
    // keybindings with a `when` clause apply elsewhere; a unit test checks that ours are limited to our editors
    const taken = keybindings.flatMap(({ key }) =>
      known
        .filter((one) => one.key === key && one.when === undefined && !isOurs(one))
        .map(({ command }) => `${key} ${command}`),
    );
    assert.deepEqual(taken, ['ctrl+s workbench.action.files.save', 'ctrl+g workbench.action.gotoLine']);
  });
});
