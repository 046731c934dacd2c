import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { addressOfUri } from '../../src/platform/addressUri.ts';
import { watchedLines } from '../../src/tree/watchedTree.ts';
import { asked, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('watched item', () => {
  let leads: LeadConnection;
  let record: vscode.Uri;
  beforeEach(async () => {
    leads = await connectToLeads();
    record = leads.uri.with({ path: '/crm/leads/2.record.json' });
  });
  afterEach(async () => {
    for (const uri of [record, leads.uri]) await run('stopWatching', uri.toString());
    await leads.close();
  });

  const run = (name: string, ...args: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`recordbench.${name}`, ...args);
  const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
  const set = (id: string, city: string): void => void Object.assign(leads.service.leads.get(id) ?? {}, { city });

  async function watch(uri: vscode.Uri): Promise<void> {
    await run('watch', uri.toString());
    await run('lookNow');
  }

  /** Waits until both sides of the diff show the expected text: an open diff is refilled. */
  async function diff(of: unknown, last: string): Promise<[title: string, before: string, now: string]> {
    await run('showWatched', of instanceof vscode.Uri ? of.toString() : of);
    await waitUntil('the diff is in front', () => activeTab()?.input instanceof vscode.TabInputTextDiff);
    const input = activeTab()?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const { original, modified } = input;
    const texts = await Promise.all([original, modified].map((side) => vscode.workspace.openTextDocument(side)));
    await waitUntil(`it tells of ${last}`, () => texts[1]?.getText().includes(last) === true);
    return [activeTab()?.label ?? '', texts[0]?.getText() ?? '', texts[1]?.getText() ?? ''];
  }

  it('shows what changed in a record since last seen, and is then marked as seen', async () => {
    await watch(record);
    set('2', 'Pune');
    await run('lookNow');
    const [title, before, now] = await diff(record, 'Pune');
    assert.equal(title, 'Lead 2: last seen ↔ now');
    assert.match(before, /^City: Goa$/m);
    assert.match(now, /^City: Pune$/m);
    set('2', 'Agra');
    await run('lookNow');
    const [, then, later] = await diff(record, 'Agra');
    assert.match(then, /^City: Pune$/m);
    assert.match(later, /^City: Agra$/m);
  });

  it('shows what changed in a list view', async () => {
    await watch(leads.uri);
    set('3', 'Kochi');
    leads.service.leads.delete('5');
    await run('lookNow');
    const [title, before, now] = await diff(leads.uri, 'Kochi');
    assert.equal(title, 'All Leads: last seen ↔ now');
    assert.ok(before.includes('Lead 5\n') && !now.includes('Lead 5'));
    assert.match(now, /Lead 3\n {2}NAME: Lead 3\n {2}CITY: Kochi/);
  });

  it('is a saved search, whose changes are shown and which is stopped from its line in the tree', async () => {
    const place = { connection: leads.id, controller: 'crm/leads', listView: 'all' };
    await runCommand('openListView', { ...place, query: { search: 'Lead 2' } });
    const isSearched = (): boolean =>
      leads.service.received.some(({ query }) => query.get('search_basic') === 'Lead 2');
    await waitUntil('the table shows it', isSearched);
    await asked(
      'showInputBox',
      () => 'Second',
      () => run('saveSearch'),
    );
    const search = leads.uri.with({ path: '/crm/leads/all=search-Second.listview' });
    await watch(search);
    set('2', 'Pune');
    await run('lookNow');
    const address = addressOfUri(search);
    assert.ok(address?.kind === 'listView');
    const watched = { address, name: 'Second', news: undefined, failure: undefined };
    const [line] = watchedLines({ said: () => [], all: () => [watched] }, { get: () => undefined });
    const [title, before, now] = await diff(line, 'Pune');
    assert.equal(title, 'Second: last seen ↔ now');
    assert.ok(before.includes('CITY: Goa') && now.includes('CITY: Pune') && !now.includes('Lead 3'));
    await run('stopWatching', line);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    leads.service.received.splice(0);
    await run('lookNow');
    assert.ok(!isSearched(), 'it is no longer checked');
  });

  it('opens with a message when nothing has changed', async () => {
    await watch(record);
    const said = await promptWithoutAnswer('showInformationMessage', () => run('showWatched', record.toString()));
    assert.deepEqual(said, ['Nothing has changed since you last checked.']);
    await waitUntil('it is in front', () => activeTab()?.input instanceof vscode.TabInputCustom);
  });

  it('reloads where it is open, and keeps unsaved changes', async () => {
    const document = await vscode.workspace.openTextDocument(record);
    await vscode.window.showTextDocument(document, { preview: false });
    await watch(record);
    set('2', 'Pune');
    await run('lookNow');
    await waitUntil('the text follows', () => document.getText().includes('"Pune"'));
    assert.equal(document.isDirty, false);
  });

  it('cannot be a new record', async () => {
    await assert.rejects(
      Promise.resolve(run('watch', `records://${leads.id}/crm/leads/=new-1.record.json`)),
      /has not been added yet/,
    );
  });
});
