import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { acceptsPreselected, asked } from './prompts.ts';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { pause, waitUntil } from './waitUntil.ts';

describe('record document', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const address = (id: string): vscode.Uri => leads.uri.with({ path: `/crm/leads/${id}.record.json` });
  const city = (id = '1'): string | null | undefined => leads.service.leads.get(id)?.city;

  async function open(id = '1'): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(address(id));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  async function change(document: vscode.TextDocument, values: Record<string, unknown>): Promise<void> {
    await setText(
      document,
      (now) => `${JSON.stringify({ ...(JSON.parse(now) as object), ...values }, undefined, 2)}\n`,
    );
  }

  function valueOf(document: vscode.TextDocument, key: string): unknown {
    return (JSON.parse(document.getText()) as Record<string, unknown>)[key];
  }

  it('contains its fields as JSON, after a reference to their schema', async () => {
    const document = await open('2');
    const { $schema, ...values } = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.deepEqual(values, { id: '2', name: 'Lead 2', city: 'Goa', score: '2' });
    assert.match(String($schema), /^records-schema:/);
    assert.ok(document.getText().trimStart().startsWith('{\n  "$schema"'));
    assert.equal(document.languageId, 'record');
  });

  it('sends its changes once, and then matches the service', async () => {
    const document = await open();
    await change(document, { city: 'Pune' });
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.deepEqual([city(), leads.service.posts()], ['Pune', ['1']]);
    Object.assign(leads.service.leads.get('1') ?? {}, { score: '77' });
    await change(document, { city: 'Agra' });
    assert.equal(await document.save(), true);
    await waitUntil('it shows what the service stored', () => valueOf(document, 'score') === '77');
    assert.deepEqual([city(), document.isDirty, leads.service.posts()], ['Agra', false, ['1', '1']]);
  });

  it('stays dirty when the service refuses, and can be saved later', async () => {
    leads.service.temper.set('1', 'refuse');
    const document = await open();
    await change(document, { city: 'Pune' });
    assert.equal(await document.save(), false);
    assert.deepEqual([document.isDirty, valueOf(document, 'city')], [true, 'Pune']);
    leads.service.temper.clear();
    assert.equal(await document.save(), true);
    assert.equal(city(), 'Pune');
  });

  it('keeps text typed during a save', async () => {
    const release = Promise.withResolvers<void>();
    leads.service.release = release.promise;
    const document = await open();
    await change(document, { city: 'Pune' });
    const saving = document.save();
    await waitUntil('the save is on its way', () => leads.service.posts().length === 1);
    await change(document, { score: '9' });
    release.resolve();
    await saving;
    assert.deepEqual([valueOf(document, 'city'), valueOf(document, 'score')], ['Pune', '9']);
    await waitUntil('the first is stored', () => city() === 'Pune');
    assert.equal(await document.save(), true);
    assert.equal(leads.service.leads.get('1')?.score, '9');
  });

  it('sends nothing when saved without changes, or when another program writes the file', async () => {
    const document = await open();
    await vscode.commands.executeCommand('workbench.action.files.save');
    const text = Buffer.from(document.getText().replace('Goa', 'Pune'));
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(address('1'), text)), /open document/);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(address('3'), text)), /it is not open/);
    assert.deepEqual([city(), leads.service.posts()], ['Goa', []]);
  });

  it('can be undone past a save, and saved again', async () => {
    const document = await open();
    await change(document, { city: 'Pune' });
    await document.save();
    await pause(300);
    await vscode.commands.executeCommand('undo');
    await waitUntil('undo brought the old city back', () => valueOf(document, 'city') === 'Goa');
    assert.equal(await document.save(), true);
    assert.deepEqual([city(), leads.service.posts()], ['Goa', ['1', '1']]);
  });

  it('reloads when the record was saved in a table', async () => {
    const record = await open();
    const cells = await vscode.workspace.openTextDocument(leads.uri);
    await setText(cells, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    await cells.save();
    await waitUntil('it shows the new city', () => record.getText().includes('Pune'));
  });

  it('reloads when another extension saved the record', async () => {
    const record = await open();
    const api = await recordbenchApi();
    await api.save(leads.id, 'crm/leads', '1', { city: 'Agra' });
    await waitUntil('it shows the new city', () => record.getText().includes('Agra'));
  });

  it('is not reloaded while dirty, and merges on save', async () => {
    const record = await open();
    await change(record, { score: '8' });
    const api = await recordbenchApi();
    await api.save(leads.id, 'crm/leads', '1', { city: 'Agra' });
    assert.equal(valueOf(record, 'score'), '8');
    assert.equal(await record.save(), true);
    assert.deepEqual(leads.service.leads.get('1'), { name: 'Lead 1', city: 'Agra', score: '8' });
  });

  it('is saved by Save All even if another document is refused', async () => {
    leads.service.temper.set('1', 'refuse');
    const [first, second] = [await open('1'), await open('2')];
    await change(first, { city: 'Pune' });
    await change(second, { city: 'Pune' });
    await vscode.workspace.saveAll(false);
    await waitUntil('the other is saved', () => city('2') === 'Pune');
    assert.deepEqual([first.isDirty, second.isDirty], [true, false]);
  });
});

describe('record document on a read-only connection', () => {
  it('is a read-only file, and sends nothing even if code edits it', async () => {
    const leads = await connectToLeads({ readOnly: true });
    try {
      const uri = leads.uri.with({ path: '/crm/leads/1.record.json' });
      const { permissions } = await vscode.workspace.fs.stat(uri);
      assert.equal(permissions, vscode.FilePermission.Readonly);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: false });
      await setText(document, (now) => now.replace('Goa', 'Pune'));
      await document.save();
      await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, Buffer.from(document.getText()))));
      assert.deepEqual([leads.service.leads.get('1')?.city, leads.service.posts()], ['Goa', []]);
    } finally {
      await leads.close();
    }
  });
});

describe('new record document', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const address = (name: string): vscode.Uri => leads.uri.with({ path: `/crm/leads/${name}.record.json` });
  const tabs = (): string[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .map(({ input }) => (input instanceof vscode.TabInputCustom ? input.uri.path : ''));

  it('starts dirty with the defaults, and becomes the record on save', async () => {
    await vscode.commands.executeCommand('vscode.open', address('=new-1'));
    const find = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('=new-1.record.json'));
    await waitUntil('it is unsaved', () => find()?.isDirty === true);
    const document = find() ?? assert.fail('it is not open');
    const values = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.equal(values['city'], 'Goa');
    await setText(document, `${JSON.stringify({ ...values, name: 'Nadia' }, undefined, 2)}\n`);
    assert.equal(await document.save(), true);
    await waitUntil('its tab is the record’s', () => tabs().join() === '/crm/leads/6.record.json');
    assert.deepEqual(leads.service.leads.get('6'), { name: 'Nadia', city: 'Goa', score: null });
    assert.equal(leads.service.posts().length, 1);
  });

  it('closes, reports it and offers the list sorted by newest when the response has no id', async () => {
    leads.service.namesNoId = true;
    leads.service.words = ['Bo was told.'];
    await vscode.commands.executeCommand('vscode.open', address('=new-2'));
    const find = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('=new-2.record.json'));
    await waitUntil('it is unsaved', () => find()?.isDirty === true);
    const document = find() ?? assert.fail('it is not open');
    await setText(document, (text) => text.replace('"name": ""', '"name": "Nadia"'));
    const questions = await asked('showInformationMessage', acceptsPreselected, async () => {
      assert.equal(await document.save(), true);
      await waitUntil('the list is there', () => tabs().join() === '/crm/leads/all.listview');
      const sorts = (): string[] =>
        leads.service.received.map(({ query }) => `${query.get('sort') ?? ''} ${query.get('dir') ?? ''}`);
      await waitUntil('it is sorted', () => sorts().includes('leads.created DESC'));
    });
    assert.deepEqual(questions, [
      'Bo was told. The record was added, but the service did not return its id. Look for it in the list.',
    ]);
    assert.equal([...leads.service.leads.values()].filter(({ name }) => name === 'Nadia').length, 1);
  });
});
