import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { openImportPage } from './fakeImportPanel.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { asked, inWindow, picks, promptWithoutAnswer } from './prompts.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

interface Outcome {
  readonly run?: string;
  readonly changed: number;
  readonly unchanged: number;
  readonly added: readonly { readonly position: number; readonly state: string; readonly id?: string }[];
  readonly refused: readonly { readonly position: number; readonly why: string }[];
  readonly skipped: readonly { readonly position: number; readonly why: string }[];
}

/** How a report lists a skipped record; `beginning` of its reason. */
const skipped = (position: number, beginning: string): { readonly position: number; readonly why: string } => ({
  position,
  why: `${beginning} records are only ${beginning.startsWith('It') ? 'changed, never added' : 'added, never changed'}.`,
});

describe('importing records', () => {
  let leads: LeadConnection;
  let folder: string;
  beforeEach(async () => {
    leads = await connectToLeads();
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-import-test-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await leads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string): string => path.join(folder, name);
  const call = async <T>(command: string, argument: object): Promise<T> =>
    runCommand<T>(command, {
      connection: leads.id,
      controller: 'crm/leads',
      ...argument,
    });
  const imported = (name: string, more: object = {}): Promise<Outcome> =>
    call('importRecords', { source: file(name), confirmed: true, ...more });
  const writes = (): string[] => leads.service.posts();

  it('applies changes made in a spreadsheet once, and undoes them', async () => {
    await call('exportRecords', { target: file('a.csv') });
    const text = readFileSync(file('a.csv'), 'utf8')
      .replace('2,Lead 2,Goa', '2,Lead 2,Pune')
      .replace('4,Lead 4,Goa,4', '4,Lead 4,,44');
    writeFileSync(file('a.csv'), text.replaceAll(',', ';'));
    const { changed, unchanged, run } = await imported('a.csv');
    assert.deepEqual([changed, unchanged], [2, 3]);
    assert.deepEqual(writes().toSorted(), ['2', '4']);
    assert.deepEqual(leads.service.leads.get('2'), { name: 'Lead 2', city: 'Pune', score: '2' });
    assert.deepEqual(leads.service.leads.get('4'), { name: 'Lead 4', city: null, score: '44' });
    await runCommand('undoBulk', { run, confirmed: true });
    assert.deepEqual(leads.service.leads.get('4'), { name: 'Lead 4', city: 'Goa', score: '4' });
  });

  it('adds rows without an id, and reports refusals', async () => {
    writeFileSync(file('new.csv'), 'id,City,score\n,Agra,7\n1,Goa,1\n77,Goa,1\n1,Goa,2\n,Rome,8,9\n');
    const { changed, unchanged, added, refused } = await imported('new.csv');
    assert.deepEqual([changed, unchanged], [0, 0]);
    assert.deepEqual(added, [{ position: 2, state: 'added', id: '6' }]);
    const { city, score } = leads.service.leads.get('6') ?? {};
    assert.deepEqual([city, score], ['Agra', '7']);
    assert.deepEqual(pluck(refused, 'position'), [4, 5, 6]);
    assert.match(refused[0]?.why ?? '', /there is no such lead/);
  });

  it('matches records by a given column, and adds the others', async () => {
    leads.service.leads.set('3', { name: 'Lead 3', city: 'Oslo', score: '3' });
    writeFileSync(file('by.json'), JSON.stringify([{ city: 'Oslo', score: 33 }]));
    await assert.rejects(imported('by.json'), /it has no ids/);
    // this service ignores conditions, so no record may be treated as missing
    await assert.rejects(imported('by.json', { key: 'city' }), /returned records with a different value/);
    const { added } = await imported('by.json', { key: 'none' });
    assert.deepEqual(added, [{ position: 1, state: 'added', id: '6' }]);
  });

  it('adds nothing or changes nothing if the mode excludes it, and reports what it skipped', async () => {
    writeFileSync(file('mixed.csv'), 'id,City,score\n,Agra,7\n1,Pune,1\n');
    const changing = await imported('mixed.csv', { mode: 'change' });
    assert.deepEqual([changing.changed, changing.added, changing.skipped], [1, [], [skipped(2, 'It has no id, and')]]);
    const adding = await imported('mixed.csv', { mode: 'add' });
    assert.deepEqual([adding.changed, pluck(adding.added, 'id')], [0, ['6']]);
    assert.deepEqual(adding.skipped, [skipped(3, 'The record exists, and')]);
    await assert.rejects(imported('mixed.csv', { mode: 'change', key: 'none' }), /they must be matched/);
    await assert.rejects(imported('mixed.csv', { mode: 'most' }), /“mode” must be “both”, “change” or “add”/);
  });

  it('uses the list view of the active table, and asks for one if no table is active', async () => {
    writeFileSync(file('a.csv'), 'id,City\n2,Pune\n');
    const showOpenDialog = async (): Promise<vscode.Uri[]> => [vscode.Uri.file(file('a.csv'))];
    const listViewOfPage = async (): Promise<readonly unknown[]> => {
      const page = await inWindow({ showOpenDialog }, () => openImportPage());
      await page.start();
      await waitUntil('the page is stored', () => page.kept !== undefined);
      page.dispose();
      return [page.kept?.connection, page.kept?.controller, page.kept?.listView];
    };
    await vscode.commands.executeCommand('vscode.open', leads.uri);
    await vscode.commands.executeCommand('vscode.open', leads.uri.with({ path: '/crm/leads/mine.listview' }));
    const opened = await promptWithoutAnswer('showQuickPick', async () =>
      assert.deepEqual(await listViewOfPage(), [leads.id, 'crm/leads', 'mine']),
    );
    assert.deepEqual(opened, []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const closed = await asked('showQuickPick', picks('All Leads'), async () =>
      assert.deepEqual(await listViewOfPage(), [leads.id, 'crm/leads', 'all']),
    );
    assert.deepEqual(closed, ['Which list view?']);
  });

  it('fails with an error and writes nothing', async () => {
    writeFileSync(file('a.csv'), 'id,Color,City\n1,red,Pune\n');
    await assert.rejects(imported('a.csv'), /no field matches “Color”/);
    await assert.rejects(imported('none.csv'), /Could not read none\.csv: the file or folder was not found/);
    writeFileSync(file('b.csv'), 'id,NAME\n1,x\n');
    await assert.rejects(imported('b.csv'), /none of its columns is a field that you can edit/);
    const twice = imported('a.csv', { mapping: { Color: 'city' } });
    await assert.rejects(twice, /Could not import a\.csv\. “City” is already mapped to the column “Color”\./);
    assert.deepEqual(writes(), []);
    const { changed } = await imported('a.csv', { mapping: { Color: null } });
    assert.equal(changed, 1);
  });
});

describe('importing records through a read-only connection', () => {
  it('is refused before anything is read', async () => {
    const leads = await connectToLeads({ readOnly: true });
    try {
      await assert.rejects(
        async () =>
          runCommand('importRecords', {
            connection: leads.id,
            controller: 'crm/leads',
            source: '/nowhere.csv',
            confirmed: true,
          }),
        /read-only/,
      );
    } finally {
      await leads.close();
    }
  });
});
