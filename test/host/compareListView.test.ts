import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ComparePanels } from '../../src/features/compare/host/comparePanels.ts';
import type { ComparisonSubject } from '../../src/services/compare/comparisonSubject.ts';
import { comparedFields, listColumns } from '../../src/model/compare/comparedFields.ts';
import { controllerName } from '../../src/model/controller.ts';
import { ConnectionStatus } from '../../src/platform/connectionStatus.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import { Channel, type Remote } from '../../src/features/common/channel.ts';
import { compareHost, type CompareState, compareView } from '../../src/features/compare/compareProtocol.ts';
import { StoredComparisons } from '../../src/services/compare/storedComparisons.ts';
import type { Clients } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import { RecordSource } from '../../src/services/export/recordSource.ts';
import { plainMemory } from '../support/memory.ts';
import { json } from '../support/scriptedService.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { acceptsPreselected, asked, inWindow } from './prompts.ts';
import { WitnessLog } from './hostile/hostilePanel.ts';
import { FakePanel } from './fakePanel.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { testClients } from '../support/testClients.ts';

class FakeComparePanel extends FakePanel {
  state: CompareState | undefined;
  readonly channel = new Channel<typeof compareView, typeof compareHost>({
    handlers: {},
    listeners: { state: (state) => (this.state = state) },
    post: (message) => this.post(message),
    onBadMessage: (problem) => assert.fail(problem),
    describeError: () => ({ code: 'failed', message: '' }),
  });
  override page = this.channel;

  get host(): Remote<typeof compareHost> {
    return this.channel;
  }
}

describe('comparing list views', () => {
  let here: LeadConnection;
  let there: LeadConnection;
  let folder: string;
  let panel: FakeComparePanel;
  beforeEach(async () => {
    here = await connectToLeads();
    there = await connectToLeads();
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-compare-test-'));
    panel = new FakeComparePanel();
  });
  afterEach(async () => {
    panel.dispose();
    await vscode.commands.executeCommand('notifications.clearAll');
    await here.close();
    await there.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const list = (): object => ({ connection: here.id, controller: 'crm/leads', listView: 'all' });
  const compare = async (argument: object): Promise<void> => {
    await inWindow({ createWebviewPanel: () => panel.asPanel() }, () =>
      runCommand('compareListView', { ...list(), key: 'id', ...argument }),
    );
    panel.state = await panel.host.call.start();
  };
  const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

  const change = (): void => {
    Object.assign(there.service.leads.get('3') ?? {}, { city: 'Pune' });
    there.service.leads.delete('4');
    there.service.leads.set('6', { name: 'Lead 6', city: 'Goa', score: '6.0' });
  };

  it('finds records that differ or exist on one side only, and the differing fields', async () => {
    change();
    Object.assign(there.service.leads.get('2') ?? {}, { score: '2.00' });
    await compare({ other: { connection: there.id } });
    assert.deepEqual(panel.state?.counts, {
      different: 1,
      onlyHere: 1,
      onlyThere: 1,
      duplicate: 0,
      same: 3,
      notCompared: 0,
    });
    assert.equal(panel.state?.isComplete, true);
    const { total, rows } = await panel.host.call.rows({ filter: 'different', from: 0, count: 10 });
    assert.equal(total, 1);
    assert.deepEqual(rows[0]?.cells.at(-1), { label: 'CITY', here: 'Goa', there: 'Pune' });
  });

  it('applies the search and the filters to both sides, and refuses if one ignores a filter', async () => {
    await compare({ other: { connection: there.id }, query: { search: 'Goa' } });
    for (const { service } of [here, there]) {
      const searches = service.received.flatMap(({ path: at, query }) =>
        at.startsWith('/crm/leads/index') ? [query.get('search_basic')] : [],
      );
      assert.deepEqual([...new Set(searches)], ['Goa']);
    }
    assert.deepEqual(
      [panel.state?.here, panel.state?.there],
      [`All Leads, filtered (${here.name})`, `All Leads, filtered (${there.name})`],
    );
    change();
    await assert.rejects(
      compare({ other: { connection: there.id }, query: { filters: { 'leads.city': 'Goa' } } }),
      /ignores the filter on “CITY”\. Clear the filter, then compare\./,
    );
    panel.dispose();
    panel = new FakeComparePanel();
    const conditions = [{ column: 'leads.city', operator: 'is', values: ['Pune'] }];
    await compare({ other: { connection: there.id }, query: { conditions } });
    const { onlyThere, same, different } = panel.state?.counts ?? {};
    assert.deepEqual([onlyThere, same, different], [1, 0, 0], 'conditions are decided here');
  });

  it('asks what to compare with, on which connection and by which key, in one quick pick', async () => {
    const answers = ['The same list view on another connection', there.name, 'Id'];
    const questions = await asked(
      'showQuickPick',
      (_, items) => (items as vscode.QuickPickItem[]).find(({ label }) => label === answers[0] && answers.shift()),
      () => inWindow({ createWebviewPanel: () => panel.asPanel() }, () => runCommand('compareListView', list())),
    );
    assert.deepEqual(questions, [
      'What do you want to compare it with?',
      'On which connection?',
      'Match records by which field?',
    ]);
    assert.deepEqual((await panel.host.call.start()).counts.same, 5);
  });

  it('finds the list view of the other connection by name, ignoring case, or lists what exists', async () => {
    const names = { other: 'ALL leads' };
    there.service.trouble = (request, response) => {
      if (request.path !== '/core/listviews/index.json') return false;
      const data = [{ id: 'x', name: names.other, controller: 'crm/leads', is_default: '1', query: '{}' }];
      json(response, { errors: [], paginate: { total_count: 1, data } });
      return true;
    };
    const questions = (...answers: string[]): Promise<string[]> =>
      asked(
        'showQuickPick',
        (_, items) => (items as vscode.QuickPickItem[]).find(({ label }) => label === answers[0] && answers.shift()),
        () => inWindow({ createWebviewPanel: () => panel.asPanel() }, () => runCommand('compareListView', list())),
      );
    const usual = ['What do you want to compare it with?', 'On which connection?', 'Match records by which field?'];
    assert.deepEqual(await questions('The same list view on another connection', there.name, 'Id'), usual);
    panel.dispose();
    panel = new FakeComparePanel();
    names.other = 'Newest first';
    await runCommand('refresh');
    assert.deepEqual(
      await questions('The same list view on another connection', there.name, names.other, 'Id'),
      usual.toSpliced(2, 0, `${there.name} has no list view “All Leads”. Which one instead?`),
    );
    assert.equal((await panel.host.call.start()).there, `Newest first (${there.name})`);
  });

  it('reports an unclosed quote at the end of a file before asking for a key', async () => {
    const source = path.join(folder, 'leads.csv');
    writeFileSync(source, 'id,City\n1,Goa\n2,"Goa\n');
    const questions = await asked('showQuickPick', acceptsPreselected, () =>
      assert.rejects(
        async () => runCommand('compareListView', { ...list(), source }),
        /a quote in the record at line 3 is never closed/,
      ),
    );
    assert.deepEqual(questions, []);
  });

  it('finds no differences in a fresh export, and later changes after that', async () => {
    for (const name of ['leads.csv', 'leads.xlsx', 'leads.jsonl']) {
      const source = path.join(folder, name);
      await runCommand('exportRecords', { ...list(), target: source });
      await compare({ source });
      assert.deepEqual(
        panel.state?.counts,
        { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 5, notCompared: 0 },
        `${name} ${JSON.stringify(await panel.host.call.rows({ filter: 'all', from: 0, count: 10 }))}`,
      );
    }
    assert.deepEqual([panel.state?.onlyHere, panel.state?.onlyThere], [[], []]);
    Object.assign(here.service.leads.get('3') ?? {}, { city: 'Pune' });
    panel.host.notify.compareAgain();
    await waitUntil('it was compared again', () => panel.state?.version === 1 && !panel.state.isBusy);
    assert.equal(panel.state?.counts.different, 1);
  });

  it('opens one pair in the diff editor, or all pairs in a multi-diff', async () => {
    change();
    await compare({ other: { connection: there.id } });
    panel.host.notify.openEntry({ filter: 'different', at: 0 });
    await waitUntil('the pair is in front', () => activeTab()?.input instanceof vscode.TabInputTextDiff);
    const diff = activeTab()?.input;
    assert.ok(diff instanceof vscode.TabInputTextDiff);
    const { original, modified } = diff;
    const texts = await Promise.all([original, modified].map((uri) => vscode.workspace.openTextDocument(uri)));
    assert.match(texts[0]?.getText() ?? '', /"city": "Goa"/);
    assert.match(texts[1]?.getText() ?? '', /"city": "Pune"/);
    panel.host.notify.showChanges('all');
    await waitUntil('all are in front', () => {
      const tab = activeTab();
      return tab !== undefined && !(tab.input instanceof vscode.TabInputTextDiff) && tab.label.includes(' ↔ ');
    });
    await waitUntil('it is done', () => panel.state?.isBusy === false);
    const shown = vscode.workspace.textDocuments
      .filter(({ uri }) => uri.query === 'given')
      .map((text) => text.getText());
    assert.ok(
      shown.some((text) => text.includes('"CITY": "Pune"')),
      shown.join('\n'),
    );
  });

  it('makes a plan for the chosen side with only the checked differences', async () => {
    change();
    await compare({ other: { connection: there.id } });
    const target = path.join(folder, 'plan.recordplan.json');
    const answers = [
      (items: vscode.QuickPickItem[]) => items.find(({ label }) => label.includes(there.name)),
      (items: vscode.QuickPickItem[]) => items.filter(({ label }) => label === 'CITY' || label.startsWith('Add')),
    ];
    await inWindow({ showSaveDialog: async () => vscode.Uri.file(target) }, () =>
      asked(
        'showQuickPick',
        (_, items) => answers.shift()?.(items as vscode.QuickPickItem[]),
        async () => {
          panel.host.notify.makePlan();
          await waitUntil('the plan is open', () => activeTab()?.label === 'plan.recordplan.json');
        },
      ),
    );
    const plan = JSON.parse(readFileSync(target, 'utf8')) as { connection: string; operations: object[] };
    assert.equal(plan.connection, there.name);
    assert.deepEqual(plan.operations, [
      { do: 'edit', id: '3', name: 'Lead 3', fields: { city: { was: 'Pune', becomes: 'Goa' } } },
      { do: 'add', name: 'Lead 4', fields: { city: { becomes: 'Goa' } } },
    ]);
  });

  it('exports the result in the format given by the file extension', async () => {
    change();
    await compare({ other: { connection: there.id } });
    const target = path.join(folder, 'found.jsonl');
    await inWindow({ showSaveDialog: async () => vscode.Uri.file(target) }, async () => {
      panel.host.notify.exportResult();
      await waitUntil('it is running', () => panel.state?.isBusy === true);
      await waitUntil('it is done', () => panel.state?.isBusy === false);
    });
    const records = readFileSync(target, 'utf8').trim().split('\n');
    const cell = { result: 'different', key: '3', name: 'Lead 3', idHere: '3', idThere: '3', field: 'leads.city' };
    assert.ok(records.includes(JSON.stringify({ ...cell, here: 'Goa', there: 'Pune' })), records.join('\n'));
  });

  describe('tab after a window reload', () => {
    let clients: Clients;
    let panels: () => ComparePanels;
    let subject: ComparisonSubject;
    let connections: Connections;

    beforeEach(async () => {
      change();
      ({ connections } = memoryConnections());
      const ids = [here, there].map(async ({ name, service: { url } }) => {
        const { id } = await connections.add({ name, baseUrl: url }, undefined);
        return id;
      });
      clients = testClients(connections);
      const { log } = new WitnessLog();
      const exportFolder = path.join(folder, 'exports');
      const memory = plainMemory();
      panels = () =>
        new ComparePanels({
          extension: vscode.extensions.getExtension('recordbench.recordbench')?.extensionUri ?? assert.fail(),
          connections,
          connectionStatus: new ConnectionStatus(connections),
          clients,
          guard: new WriteGuard(connections, clients),
          compared: { side: () => assert.fail(), addFixedText: () => assert.fail() },
          errors: new ErrorReporter(log),
          log,
          exportFolder,
          exportThread: { script: '' },
          references: { find: () => assert.fail() },
          kept: new StoredComparisons(memory, exportFolder),
        });
      const controller = controllerName('crm', 'leads');
      const side = async (connection: string) => {
        const address = { kind: 'listView', connection, controller, listView: 'all' } as const;
        const first = await new RecordSource(await clients.get(connection), address, {}).describe(
          new AbortController().signal,
        );
        return { name: 'All', list: address, first };
      };
      const sides = [await side((await ids[0]) ?? ''), await side((await ids[1]) ?? '')] as const;
      const [one, other] = sides.map(({ first }) => listColumns(first, undefined));
      subject = { sides, fields: comparedFields(one ?? [], other ?? [], { isSystemHidden: true }), key: 'id' };
      await inWindow({ createWebviewPanel: () => panel.asPanel() }, () => panels().compare(subject));
      panel.state = await panel.host.call.start();
    });

    afterEach(() => clients.dispose());

    const found = (): string[] => readdirSync(path.join(folder, 'exports'));
    const reloaded = async (): Promise<FakeComparePanel> => {
      const back = new FakeComparePanel();
      await panels().deserializeWebviewPanel(back.asPanel(), { id: panel.state?.id });
      back.state = await back.host.call.start();
      return back;
    };

    it('restores the result, and deletes it when the tab closes', async () => {
      const back = await reloaded();
      assert.deepEqual(back.state, panel.state);
      assert.equal((await back.host.call.rows({ filter: 'all', from: 0, count: 10 })).total, 3);
      assert.equal(found().length, 1);
      back.dispose();
      await waitUntil('nothing is left', () => found().length === 0);
      const late = new FakeComparePanel();
      let isClosed = false;
      late.onDidDispose(() => (isClosed = true));
      await panels().deserializeWebviewPanel(late.asPanel(), { id: panel.state?.id });
      assert.equal(isClosed, true);
    });

    it('shows the current names of its connections, before and after a reload', async () => {
      const [first = assert.fail(), second = assert.fail()] = connections.all();
      await connections.change({ ...second, name: 'Archive', color: 'red' });
      await waitUntil('it is told', () => panel.state?.there === 'All (Archive)');
      assert.equal(panel.title, `All (${first.name}) ↔ All (Archive)`);
      assert.equal(panel.state?.title, panel.title);
      assert.deepEqual(panel.connections, [
        { name: first.name, color: null, readOnly: false },
        { name: 'Archive', color: 'red', readOnly: false },
      ]);
      const back = await reloaded();
      assert.equal(back.title, panel.title);
      back.dispose();
    });

    it('refuses to make a plan once a connection points to another service', async () => {
      const back = await reloaded();
      const moved = connections.all()[1] ?? assert.fail('it is there');
      const clone = `${here.service.url}/clone`;
      await connections.change({ ...moved, baseUrl: clone });
      const reported: string[] = [];
      const tell = async (text: string): Promise<undefined> => void reported.push(text);
      await inWindow({ showErrorMessage: tell }, async () => {
        back.host.notify.makePlan();
        await waitUntil('it says why not', () => reported.length > 0);
      });
      const sentence = `it was created for ${there.service.url}, but the connection ${moved.name} now points to ${clone}`;
      assert.ok(reported[0]?.includes(sentence), reported[0]);
      back.dispose();
    });

    it('reports a missing result, and compares again', async () => {
      for (const name of found()) rmSync(path.join(folder, 'exports', name), { recursive: true });
      const gone = await reloaded();
      assert.match(gone.state?.problem ?? '', /no longer on disk\. Compare again/);
      gone.host.notify.compareAgain();
      await waitUntil('it was compared again', () => gone.state?.version === 1 && !gone.state.isBusy);
      assert.deepEqual([gone.state?.problem, gone.state?.counts.different], [null, 1]);
      gone.dispose();
      await waitUntil('nothing is left', () => found().length === 0);
    });

    it('replaces a tab orphaned by a crash', async () => {
      const other = new FakeComparePanel();
      let closed = 0;
      await inWindow({ createWebviewPanel: () => other.asPanel() }, () =>
        panels().replace(panel.state?.title ?? '', async () => (closed += 1)),
      );
      assert.deepEqual([closed, await other.host.call.start()], [1, panel.state]);
      other.dispose();
    });
  });

  it('fails when the other service does not respond', async () => {
    there.service.isGone = true;
    await assert.rejects(compare({ other: { connection: there.id } }));
  });
});
