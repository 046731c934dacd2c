import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';
import {
  acceptsPreselected,
  type Answer,
  asked,
  inWindow,
  picks,
  PressedButton,
  promptWithoutAnswer,
} from './prompts.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

type Line = vscode.QuickPickItem;

describe('history', function () {
  let api: RecordApi;
  let leads: LeadConnection;
  beforeEach(async () => {
    api = await recordbenchApi();
    leads = await connectToLeads();
  });
  afterEach(() => leads.close());

  const record = (id = '2'): vscode.Uri => leads.uri.with({ path: `/crm/leads/${id}.record.json` });
  const save = (values: Record<string, string>, id = '2'): Promise<unknown> =>
    api.save(leads.id, 'crm/leads', id, values);
  const document = (uri: vscode.Uri): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());

  /** Shows the history and answers with one of its items. */
  async function show(argument: unknown, answer: (lines: readonly Line[]) => unknown): Promise<readonly Line[]> {
    let lines: readonly Line[] = [];
    await asked(
      'showQuickPick',
      (_, items) => answer((lines = items as readonly Line[])),
      () => runCommand('showHistory', argument),
    );
    return lines;
  }

  it('lists each change of a record, newest first, and none of other records', async () => {
    await save({ city: 'Pune' });
    await save({ city: 'Kochi' });
    await save({ city: 'Agra' }, '3');
    const lines = await show(record(), () => undefined);
    assert.deepEqual(pluck(lines, 'label'), ['City: Pune → Kochi', 'City: Goa → Pune']);
    assert.match(lines[0]?.description ?? '', /^Another extension · .*\d/);
    const ofConnection = await show({ connection: leads.id }, () => undefined);
    assert.deepEqual(
      ofConnection.map(({ label, detail }) => `${label}: ${detail}`),
      ['Lead 3: City: Goa → Agra', 'Lead 2: City: Pune → Kochi', 'Lead 2: City: Goa → Pune'],
    );
  });

  it('says of a deleted record that a command deleted it', async () => {
    await promptWithoutAnswer('showInformationMessage', () =>
      runCommand('deleteRecord', { connection: leads.id, controller: 'crm/leads', id: '3', confirmed: true }),
    );
    const [line] = await show({ connection: leads.id }, () => undefined);
    assert.match(`${line?.detail} · ${line?.description}`, /^Deleted · crm\/leads · Command · /);
  });

  it('is deleted when its record is forgotten, without touching other records', async () => {
    await save({ city: 'Pune' });
    await save({ city: 'Agra' }, '3');
    const forget = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () => runCommand('forgetRecord', record()));
    assert.match((await forget(acceptsPreselected)).join(), /^Forget “.+”\?$/);
    assert.equal((await show(record(), () => undefined)).length, 1);
    await forget(picks('Forget'));
    assert.deepEqual(await show(record(), () => undefined), []);
    assert.deepEqual(pluck(await show(record('3'), () => undefined), 'label'), ['City: Goa → Agra']);
  });

  it('shows what a change did to a record in a diff', async () => {
    await save({ city: 'Pune' });
    await show(record(), ([first]) => first);
    const tab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitUntil('the diff is in front', () => tab()?.input instanceof vscode.TabInputTextDiff);
    const input = tab()?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const { original, modified } = input;
    const texts = await Promise.all([original, modified].map((side) => vscode.workspace.openTextDocument(side)));
    assert.deepEqual(
      texts.map((text) => [text.getText(), text.languageId]),
      [
        ['City: Goa\n', 'plaintext'],
        ['City: Pune\n', 'plaintext'],
      ],
    );
    assert.match(tab()?.label ?? '', /^Lead 2 · Another extension/);
    await runCommand('showChangeAsJson');
    await waitUntil('it is JSON', () => tab()?.label.endsWith('(JSON)') === true);
    const json = tab()?.input;
    assert.ok(json instanceof vscode.TabInputTextDiff);
    const sides = [json.original, json.modified].map(async (side) =>
      (await vscode.workspace.openTextDocument(side)).getText(),
    );
    assert.deepEqual(
      (await Promise.all(sides)).map((text) => JSON.parse(text) as unknown),
      [{ city: 'Goa' }, { city: 'Pune' }],
    );
  });

  it('shows a single change, as the Timeline does, and reports one that is no longer kept', async () => {
    await save({ city: 'Pune' });
    await save({ city: 'Kochi' });
    const lines = await show(record(), () => undefined);
    const { key } = (lines[1] as unknown as { readonly entry: { readonly key: string } }).entry;
    const place = { connection: leads.id, controller: 'crm/leads', id: '2' };
    await runCommand('showHistory', { ...place, change: key });
    const tab = (): vscode.TabInputTextDiff | undefined => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    };
    await waitUntil('the diff is in front', () => tab() !== undefined);
    const { modified } = tab() ?? assert.fail('it is there');
    assert.equal((await vscode.workspace.openTextDocument(modified)).getText(), 'City: Pune\n');
    const reported = await promptWithoutAnswer('showErrorMessage', () =>
      runCommand('showHistory', { ...place, change: 'gone' }).catch(() => undefined),
    );
    assert.match(reported.join(), /it is no longer in the history/);
  });

  it('restores old values as an unsaved edit', async () => {
    await save({ city: 'Pune' });
    const posts = leads.service.posts().length;
    await show(record(), ([first]) => first && new PressedButton(first, 'Restore'));
    await waitUntil('it is unsaved', () => document(record())?.isDirty === true);
    assert.match(document(record())?.getText() ?? '', /"city": "Goa"/);
    assert.equal(leads.service.posts().length, posts, 'nothing is sent before it is saved');
    await document(record())?.save();
    await waitUntil('it is saved', () => leads.service.leads.get('2')?.city === 'Goa');
    const lines = await show(record(), () => undefined);
    assert.match(`${lines[0]?.label} · ${lines[0]?.description}`, /^City: Pune → Goa · Form · /);
  });

  it('offers no restore on a read-only connection', async () => {
    await save({ city: 'Pune' });
    const settings = vscode.workspace.getConfiguration('recordbench');
    const all = settings.get<readonly object[]>('connections') ?? [];
    const closed = all.map((one) => ({ ...one, readOnly: true }));
    await settings.update('connections', closed, vscode.ConfigurationTarget.Global);
    const [line] = await show(record(), () => undefined);
    assert.deepEqual(
      line?.buttons?.map(({ tooltip }) => tooltip),
      ['Show Changes'],
    );
  });

  it('lets the user resolve later changes in the form before anything is sent', async () => {
    await save({ city: 'Pune' });
    await save({ city: 'Kochi' });
    const posts = leads.service.posts().length;
    const reported = await promptWithoutAnswer('showInformationMessage', () =>
      show(record(), ([, second]) => second && new PressedButton(second, 'Restore')),
    );
    assert.match(reported.join(), /Changed since then: City\. In the form, choose/);
    assert.match(document(record())?.getText() ?? '', /"city": "Goa"/);
    await document(record())?.save();
    assert.equal(document(record())?.isDirty, true);
    assert.deepEqual([leads.service.leads.get('2')?.city, leads.service.posts().length], ['Kochi', posts]);
  });

  it('restores a deleted record as an unsaved new record', async () => {
    await save({ city: 'Pune' });
    await api.delete(leads.id, 'crm/leads', '2');
    const count = leads.service.posts().length;
    await show(record(), ([first]) => {
      assert.equal(first?.label, 'Deleted');
      return first && new PressedButton(first, 'Restore');
    });
    const added = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.authority === leads.id && /\/=new-\d+\./.test(uri.path));
    await waitUntil('the new one has what it held', () => added()?.getText().includes('Pune') === true);
    await waitUntil('it is not saved', () => added()?.isDirty === true);
    assert.equal(leads.service.posts().length, count);
  });

  it('can be closed while it is loading', async () => {
    await save({ city: 'Pune' });
    const hidden = new vscode.EventEmitter<void>();
    const never = new vscode.EventEmitter<never>().event;
    const box = { show: () => hidden.fire(), hide: () => undefined, dispose: () => undefined, onDidHide: hidden.event };
    const createQuickPick = (): object => ({
      ...box,
      onDidAccept: never,
      onDidTriggerItemButton: never,
      activeItems: [],
    });
    await inWindow({ createQuickPick }, () => runCommand('showHistory', record()));
  });

  it('reports that there is none, or that none is kept', async () => {
    const tell = (): Promise<string[]> =>
      promptWithoutAnswer('showInformationMessage', () => runCommand('showHistory', record('4')));
    assert.match((await tell()).join(), /No known changes in the last 30 days/);
    const settings = vscode.workspace.getConfiguration('recordbench');
    await settings.update('history.keepDays', 0, vscode.ConfigurationTarget.Global);
    try {
      assert.match((await tell()).join(), /No history is kept/);
    } finally {
      await settings.update('history.keepDays', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is deleted with its connection', async () => {
    await save({ city: 'Pune' });
    const remove = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () => runCommand('removeConnection', { connection: leads.id }));
    assert.deepEqual(await remove(acceptsPreselected), [`Remove the connection “${leads.name}”?`]);
    assert.equal((await show(record(), () => undefined)).length, 1);
    await remove(picks('Remove'));
    const again = await runCommand<string>('addConnection', {
      name: leads.name,
      baseUrl: leads.service.url,
      token: 'x',
    });
    assert.equal(again, leads.id);
    const reported = await promptWithoutAnswer('showInformationMessage', () => runCommand('showHistory', record()));
    assert.match(reported.join(), /No known changes/);
  });
});
