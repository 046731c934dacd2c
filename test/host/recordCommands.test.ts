import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';
import { acceptsPreselected, asked, picks, promptWithoutAnswer } from './prompts.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

describe('record commands', function () {
  let api: RecordApi;
  const place = { connection: 'demo', controller: 'crm/leads' };
  const run = runCommand;
  const address = (id: string): vscode.Uri => vscode.Uri.parse(`records://demo/crm/leads/${id}.record.json`);
  const ids = async (which: 'canDelete' | 'canEdit', is: boolean): Promise<string[]> => {
    const { rows } = await api.index('demo', 'crm/leads', { limit: 200 });
    return rows.flatMap((row) => (row[which] === is && row.id !== null ? [row.id] : []));
  };

  before(async () => {
    api = await recordbenchApi();
    await run('startDemo');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(async () => {
    await run('resetDemo', { confirmed: true });
    await run('stopDemo');
  });

  it('delete asks once with the name of the record, and deletes nothing when canceled', async () => {
    const [id = assert.fail('no lead can be deleted')] = await ids('canDelete', true);
    const { name } = await api.view('demo', 'crm/leads', id);
    let lines: readonly unknown[] = [];
    const questions = await asked(
      'showQuickPick',
      (text, items) => picks('Cancel')(text, (lines = items)),
      async () => assert.equal(await run('deleteRecord', { ...place, id }), false),
    );
    assert.deepEqual(questions, [`Delete Lead “${name}”?`]);
    // VS Code preselects the first line
    assert.deepEqual(pluck(lines as { label: string }[], 'label'), ['Cancel', 'Delete']);
    assert.equal((await api.view('demo', 'crm/leads', id)).isDeleted, false);
  });

  it('delete deletes, fires a change event, and shows the message of the service', async () => {
    const [id = assert.fail('no lead can be deleted')] = await ids('canDelete', true);
    const reported: unknown[] = [];
    const listening = api.onDidChangeRecords((change) => reported.push(change));
    const said = await promptWithoutAnswer('showInformationMessage', async () => {
      const questions = await asked('showQuickPick', picks('Delete'), async () =>
        assert.equal(await run('deleteRecord', { ...place, id }), true),
      );
      assert.equal(questions.length, 1);
    });
    listening.dispose();
    assert.match(said.join(), /was deleted/);
    assert.deepEqual(reported, [{ ...place, ids: [id], isDeletion: true }]);
    await assert.rejects(Promise.resolve(run('deleteRecord', { ...place, id, confirmed: true })), /Could not delete/);
  });

  it('delete skips a record that changed while the user was asked, and reports it', async () => {
    const [id = assert.fail('no lead can be deleted')] = await ids('canDelete', true);
    await asked(
      'showQuickPick',
      async (text, items) => {
        await api.save('demo', 'crm/leads', id, { city: 'Świnoujście' });
        return picks('Delete')(text, items);
      },
      () =>
        assert.rejects(
          Promise.resolve(run('deleteRecord', { ...place, id })),
          /someone changed “City” since you last saw it\. Nothing was deleted/,
        ),
    );
    assert.equal((await api.view('demo', 'crm/leads', id)).isDeleted, false);
  });

  it('delete lets the active form report the deletion', async () => {
    const [id = assert.fail('no lead can be deleted')] = await ids('canDelete', true);
    await vscode.commands.executeCommand('vscode.openWith', address(id), 'recordbench.form');
    const said = await promptWithoutAnswer('showInformationMessage', async () =>
      assert.equal(await run('deleteRecord', { ...place, id, confirmed: true }), true),
    );
    assert.deepEqual(said, []);
  });

  it('delete fails without a question when the user lacks permission', async () => {
    const [id = assert.fail('every lead can be deleted')] = await ids('canDelete', false);
    const questions = await asked('showQuickPick', picks('Delete'), () =>
      assert.rejects(Promise.resolve(run('deleteRecord', { ...place, id })), /you don't have permission to delete it/),
    );
    assert.deepEqual(questions, []);
    assert.equal((await api.view('demo', 'crm/leads', id)).isDeleted, false);
  });

  it('compare opens two records side by side, without system fields', async () => {
    const [left = '', right = ''] = await ids('canEdit', true);
    await run('compareRecords', address(left).toString(), address(right).toString());
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const document = await vscode.workspace.openTextDocument(input.modified);
    const shown = JSON.parse(document.getText()) as Record<string, unknown>;
    const { values } = await api.view('demo', 'crm/leads', right);
    assert.equal(shown['last_name'], values['last_name']);
    assert.ok(!('modified' in shown) && 'modified' in values);
  });

  it('compare includes system fields if configured', async () => {
    const setting = vscode.workspace.getConfiguration('recordbench.compare');
    await setting.update('hideSystemFields', false, vscode.ConfigurationTarget.Global);
    try {
      const [left = '', right = ''] = await ids('canEdit', true);
      await run('compareRecords', [address(left), address(right)]);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const document = await vscode.workspace.openTextDocument(input.original);
      assert.ok('modified' in (JSON.parse(document.getText()) as object));
    } finally {
      await setting.update('hideSystemFields', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('compare shows an open record next to its saved version', async () => {
    const [id = ''] = await ids('canEdit', true);
    await vscode.workspace.openTextDocument(address(id));
    await run('compareRecords', address(id));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.toString(), address(id).toString());
    const [saved, mine] = [
      await vscode.workspace.openTextDocument(input.original),
      await vscode.workspace.openTextDocument(input.modified),
    ];
    assert.equal(saved.getText(), mine.getText());
    assert.equal(saved.languageId, 'record');
  });

  it('explain why a field is read-only', async () => {
    const [id = ''] = await ids('canEdit', true);
    const sentence = await run<string>('explainPermission', address(id).toString(), 'modified');
    assert.match(sentence, /^“Modified.*” is read-only for you\.$|“Modified.*” is for information only/);
    const picked = await asked('showQuickPick', acceptsPreselected, async () =>
      assert.match(await run<string>('explainPermission', address(id)), /“.+”/),
    );
    assert.deepEqual(picked, ['Which field?']);
    await assert.rejects(Promise.resolve(run('explainPermission', { ...place, id, field: 'hat' })), /no field “hat”/);
  });

  it('copy a record as a TypeScript type, as curl and as a link', async () => {
    const [id = ''] = await ids('canEdit', true);
    await run('copyTypes', { ...place, id });
    assert.match(await vscode.env.clipboard.readText(), /^export interface Lead \{$/m);
    const shells: unknown[] = [];
    await asked(
      'showQuickPick',
      (_, items) => (shells.push(...items), items[2]),
      () => run('copyAsCurl', address(id)),
    );
    assert.deepEqual(
      shells.map((item) => (item as vscode.QuickPickItem).label),
      process.platform === 'win32' ? ['PowerShell', 'cmd', 'bash'] : ['bash', 'PowerShell', 'cmd'],
    );
    assert.match(await vscode.env.clipboard.readText(), /^curl.*crm\/leads\/view\?id=\d+['"]$/);
    await run('copyLink', address(id));
    assert.match(
      await vscode.env.clipboard.readText(),
      /recordbench\.recordbench\/open\/demo\/crm\/leads\/.+\.record\.json$/,
    );
  });

  it('reload an open record', async () => {
    const [id = ''] = await ids('canEdit', true);
    const document = await vscode.workspace.openTextDocument(address(id));
    await vscode.window.showTextDocument(document);
    await run('reloadRecord', address(id));
    await waitUntil('it is in front', () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === false);
  });

  it('ask for a record when none is given or active', async () => {
    const questions = await promptWithoutAnswer('showQuickPick', () => run('deleteRecord'));
    assert.equal(questions.length, 1);
  });
});
