import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection, setText, stagedCity, type StagedCity } from './leadConnection.ts';
import { pause, waitUntil } from './waitUntil.ts';

describe('list view document', () => {
  let leads: LeadConnection;
  let document: vscode.TextDocument;

  beforeEach(async () => {
    leads = await connectToLeads();
    document = await vscode.workspace.openTextDocument(leads.uri);
    await vscode.window.showTextDocument(document);
  });

  afterEach(() => leads.close());

  const becomesEmpty = (): Promise<void> => waitUntil('nothing is staged', () => document.getText() === '{}\n');
  const stage = (...cells: readonly StagedCity[]): Promise<void> =>
    setText(document, stagedCity(leads.service.url, ...cells));

  it('is an empty regular file, without a request to the service', async () => {
    assert.deepEqual([document.getText(), document.languageId, document.isDirty], ['{}\n', 'listview', false]);
    const stat = await vscode.workspace.fs.stat(leads.uri);
    assert.deepEqual([stat.type, stat.permissions], [vscode.FileType.File, undefined]);
    // the Records view may ask for list views
    assert.deepEqual(
      leads.service.received.filter(({ path }) => path.startsWith('/crm/')),
      [],
    );
  });

  it('has syntax colors as text, although VS Code loads no grammar for the table', async () => {
    await stage(['1', 'Lisbon', 'Porto']);
    await waitUntil('the colors are there', async () => {
      const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens | undefined>(
        'vscode.provideDocumentSemanticTokens',
        document.uri,
      );
      const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend | undefined>(
        'vscode.provideDocumentSemanticTokensLegend',
        document.uri,
      );
      const types = [...(tokens?.data ?? [])].filter((_, at) => at % 5 === 3).map((type) => legend?.tokenTypes[type]);
      return new Set(types).has('property') && types.at(-1) === 'string';
    });
  });

  it('is in a folder that contains no other kinds of files', async () => {
    for (const folder of ['/', '/crm', '/crm/leads']) {
      const { type } = await vscode.workspace.fs.stat(leads.uri.with({ path: folder }));
      assert.equal(type, vscode.FileType.Directory, folder);
    }
    for (const path of [
      '/crm/leads/x.txt',
      '/crm/leads/%.listview',
      '/a/b/c/d.listview',
      '/crm/leads/=new-0.record.json',
    ])
      await assert.rejects(
        Promise.resolve(vscode.workspace.fs.stat(leads.uri.with({ path }))),
        { code: 'FileNotFound' },
        path,
      );
  });

  it('sends staged changes on save, and is empty afterward', async () => {
    await stage(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Agra']);
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    await becomesEmpty();
    assert.equal(document.isDirty, false);
    assert.deepEqual([leads.service.leads.get('1')?.city, leads.service.leads.get('2')?.city], ['Pune', 'Agra']);
    assert.deepEqual(leads.service.posts(), ['1', '2']);
  });

  it('can be changed and saved again at once, without a "newer on disk" conflict', async () => {
    for (const city of ['Pune', 'Agra', 'Delhi']) {
      await stage(['1', leads.service.leads.get('1')?.city ?? '', city]);
      assert.equal(await document.save(), true, city);
      assert.equal(leads.service.leads.get('1')?.city, city);
    }
    await becomesEmpty();
  });

  it('keeps refused cells, drops the others, and stays dirty', async () => {
    leads.service.temper.set('1', 'refuse');
    await stage(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Agra']);
    assert.equal(await document.save(), false);
    await waitUntil(
      'the saved cell is gone',
      () => document.getText() === stagedCity(leads.service.url, ['1', 'Goa', 'Pune']),
    );
    assert.equal(document.isDirty, true);
    leads.service.temper.clear();
    assert.equal(await document.save(), true);
    await becomesEmpty();
    assert.deepEqual(leads.service.posts(), ['1', '2', '1']);
  });

  it('is saved once when its table and VS Code save it at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    leads.service.release = promise;
    await stage(['1', 'Goa', 'Pune']);
    await waitUntil('it is unsaved', () => document.isDirty);
    const byTable = vscode.commands.executeCommand('recordbench.savePending');
    await waitUntil('the save is under way', () => leads.service.posts().length === 1);
    const byVsCode = document.save();
    resolve();
    await byTable;
    assert.equal(await byVsCode, true);
    await becomesEmpty();
    assert.deepEqual([leads.service.posts(), document.isDirty], [['1'], false]);
  });

  it('keeps changes staged while its table saves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    leads.service.release = promise;
    await stage(['1', 'Goa', 'Pune']);
    await waitUntil('it is unsaved', () => document.isDirty);
    const saving = vscode.commands.executeCommand('recordbench.savePending');
    await waitUntil('the save is under way', () => leads.service.posts().length === 1);
    await stage(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Agra']);
    resolve();
    await saving;
    assert.equal(document.getText(), stagedCity(leads.service.url, ['2', 'Goa', 'Agra']));
    assert.deepEqual([leads.service.posts(), document.isDirty], [['1'], true]);
  });

  it('keeps changes staged while it is being saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    leads.service.release = promise;
    await stage(['1', 'Goa', 'Pune']);
    const saving = document.save();
    await waitUntil('the save is under way', () => leads.service.posts().length === 1);
    await stage(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Agra']);
    resolve();
    await saving;
    await waitUntil(
      'only the new one is left',
      () => document.getText() === stagedCity(leads.service.url, ['2', 'Goa', 'Agra']),
    );
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    await becomesEmpty();
    assert.deepEqual(leads.service.posts(), ['1', '2']);
  });

  it('sends nothing when saved without changes, or when another program writes the file', async () => {
    await vscode.commands.executeCommand('workbench.action.files.save');
    const text = Buffer.from(stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(leads.uri, text)),
      /only be changed in the open/,
    );
    const unopened = leads.uri.with({ path: '/crm/leads/other.listview' });
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(unopened, text)), /it is not open/);
    assert.deepEqual(leads.service.posts(), []);
  });

  it('drops already saved cells that undo restores, without sending them', async () => {
    await stage(['1', 'Goa', 'Pune']);
    await document.save();
    await becomesEmpty();
    await vscode.commands.executeCommand('undo');
    await waitUntil('undo brought it back', () => document.getText().includes('Pune'));
    await document.save();
    await becomesEmpty();
    assert.deepEqual(leads.service.posts(), ['1']);
  });

  it('is never auto-saved', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    await files.update('autoSaveDelay', 100, vscode.ConfigurationTarget.Global);
    try {
      for (const languageId of ['listview', 'record'])
        assert.equal(vscode.workspace.getConfiguration('files', { languageId }).get('autoSave'), 'off');
      await stage(['1', 'Goa', 'Pune']);
      await pause(1_000);
      assert.deepEqual([document.isDirty, leads.service.posts()], [true, []]);
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
      await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('cannot be deleted or moved', async () => {
    await assert.rejects(Promise.resolve(vscode.workspace.fs.delete(leads.uri)));
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.rename(leads.uri, leads.uri.with({ path: '/a/b/c.listview' }))),
    );
  });
});

describe('list view document on a read-only connection', () => {
  let leads: LeadConnection;
  before(async () => (leads = await connectToLeads({ readOnly: true })));
  after(() => leads.close());

  it('is a read-only file, and sends nothing even if code edits it', async () => {
    const { permissions } = await vscode.workspace.fs.stat(leads.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    const document = await vscode.workspace.openTextDocument(leads.uri);
    await vscode.window.showTextDocument(document);
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    await document.save();
    assert.deepEqual(leads.service.posts(), []);
  });
});
