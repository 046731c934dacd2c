import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { readCall } from '../../src/platform/runCommand.ts';
import { acceptsPreselected, asked, inWindow, promptWithoutAnswer } from './prompts.ts';
import { isPlainFind } from '../../src/service/documented/findQuery.ts';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

/** Runs a command as a `command:recordbench.<name>?<JSON>` link would. */
async function click(name: string, argument: object): Promise<unknown> {
  return vscode.commands.executeCommand(`recordbench.${name}`, JSON.parse(JSON.stringify(argument)));
}

describe('command invoked by a link', () => {
  let leads: LeadConnection;
  const place = (): object => ({ connection: leads.id, controller: 'crm/leads' });

  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  it('deletes no record before the user confirms', async () => {
    const questions = await promptWithoutAnswer('showQuickPick', async () =>
      assert.equal(await click('deleteRecord', { ...place(), id: '2', confirmed: true }), false),
    );
    assert.deepEqual(questions, ['Delete Lead “Lead 2”?']);
    assert.ok(leads.service.leads.has('2'));
    assert.deepEqual(leads.service.posts(), []);
  });

  it('deletes without confirmation for another extension that uses the API', async () => {
    const questions = await promptWithoutAnswer('showQuickPick', async () =>
      assert.equal(await runCommand('deleteRecord', { ...place(), id: '2', confirmed: true }), true),
    );
    assert.deepEqual(questions, []);
    assert.equal(leads.service.posts().length, 1);
  });

  it('previews a bulk run and writes nothing', async () => {
    const changes = [{ field: 'city', kind: 'set', value: 'Pune' }];
    for (const [name, more] of [
      ['bulkDelete', {}],
      ['bulkEdit', { changes }],
    ] as const)
      assert.equal(await click(name, { ...place(), ids: ['1', '2'], ...more, confirmed: true }), undefined);
    const pages = (): number =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => isBulkPage(input)).length;
    await waitUntil('both pages are there', () => pages() === 2);
    assert.deepEqual(leads.service.posts(), []);
  });

  it('asks which run to undo, even if the link names one', async () => {
    const done = await runCommand<{ run: string }>('bulkEdit', {
      ...place(),
      ids: ['1'],
      changes: [{ field: 'city', kind: 'set', value: 'Pune' }],
      confirmed: true,
    });
    const questions = await promptWithoutAnswer('showQuickPick', () =>
      click('undoBulk', { run: done.run, confirmed: true }),
    );
    assert.deepEqual(questions, ['Which run should be undone?']);
    assert.equal(leads.service.leads.get('1')?.city, 'Pune');
  });

  it('neither writes nor reads a file that the user did not choose', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-link-'));
    const file = path.join(folder, 'mine.csv');
    writeFileSync(file, 'id,NAME\n1,x\n');
    try {
      const questions = await promptWithoutAnswer('showQuickPick', () =>
        click('exportRecords', { ...place(), target: file }),
      );
      assert.deepEqual(questions, ['Which records, with which columns?']);
      assert.equal(readFileSync(file, 'utf8'), 'id,NAME\n1,x\n');
      leads.service.received.splice(0);
      const dialogs: unknown[] = [];
      await inWindow({ showOpenDialog: async (options: unknown) => void dialogs.push(options) }, () =>
        click('importRecords', { ...place(), source: file, key: 'NAME', confirmed: true }),
      );
      assert.equal(dialogs.length, 1);
      assert.deepEqual(leads.service.posts(), []);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('adds no connection with an address that the user did not type', async () => {
    const api = await recordbenchApi();
    const before = api.connections();
    const questions = await promptWithoutAnswer('showInputBox', () =>
      click('addConnection', { name: leads.name, baseUrl: 'https://evil.example', token: 'x' }),
    );
    assert.deepEqual(questions, ['Add Connection: Address']);
    assert.deepEqual(api.connections(), before);
  });

  it('does not sign out before the user confirms', async () => {
    const api = await recordbenchApi();
    const isSignedIn = async (): Promise<boolean> => {
      leads.service.received.splice(0);
      await api.index(leads.id, 'crm/leads');
      return leads.service.received[0]?.headers.authorization !== undefined;
    };
    const signOut = { connection: leads.id, confirmed: true };
    const questions = await asked('showQuickPick', acceptsPreselected, () => click('signOut', signOut));
    assert.deepEqual([questions, await isSignedIn()], [[`Sign out of “${leads.name}”?`], true]);
    assert.deepEqual(await asked('showQuickPick', acceptsPreselected, () => runCommand('signOut', signOut)), []);
    assert.equal(await isSignedIn(), false);
  });

  it('saves nothing out of view before the user confirms', async () => {
    const document = await vscode.workspace.openTextDocument(leads.uri);
    await vscode.window.showTextDocument(document, { preview: false });
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    const save = (answer: string | undefined, ...argument: readonly object[]): Promise<string[]> =>
      asked(
        'showWarningMessage',
        () => answer,
        () => vscode.commands.executeCommand('recordbench.savePending', ...argument),
      );
    assert.equal((await save(undefined, { confirmed: true })).length, 1);
    // another editor is active, such as a page with a link in it
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'x' }), { preview: false });
    assert.match((await save(undefined)).join(), /^Save the changes in “[^”]+”\?$/);
    assert.deepEqual([document.isDirty, leads.service.posts()], [true, []]);
    assert.equal((await save('Save')).length, 1);
    assert.equal(leads.service.leads.get('1')?.city, 'Pune');
    // in the active editor it is a normal save
    await vscode.window.showTextDocument(document, { preview: false });
    await setText(document, stagedCity(leads.service.url, ['1', 'Pune', 'Agra']));
    assert.deepEqual(await save(undefined), []);
    assert.equal(leads.service.leads.get('1')?.city, 'Agra');
  });

  it('sends only find queries', async () => {
    const q = JSON.stringify({ method: 'deleteAll' });
    for (const name of ['openListView', 'bulkDelete', 'exportRecords'])
      await assert.rejects(click(name, { ...place(), query: { rawQ: q } }), /query/i, name);
    assert.ok(!leads.service.received.some(({ query }) => query.get('q')?.includes('deleteAll')));
  });

  it('fails with plain text, since VS Code shows it too', async () => {
    const failing = click('openListView', { connection: '[x](command:a)', controller: 'crm/leads' });
    await assert.rejects(failing, (error: Error) => error.message.includes('[x]\u2060(command:a)'));
  });

  it('drops all preset answers, and nothing else', async () => {
    const read = (given: readonly unknown[]): ReturnType<typeof readCall> => readCall(given, async () => isPlainFind);
    const answers = { confirmed: true, target: '/x', source: '/x', run: 'x', token: 'x', baseUrl: 'x', name: 'x' };
    const question = { connection: 'a', controller: 'b/c', id: '1', ids: ['1'], query: {}, listView: 'd' };
    assert.deepEqual((await read([{ ...answers, ...question }, 'second'])).args, [question, 'second']);
    for (const rawQ of ['{"method":"deleteAll"}', '{"truncate":1}', 5, ['x']])
      assert.deepEqual((await read([{ connection: 'a', query: { rawQ } }])).args, [{ connection: 'a', query: null }]);
    const found = { search: 'x', rawQ: '{"method":"find","where":{"leads.city":"Goa"}}' };
    assert.deepEqual((await read([{ query: found }])).args, [{ query: found }]);
    // a tree item is passed by reference
    const line = new (class {
      readonly name = 'x';
    })();
    assert.equal((await read([line])).args[0], line);
  });
});

function isBulkPage(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('recordbench.bulk');
}
