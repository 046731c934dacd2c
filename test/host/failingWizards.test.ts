import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { json } from '../support/scriptedService.ts';
import { acceptsPreselected, asked, inWindow, promptWithoutAnswer } from './prompts.ts';
import { type FakeImportPanel, openImportPage } from './fakeImportPanel.ts';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('service that goes down between two steps', () => {
  let leads: LeadConnection;
  let folder: string;
  beforeEach(async () => {
    leads = await connectToLeads();
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-wizard-test-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await leads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const leaves = (): true => (leads.service.isGone = true);
  const comesBack = (): false => (leads.service.isGone = false);
  const call = (command: string, argument: object = {}): Thenable<unknown> =>
    runCommand(command, {
      connection: leads.id,
      controller: 'crm/leads',
      ...argument,
    });
  const named = (id: string): object => ({ connection: leads.id, controller: 'crm/leads', id });
  const record = (id: string): string => `records://${leads.id}/crm/leads/${id}.record.json`;

  /** Checks for one message that says what failed, why, and what to do. */
  async function fails(work: () => PromiseLike<unknown>, what: RegExp): Promise<void> {
    const error = await Promise.resolve(work()).then(
      () => assert.fail('it did not fail'),
      (thrown: unknown) => thrown,
    );
    const { message } = error as Error;
    assert.match(message, what);
    assert.match(message, /: the connection was lost\. Try again in a moment\.$/);
    assert.deepEqual(leads.service.posts(), []);
  }

  it('fails an export with an error and no file, and the next export works', async () => {
    const target = vscode.Uri.file(path.join(folder, 'leads.csv'));
    const first = (_: string, items: readonly unknown[]): unknown => items[0];
    const exported = (pick: typeof first): Promise<unknown> =>
      asked('showQuickPick', pick, () => inWindow({ showSaveDialog: async () => target }, () => call('exportRecords')));
    await fails(() => exported((text, items) => (leaves(), first(text, items))), /^Could not .*crm\/leads/);
    assert.deepEqual(readdirSync(folder), []);
    comesBack();
    await exported(first);
    assert.deepEqual(readdirSync(folder), ['leads.csv']);
  });

  it('fails an import with an error, sends nothing, and keeps the column mapping', async () => {
    const source = path.join(folder, 'leads.csv');
    writeFileSync(source, 'Town\nPune\n');
    const open = (): Promise<FakeImportPanel> =>
      openImportPage({ connection: leads.id, controller: 'crm/leads', source });
    const page = await open();
    const start = await page.start();
    assert.deepEqual(start.state.columns[0]?.target, 'unmapped');
    page.choose(start, 'Town', 'City');
    page.host.notify.match('none');
    leaves();
    const failures = await promptWithoutAnswer('showErrorMessage', () => page.preview());
    assert.match(failures.join('|'), /^Could not .*crm\/leads.*: the connection was lost\. Try again in a moment\.$/);
    assert.deepEqual([page.state?.match, page.state?.problem], ['none', null], 'the page is unchanged');
    page.dispose();
    comesBack();
    const again = await open();
    const { state, fields } = await again.start();
    const target = state.columns[0]?.target;
    assert.equal(typeof target === 'number' && fields[target]?.label, 'City');
    assert.deepEqual(leads.service.posts(), []);
    again.dispose();
  });

  it('fails to find a list view, controller or record with an error, and works on retry', async () => {
    leaves();
    await fails(() => runCommand('openListView', { connection: leads.id }), /list views/);
    await fails(() => runCommand('openRecord', { connection: leads.id, id: '1' }), /list views/);
    comesBack();
    // no refresh or reload needed: the failed request is retried
    const open = (): PromiseLike<unknown> => runCommand('openRecord', { connection: leads.id, id: '1' });
    await asked('showQuickPick', acceptsPreselected, open);
    await waitUntil('the record is open', () =>
      vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === record('1')),
    );
  });

  it('reports that it has no list views when asked for a record', async () => {
    leads.service.trouble = ({ path: wanted }, response) => {
      const isListViews = wanted.startsWith('/core/listviews');
      if (isListViews) json(response, { errors: [], paginate: { data: [], headers: [] } });
      return isListViews;
    };
    await assert.rejects(
      runCommand('openRecord', { connection: leads.id, id: '1' }),
      /This service has no list views\. Add a controller by its name\./,
    );
  });

  it('reports a failed search of one controller in the search box', async () => {
    leads.service.trouble = ({ path: wanted }, response) => {
      const isIndex = wanted.startsWith('/crm/leads/index');
      if (isIndex) json(response, {}, 500);
      return isIndex;
    };
    const { createQuickPick } = vscode.window;
    let box: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    await inWindow({ createQuickPick: () => (box = createQuickPick()) }, async () => {
      await runCommand('goToRecord', { connection: leads.id, text: 'Lead' });
      const said = (): string => (box?.items ?? []).map(({ label, detail }) => `${label} | ${detail ?? ''}`).join('\n');
      await waitUntil('it says so', () =>
        /crm\/leads could not be searched \| Could not .*responded with 500/.test(said()),
      );
    });
    box?.hide();
  });

  it('fails a comparison, a deletion and a copy with an error, and changes nothing', async () => {
    leaves();
    const both = [record('1'), record('2')];
    await fails(() => runCommand('compareRecords', both), /record 1/);
    comesBack();
    await fails(
      () =>
        asked(
          'showQuickPick',
          (_, items) => (leaves(), items[1]),
          () => runCommand('deleteRecord', named('1')),
        ),
      /record 1/,
    );
    comesBack();
    assert.equal(leads.service.leads.size, 5);
    leaves();
    await fails(() => runCommand('duplicateRecord', named('1')), /record 1/);
    comesBack();
    assert.equal(leads.service.leads.size, 5);
  });

  it('fails a confirmed bulk edit with an error, and writes nothing', async () => {
    leaves();
    const changes = [{ field: 'city', kind: 'set', value: 'Pune' }];
    await fails(() => call('bulkEdit', { ids: ['1', '2'], changes, confirmed: true }), /the connection was lost/);
    comesBack();
    assert.equal(leads.service.leads.get('1')?.city, 'Goa');
  });

  it('lets the user retry adding a connection, with the input preserved', async () => {
    const typed = [leads.service.url, leads.service.url, ' ', 'Once more', ''];
    const said: string[] = [];
    const answer = (text: string, items: readonly unknown[]): unknown => {
      said.push(text);
      // consent to plain HTTP is asked first
      if (!items.includes('Try Again')) return items.find((item) => typeof item === 'string');
      comesBack();
      return 'Try Again';
    };
    leaves();
    const boxes = await asked(
      'showInputBox',
      () => typed.shift(),
      async () => {
        await asked('showWarningMessage', answer, () => vscode.commands.executeCommand('recordbench.addConnection'));
      },
    );
    assert.deepEqual(
      boxes.map((title) => title.replace('Add Connection: ', '')),
      ['Address', 'Address', 'Name', 'Name', 'Token'],
      'who leaves the name empty is asked again, and so is who types an address where nothing answers',
    );
    assert.match(said.at(-1) ?? '', /connection was lost/);
    assert.equal(typed.length, 0);
    const all = vscode.workspace.getConfiguration('recordbench').get<{ name: string }[]>('connections') ?? [];
    assert.deepEqual(all.map(({ name }) => name).slice(-1), ['Once more']);
  });
});

describe('service that answers only every third request', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  it('lets a record be opened, edited and saved, and receives it once', async () => {
    // count per path: requests that the window sends for the tree or a tab must not use up the record's turns
    const turns = new Map<string, number>();
    const { service } = leads;
    service.trouble = ({ method, path: question }, response) => {
      const turn = turns.get(question) ?? 0;
      turns.set(question, turn + 1);
      const isReceived = method === 'POST' || turn % 3 === 2;
      if (!isReceived) response.destroy();
      return !isReceived;
    };
    const document = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/2.record.json' }));
    await vscode.window.showTextDocument(document, { preview: false });
    await setText(document, (now) => now.replace('"Goa"', '"Pune"'));
    assert.equal(await document.save(), true);
    assert.deepEqual([service.leads.get('2')?.city, service.posts()], ['Pune', ['2']]);
  });
});
