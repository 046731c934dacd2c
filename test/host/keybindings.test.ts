import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordbenchApi } from './recordbenchApi.ts';

interface Binding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

describe('keybinding of Search Records', () => {
  it('is unique, and no other keybinding starts with it', async () => {
    await recordbenchApi();
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const all = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as Binding[];
    const [ours, ...more] = all.filter(({ command }) => command === 'recordbench.searchRecords');
    assert.ok(ours && more.length === 0);
    const [first = ''] = ours.key.split(' ');
    const others = all.filter(({ command, when }) => command !== ours.command && when !== 'false');
    assert.ok(all.length > 500, 'all of them were read');
    assert.deepEqual(
      others.filter(({ key }) => key === ours.key || key === first || key.startsWith(`${ours.key} `)),
      [],
    );
  });
});
