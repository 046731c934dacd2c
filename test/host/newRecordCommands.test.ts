import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { acceptsPreselected, type Answer, asked, picks, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('record fill-in commands', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const run = (name: string, ...args: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`recordbench.${name}`, ...args);
  const address = (id: string): vscode.Uri => leads.uri.with({ path: `/crm/leads/${id}.record.json` });
  const valuesOf = (document: vscode.TextDocument): Record<string, unknown> =>
    JSON.parse(document.getText()) as Record<string, unknown>;

  /** Waits until the active document is a new record. */
  async function newRecord(): Promise<vscode.TextDocument> {
    const uri = (): vscode.Uri | undefined => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input.uri : undefined;
    };
    await waitUntil('a new record is in front', () => /=new-\d+\.record\.json$/.test(uri()?.path ?? ''));
    const document = await vscode.workspace.openTextDocument(uri() ?? leads.uri);
    await waitUntil('it is unsaved', () => document.isDirty);
    return document;
  }

  async function open(id: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(address(id));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  it('add opens a new unsaved record with the defaults each time', async () => {
    await run('addRecord', { connection: leads.id, controller: 'crm/leads' });
    const first = await newRecord();
    assert.equal(valuesOf(first)['city'], 'Goa');
    await run('addRecord', leads.uri);
    await waitUntil('there are two', () => vscode.window.tabGroups.activeTabGroup.tabs.length === 2);
    assert.notEqual((await newRecord()).uri.toString(), first.uri.toString());
    assert.deepEqual(leads.service.posts(), []);
  });

  it('delete shows each message of the service once, in a single notification', async () => {
    leads.service.words = ['Bo was told.', 'Bo was told.'];
    const said = await promptWithoutAnswer('showInformationMessage', async () => {
      await asked('showQuickPick', picks('Delete'), async () => {
        await run('deleteRecord', { connection: leads.id, controller: 'crm/leads', id: '2' });
      });
    });
    assert.deepEqual(said, ['Bo was told.']);
  });

  it('duplicate starts with the current values in the tab of the original', async () => {
    const source = await open('3');
    await setText(source, source.getText().replace('"Goa"', '"Pune"'));
    await run('duplicateRecord', address('3'));
    const { name, city, score, id } = valuesOf(await newRecord());
    assert.deepEqual([name, city, score, id], ['Lead 3', 'Pune', '3', undefined]);
    assert.deepEqual(leads.service.posts(), []);
  });

  it('paste fills the editable fields in one undo step, and reports what it skipped', async () => {
    const document = await open('2');
    const before = document.getText();
    await vscode.env.clipboard.writeText('{"City": "Agra", "score": 9, "name": "X", "hat": 1}');
    const said = await promptWithoutAnswer('showInformationMessage', () => run('pasteJson', address('2')));
    assert.deepEqual(said, ['2 fields were pasted. Skipped: name (read-only), hat (no such field).']);
    const { city, score, name } = valuesOf(document);
    assert.deepEqual([city, score, name, document.isDirty], ['Agra', 9, 'Lead 2', true]);
    await vscode.commands.executeCommand('undo');
    await waitUntil('it is as before', () => document.getText() === before);
    assert.deepEqual(leads.service.posts(), []);
  });

  it('paste rejects invalid JSON, and changes nothing', async () => {
    const document = await open('2');
    for (const text of ['', '{"city": }', '[1, 2]']) {
      await vscode.env.clipboard.writeText(text);
      await assert.rejects(
        Promise.resolve(run('pasteJson', { connection: leads.id, controller: 'crm/leads', id: '2' })),
        /Could not paste/,
      );
    }
    assert.equal(document.isDirty, false);
  });

  it('reload asks before discarding changes', async () => {
    const document = await open('2');
    await setText(document, document.getText().replace('"Goa"', '"Pune"'));
    const reload = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () => run('reloadRecord', address('2')));
    assert.deepEqual(await reload(acceptsPreselected), ['Discard your changes?']);
    assert.equal(document.isDirty, true);
    Object.assign(leads.service.leads.get('2') ?? {}, { score: '77' });
    assert.equal((await reload(picks('Discard Changes'))).length, 1);
    await waitUntil('it is as the service has it', () => valuesOf(document)['score'] === '77');
    assert.deepEqual([valuesOf(document)['city'], document.isDirty], ['Goa', false]);
  });

  it('a save that would clear a field asks first, with Cancel preselected', async () => {
    const document = await open('2');
    await setText(document, document.getText().replace('"Goa"', '"null"'));
    const save = async (answer: Answer): Promise<unknown> => {
      const questions = await asked('showQuickPick', answer, () => document.save());
      return [questions, document.isDirty, leads.service.posts().length];
    };
    assert.deepEqual(await save(acceptsPreselected), [['Clear “City”?'], true, 0]);
    assert.deepEqual(await save(picks('Save and Clear')), [['Clear “City”?'], false, 1]);
  });

  it('a change to a read-only field is reported as an error on its line', async () => {
    const document = await open('2');
    await setText(document, document.getText().replace('"Lead 2"', '"Somebody"'));
    const ours = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Recordbench');
    await waitUntil('it is told', () => ours().length > 0);
    assert.match(ours()[0]?.message ?? '', /“name” is read-only for you/);
    assert.equal(document.getText(ours()[0]?.range), '"name"');
    assert.equal(await document.save(), false);
  });
});
