import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportResult } from '../../src/commands/export/exportRecords.ts';
import { addressOfUri } from '../../src/platform/addressUri.ts';
import { AddressNode } from '../../src/tree/addressNode.ts';
import { openSearch, type SavedSearchDeps, savedQuery, saveSearch } from '../../src/commands/lists/savedSearches.ts';
import { controllerName } from '../../src/model/controller.ts';
import { ServiceError } from '../../src/model/errors.ts';
import { SavedSearches } from '../../src/services/remembered/savedSearches.ts';
import { plainMemory } from '../support/memory.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { acceptsPreselected, type Answer, asked, inWindow, picks, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

/** A line of the tree, such as one under Recent. */
class TabLine extends AddressNode {
  readonly item = new vscode.TreeItem('a tab');
}

describe('saved search', () => {
  let leads: LeadConnection;
  let folder: string;
  beforeEach(async () => {
    leads = await connectToLeads();
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-saved-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await leads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const place = (): { connection: string; controller: string; listView: string } => ({
    connection: leads.id,
    controller: 'crm/leads',
    listView: 'all',
  });
  const call = async (name: string, argument?: unknown): Promise<unknown> =>
    vscode.commands.executeCommand(`recordbench.${name}`, argument);
  const isSearched = (text: string): Promise<void> =>
    waitUntil(`a search for ${text}`, () =>
      leads.service.received.some(({ query }) => query.get('search_basic') === text),
    );
  /** Link to the table, or to a saved search. */
  const link = async (search?: string): Promise<string> => {
    await call('copyLink', { ...place(), ...(search !== undefined && { search }) });
    return decodeURIComponent(await vscode.env.clipboard.readText());
  };

  it('is not exported or compared as the whole list if it can no longer be read', () => {
    const search = { ...place(), name: 'Hot', query: { search: 5 } };
    const saved = { get: () => search } as unknown as SavedSearches;
    assert.throws(() => savedQuery({ ...place(), search: 'Hot' }, saved), /“Hot”: it can no longer be read\. Save it/);
  });

  it('is saved from the active table, opened, copied as a link, renamed and removed', async () => {
    await runCommand('openListView', { ...place(), query: { search: 'Lead 2' } });
    await isSearched('Lead 2');
    const questions = await asked(
      'showInputBox',
      () => ' Second ',
      () => call('saveSearch'),
    );
    assert.deepEqual(questions, ['Save Search As']);
    assert.match(await link('Second'), /all\.listview\?query=\{"search":"Lead 2"\}$/);
    // the table now shows another query
    await runCommand('openListView', { ...place(), query: { search: 'Lead 3' } });
    await isSearched('Lead 3');
    await waitUntil('the table shows that', async () => /Lead 3/.test(await link()));
    const tabs = (): string[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    const inFront = async (): Promise<string> => {
      await call('copyLink');
      return decodeURIComponent(await vscode.env.clipboard.readText());
    };
    await call('openSearch', { ...place(), search: 'Second' });
    await waitUntil('it has a tab of its own', () => tabs().join() === 'All Leads,Second');
    await waitUntil('the tab shows what was saved', async () => /all\.listview\?.*Lead 2/.test(await inFront()));
    assert.match(await link(), /Lead 3/, 'the table of the list view stays as it is');
    await runCommand('renameSearch', { ...place(), search: 'Second', name: 'Number two' });
    await waitUntil('its tab has the new name', () => tabs().join() === 'All Leads,Number two');
    await call('openSearch', { ...place(), search: 'Number two' });
    assert.deepEqual(tabs(), ['All Leads', 'Number two']);
    await assert.rejects(link('Second'), /The saved search “Second” no longer exists/);
    assert.match(await link('Number two'), /"Lead 2"/);
    const reported = await asked(
      'showInformationMessage',
      () => 'Undo',
      () => call('removeSearch', { ...place(), search: 'Number two' }),
    );
    assert.deepEqual(reported, ['Removed the saved search “Number two”.']);
    await waitUntil('it is back', () => link('Number two').then(Boolean, () => false));
    await promptWithoutAnswer('showInformationMessage', () =>
      call('removeSearch', { ...place(), search: 'Number two' }),
    );
    await assert.rejects(call('openSearch', {}), /There is no saved search yet/);
  });

  it('is copied, exported and compared from a recent line of its tab', async () => {
    await runCommand('openListView', { ...place(), query: { search: 'Lead 2' } });
    await isSearched('Lead 2');
    await runCommand('saveSearch', { ...place(), name: 'Second' });
    await runCommand('openListView', { ...place(), query: { search: 'Lead 3' } });
    await isSearched('Lead 3');
    const address = addressOfUri(leads.uri.with({ path: '/crm/leads/all=search-Second.listview' }));
    assert.ok(address);
    const line = new TabLine(address);
    await call('copyLink', line);
    assert.match(decodeURIComponent(await vscode.env.clipboard.readText()), /"search":"Lead 2"/);
    const target = path.join(folder, 'second.csv');
    const { written } = (await call('exportRecords', Object.assign(new TabLine(address), { target }))) as ExportResult;
    assert.equal(written, 1);
    const compared = await call('compareListView', Object.assign(new TabLine(address), { source: target, key: 'id' }));
    assert.deepEqual(compared, { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 1, notCompared: 0 });
  });

  it('replaces another of the same name only after confirmation, and is not renamed to a taken name', async () => {
    await runCommand('openListView', { ...place(), query: { search: 'Lead 2' } });
    await isSearched('Lead 2');
    await runCommand('saveSearch', { ...place(), name: 'One' });
    await runCommand('saveSearch', { ...place(), name: 'Two' });
    await runCommand('openListView', { ...place(), query: { search: 'Lead 4' } });
    await isSearched('Lead 4');
    const ask = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () => runCommand('saveSearch', { ...place(), name: 'One' }));
    assert.deepEqual(await ask(acceptsPreselected), ['Replace the saved search “One”?']);
    assert.match(await link('One'), /Lead 2/);
    await ask(picks('Replace'));
    assert.match(await link('One'), /Lead 4/);
    await assert.rejects(
      runCommand('renameSearch', { ...place(), search: 'One', name: ' Two ' }),
      /with this name already exists/,
    );
  });

  it('is revealed in the tree once saved, or else the status bar says where it is', async () => {
    const { connections } = memoryConnections();
    await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    const reported: string[] = [];
    const deps = {
      saved: new SavedSearches(plainMemory(), connections),
      tree: {
        reveal: async (id: string, how: object) =>
          !id.endsWith('Lost') && reported.push(`${id} ${JSON.stringify(how)}`) > 0,
      },
      view: { visible: true },
      records: { get: async () => ({ tables: { searchOf: () => ({ query: {}, layout: undefined }) } }) },
    } as unknown as SavedSearchDeps;
    const setStatusBarMessage = (text: string): object => {
      reported.push(text);
      return { dispose: () => undefined };
    };
    await inWindow({ setStatusBarMessage }, async () => {
      for (const name of ['Seen', 'Lost'])
        await saveSearch({ connection: 'a', controller: 'crm/leads', listView: 'all', name }, deps);
      Object.assign(deps.view, { visible: false });
      await saveSearch({ connection: 'a', controller: 'crm/leads', listView: 'all', name: 'Hidden' }, deps);
    });
    assert.deepEqual(reported, [
      'a/crm/leads/all/=search/Seen {"select":true,"focus":false}',
      'Saved “Lost” under its list view',
      'Saved “Hidden” under its list view',
    ]);
  });

  it('is not saved without a table', async () => {
    await assert.rejects(runCommand('saveSearch', { ...place(), name: 'None' }), /no table is active/);
  });

  it('reports that its list view no longer exists, and opens if that cannot be verified', async () => {
    const { connections } = memoryConnections();
    await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    const saved = new SavedSearches(plainMemory(), connections);
    const search = { connection: 'a', controller: 'crm/leads', listView: 'old' };
    await saved.save({ ...search, name: 'Mine', query: {} });
    const shown: unknown[] = [];
    const deps = (listViews: () => Promise<readonly { id: string }[]>): SavedSearchDeps =>
      ({
        saved,
        connections,
        listViews: { listViews },
        records: { get: async () => ({ tables: { open: async (uri: vscode.Uri) => shown.push(uri.path) } }) },
      }) as unknown as SavedSearchDeps;
    const argument = { ...search, search: 'Mine' };
    await assert.rejects(
      openSearch(
        argument,
        deps(async () => [{ id: 'other' }]),
      ),
      /Could not open “Mine”: its list view no longer exists/,
    );
    assert.deepEqual(shown, []);
    const away = deps(() => Promise.reject(new ServiceError('unreachable', { doing: 'list', why: 'nothing answers' })));
    await openSearch(argument, away).catch(() => undefined); // there is no such document
    assert.deepEqual(shown, [`/${controllerName('crm', 'leads')}/old=search-Mine.listview`]);
  });
});
