import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asked as answered } from './prompts.ts';
import { holdsToken } from '../support/markedToken.ts';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { pause, waitUntil } from './waitUntil.ts';

describe('table', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const labels = (): string[] => tabs().map(({ label }) => label);
  const asked = (): number => leads.service.received.filter(({ path }) => path === '/crm/leads/index.json').length;
  const open = (argument: object = {}): Thenable<unknown> =>
    vscode.commands.executeCommand('recordbench.openListView', {
      connection: leads.id,
      controller: 'crm/leads',
      ...argument,
    });

  it('opens the default list view when none is given, uses its name, and requests its rows', async () => {
    await open();
    await waitUntil('the tab has its name', () => labels().includes('All Leads'));
    const [tab] = tabs();
    assert.ok(tab?.input instanceof vscode.TabInputCustom);
    assert.deepEqual([tab.input.viewType, tab.input.uri.toString()], ['recordbench.table', leads.uri.toString()]);
    await waitUntil('rows were asked for', () => asked() > 0);
    const request = leads.service.received.find(({ path }) => path === '/crm/leads/index.json');
    assert.deepEqual(
      ['current_listview', 'page', 'limit'].map((name) => request?.query.get(name)),
      ['all', '1', '100'],
    );
  });

  it('reloads when a record of its controller changed', async () => {
    await open();
    await waitUntil('rows were asked for', () => asked() > 0);
    const before = asked();
    const api = await recordbenchApi();
    await api.save(leads.id, 'crm/leads', '1', { city: 'Agra' });
    await waitUntil('rows were asked for again', () => asked() > before);
  });

  it('reloads when everything is refreshed', async () => {
    await open();
    await waitUntil('rows were asked for', () => asked() > 0);
    const before = asked();
    await vscode.commands.executeCommand('recordbench.refresh', { connection: leads.id });
    await waitUntil('rows were asked for again', () => asked() > before);
  });

  it('applies the search and sorting of a link', async () => {
    await open({ query: { search: 'Lead 3', sort: { columnName: 'leads.city', direction: 'DESC' } } });
    await waitUntil('the search was asked for', () =>
      leads.service.received.some(({ query }) => query.get('search_basic') === 'Lead 3' && query.get('dir') === 'DESC'),
    );
    await open({ query: { search: 'Lead 4' } });
    await waitUntil('the other search was asked for', () =>
      leads.service.received.some(({ query }) => query.get('search_basic') === 'Lead 4'),
    );
  });

  it('shows a search even when it is requested while the table is closing', async () => {
    await open({ listView: 'all' });
    await waitUntil('rows were asked for', () => asked() > 0);
    // VS Code closes the tab before it reopens it, and the extension host is notified in between
    const closed = vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await open({ listView: 'all', query: { search: 'Lead 4' } });
    await closed;
    await waitUntil('the search was asked for', () =>
      leads.service.received.some(({ query }) => query.get('search_basic') === 'Lead 4'),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    leads.service.received.splice(0);
    await open({ listView: 'all' });
    await waitUntil('rows were asked for', () => asked() > 0);
    assert.ok(!leads.service.received.some(({ query }) => query.has('search_basic')), 'it is forgotten with the table');
  });

  it('can be open twice, in two groups', async () => {
    await open();
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await waitUntil('both have their name', () => labels().filter((label) => label === 'All Leads').length === 2);
    const document = await vscode.workspace.openTextDocument(leads.uri);
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    assert.ok(tabs().every(({ isDirty }) => isDirty));
    await document.save();
    await waitUntil('both are saved', () => tabs().every(({ isDirty }) => !isDirty));
  });

  it('is not reopened when it is moved to another group', async () => {
    await open();
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await waitUntil('both have their name', () => labels().filter((label) => label === 'All Leads').length === 2);
    const reopened: string[] = [];
    const listening = vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) =>
      reopened.push(...[...opened, ...closed].map(({ label }) => label)),
    );
    await pause(6_500);
    listening.dispose();
    assert.deepEqual(reopened, []);
  });

  it('reports an invalid controller or connection', async () => {
    await assert.rejects(Promise.resolve(open({ controller: 'leads' })), /<module>\/<controller>/);
    await assert.rejects(Promise.resolve(open({ connection: 'nowhere' })), /There is no connection “nowhere”/);
  });

  it('opens records, and copies links and curl commands without the token', async () => {
    const lead = { connection: leads.id, controller: 'crm/leads', id: '2' };
    await vscode.commands.executeCommand('recordbench.openRecord', lead);
    await waitUntil('the record is open', () => labels().includes('Lead 2'));
    await vscode.commands.executeCommand('recordbench.copyLink', lead);
    assert.match(
      await vscode.env.clipboard.readText(),
      /:\/\/recordbench\.recordbench\/open\/leads-\d+\/crm\/leads\/2\.record\.json$/,
    );
    const copyAsCurl = (argument: unknown): Promise<string[]> =>
      answered(
        'showQuickPick',
        (_, items) => items[0],
        () => vscode.commands.executeCommand('recordbench.copyAsCurl', argument),
      );
    assert.deepEqual(await copyAsCurl(leads.uri), ['Which shell is the curl command for?']);
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /'Authorization: Bearer '"\$RECORDBENCH_TOKEN" 'http:.*index\.json\?current_listview=all'$/);
    assert.ok(!holdsToken(Buffer.from(curl)));
    await copyAsCurl(lead);
    assert.match(await vscode.env.clipboard.readText(), /\/crm\/leads\/view\?id=2'$/);
  });
});
