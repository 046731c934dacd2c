import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TableDeps } from '../../src/features/table/host/tableDeps.ts';
import { TableEvents } from '../../src/features/table/host/tableEvents.ts';
import { controllerName } from '../../src/model/controller.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('row menu', () => {
  let leads: LeadConnection;
  let events: TableEvents;
  beforeEach(async () => {
    leads = await connectToLeads();
    const document = await vscode.workspace.openTextDocument(leads.uri);
    const address = {
      kind: 'listView',
      connection: leads.id,
      controller: controllerName('crm', 'leads'),
      listView: 'sums',
    } as const;
    const staging = { undoOrRedo: async () => undefined, discardAll: async () => undefined };
    const lists = ['sums', 'other', 'all'].map((id) => ({
      id,
      isDefault: id === 'all',
      chart: id === 'all' ? undefined : 'bar',
    }));
    const deps = {
      listViews: { listViews: async () => lists },
      errors: { run: async (_: string, action: () => unknown) => action() },
    } as unknown as TableDeps;
    events = new TableEvents(deps, address, document, staging, { change: () => undefined });
  });
  afterEach(async () => {
    events.command({ name: 'stopWatching', ids: ['2'] });
    await leads.close();
  });

  const run = (name: string): Thenable<unknown> => vscode.commands.executeCommand(`recordbench.${name}`);
  const tab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
  const sides = (): string[] => {
    const input = tab()?.input;
    return input instanceof vscode.TabInputTextDiff ? [input.original.path, input.modified.path] : [];
  };

  it('opens the records behind a chart value in the default list view of their controller', async () => {
    events.command({ name: 'openRecords', query: { filters: { 'leads.city': 'Goa' } } });
    await waitUntil('they are asked for', () =>
      leads.service.received.some(
        ({ path, query }) =>
          path === '/crm/leads/index.json' &&
          query.get('current_listview') === 'all' &&
          query.get('q')?.includes('"leads.city":"Goa"') === true,
      ),
    );
  });

  it('compares the two selected records', async () => {
    events.command({ name: 'compareRecords', ids: ['2', '3'] });
    await waitUntil('both are in the diff', () => sides().length === 2);
    assert.match(sides().join(), /\/2\.record\.json.*\/3\.record\.json/);
    events.command({ name: 'compareRecords', ids: ['2'] });
  });

  it('duplicates a record into a new one', async () => {
    events.command({ name: 'duplicateRecord', ids: ['3'] });
    const added = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => /\/=new-\d+\.record\.json$/.test(uri.path) && uri.authority === leads.id,
      );
    await waitUntil('the new one has what the other has', () => added()?.getText().includes('Goa') === true);
    await waitUntil('it is not saved', () => added()?.isDirty === true);
    assert.deepEqual(leads.service.posts(), []);
  });

  it('watches a record, and stops watching it', async () => {
    const listed = async (): Promise<boolean> => {
      const before = leads.service.received.length;
      await run('lookNow');
      return leads.service.received.slice(before).some(({ query }) => query.get('id') === '2');
    };
    assert.equal(await listed(), false);
    events.command({ name: 'watchRecord', ids: ['2'] });
    await waitUntil('it is looked at', listed);
    events.command({ name: 'stopWatching', ids: ['2'] });
    await waitUntil('it is looked at no more', async () => !(await listed()));
  });
});
