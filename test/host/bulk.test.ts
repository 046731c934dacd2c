import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { BulkPanel } from '../../src/features/bulk/host/bulkPanels.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import type { ListedRun } from '../../src/services/bulk/bulkRuns.ts';
import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import { type BulkParts, bulkParts, leadsController } from '../support/bulkParts.ts';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { markedToken } from '../support/markedToken.ts';
import { referenceDeps } from '../support/references.ts';
import { acceptsPreselected, type Answer, asked, inWindow, picks } from './prompts.ts';
import { noStatus } from './fakePanel.ts';
import { HostilePanel, WitnessLog } from './hostile/hostilePanel.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

interface Outcome {
  readonly run: string;
  readonly status: string;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly records: readonly { readonly id: string; readonly outcome: string; readonly why?: string }[];
}

describe('bulk commands', () => {
  let service: BulkService;
  let connection: string;
  const controller = 'crm/leads';
  const call = async (name: string, argument: object): Promise<Outcome> => runCommand<Outcome>(name, argument);
  const setting = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('recordbench');
  const changes = [{ field: 'city', kind: 'set', value: 'Pune' }];
  const cities = (...ids: string[]): unknown[] => ids.map((id) => service.leads.get(id)?.city);

  beforeEach(async () => {
    await recordbenchApi();
    service = await bulkService(20);
    connection = await runCommand<string>('addConnection', {
      name: 'Bulk',
      baseUrl: service.url,
      token: markedToken('bulk'),
    });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setting().update('connections', [], vscode.ConfigurationTarget.Global);
    await service.close();
  });

  it('edit by ids, return the outcome of each record, and undo it', async () => {
    service.closed.add('3');
    const edited = await call('bulkEdit', { connection, controller, ids: ['1', '2', '3'], changes, confirmed: true });
    assert.deepEqual([edited.status, edited.done, edited.refused], ['finished', 2, 1]);
    assert.deepEqual(pluck(edited.records, 'id', 'outcome'), [
      ['1', 'done'],
      ['2', 'done'],
      ['3', 'refused'],
    ]);
    const undone = await call('undoBulk', { run: edited.run, confirmed: true });
    assert.deepEqual([undone.done, cities('1', '2')], [2, ['Goa', 'Goa']]);
  });

  it('delete the journal of a run after one confirmation, with Cancel preselected', async () => {
    const { run } = await call('bulkEdit', { connection, controller, ids: ['1'], changes, confirmed: true });
    const isOfRun = (item: unknown): boolean => (item as { ledger?: ListedRun }).ledger?.plan.run === run;
    const deleteJournal = (answer: Answer): Promise<string[]> =>
      asked(
        'showQuickPick',
        (text, items) =>
          text.startsWith('Delete the journal')
            ? answer(text, items)
            : (items.find(isOfRun) ?? picks('Delete Journal…')(text, items)),
        () => runCommand('showBulkRuns'),
      );
    assert.match((await deleteJournal(acceptsPreselected)).at(-1) ?? '', /^Delete the journal of “.+”\?$/);
    await call('showBulkRuns', { run });
    await deleteJournal(picks('Delete'));
    await assert.rejects(call('showBulkRuns', { run }), /its journal was not found/);
  });

  it('edit all records that match a query, minus exclusions', async () => {
    const query = { search: 'Lead 1' };
    const edited = await call('bulkEdit', { connection, controller, query, except: ['1'], changes, confirmed: true });
    assert.equal(edited.done, 10);
    assert.deepEqual(cities('1', '2', '10', '19'), ['Goa', 'Goa', 'Pune', 'Pune']);
  });

  it('delete when confirmed, and cannot undo it', async () => {
    const deleted = await call('bulkDelete', { connection, controller, ids: ['4'], confirmed: true });
    assert.deepEqual([deleted.done, service.leads.get('4')?.isDeleted], [1, true]);
    await assert.rejects(call('undoBulk', { run: deleted.run, confirmed: true }), /can't be restored/);
  });

  it('open a page and write nothing when not confirmed', async () => {
    await call('bulkEdit', { connection, controller, ids: ['1'], changes });
    const isOpen = (): boolean =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(
          ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('recordbench.bulk'),
        ),
      );
    await waitUntil('the page is there', isOpen);
    assert.equal(service.posts(), 0);
  });

  it('default to all rows of the active table', async () => {
    await vscode.commands.executeCommand('recordbench.openListView', { connection, controller });
    const tabOf = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitUntil('the table is in front', () => tabOf()?.input instanceof vscode.TabInputCustom);
    await vscode.commands.executeCommand('recordbench.bulkEdit');
    await waitUntil('the page is there', () => tabOf()?.input instanceof vscode.TabInputWebview);
    assert.equal(service.posts(), 0);
  });

  it('reject invalid arguments, and everything on a read-only connection', async () => {
    const argument = { connection, controller, ids: ['1'], changes, confirmed: true };
    await assert.rejects(
      call('bulkEdit', { ...argument, changes: [{ field: 'city', kind: 'paint' }] }),
      /Kinds are set/,
    );
    await assert.rejects(call('bulkEdit', { ...argument, ids: 'all' }), /list of record ids/);
    await assert.rejects(
      call('bulkEdit', { connection, controller, changes, confirmed: true }),
      /specify ids or a query/,
    );
    await assert.rejects(call('resumeBulk', { run: 'none', confirmed: true }), /its journal was not found/);
    const [first] = setting().get<readonly object[]>('connections') ?? [];
    await setting().update('connections', [{ ...first, readOnly: true }], vscode.ConfigurationTarget.Global);
    await assert.rejects(call('bulkEdit', argument), /read-only/);
    await assert.rejects(call('bulkDelete', argument), /read-only/);
    assert.equal(service.posts(), 0);
  });
});

describe('bulk page', () => {
  const panel = new HostilePanel();
  const { log } = new WitnessLog();
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-report-'));
  let service: BulkService;
  let parts: BulkParts;

  before(async () => {
    await recordbenchApi();
    service = await bulkService(6);
    parts = await bulkParts(service.url);
  });

  after(async () => {
    panel.dispose();
    parts.end();
    rmSync(folder, { recursive: true });
    await service.close();
  });

  it('goes back from the preview to the same records, then plans and changes them', async () => {
    const listViews = new ListViewCache(parts.connections, parts.clients);
    const { chosen, added, entries } = referenceDeps(parts.connections, parts.clients);
    const sources = { listViews, added, chosen, entries, connectionStatus: noStatus };
    const deps = { ...parts, ...sources, extension, errors: new ErrorReporter(log), log };
    const ids = ['4', '2', '6'];
    const [connection] = parts.connections.all();
    const { id: own = '', baseUrl: madeFor = '' } = connection ?? {};
    const target = { connection: own, controller: leadsController, madeFor, ids };
    const { session } = new BulkPanel(panel.asPanel(), { kind: 'edit', target }, deps);
    await session.opened;
    await panel.ask('start');
    const isAt = (step: string): Promise<void> => waitUntil(step, () => session.state.step === step);
    const idsOf = (): unknown => {
      const { subject } = session;
      return subject?.kind === 'edit' ? [...(subject.target.ids ?? [])] : undefined;
    };
    for (const value of ['Pune', 'Agra']) {
      await isAt('choose');
      assert.deepEqual([session.state.records, idsOf()], [3, ids]);
      panel.notify('plan', [{ field: 'city', kind: 'set', value }]);
      await isAt('preview');
      assert.deepEqual([session.state.counts?.waiting, idsOf()], [3, ids], 'a reload begins with them');
      if (value === 'Pune') panel.notify('back');
    }
    const plan = vscode.Uri.file(path.join(folder, 'cities.recordplan.json'));
    const front = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    await inWindow({ showSaveDialog: async () => plan }, async () => {
      panel.notify('savePlan');
      await waitUntil('the plan that was saved is open', () => front() === 'cities.recordplan.json');
    });
    panel.notify('begin', { typed: null });
    await waitUntil('the run has ended', () => session.accepts('undo'));
    assert.equal(session.state.title, 'City: 3 of 3 changed');
    assert.deepEqual(
      ['1', ...ids].map((id) => service.leads.get(id)?.city),
      ['Goa', 'Agra', 'Agra', 'Agra'],
    );
    for (const [name, holds] of [
      ['report.csv', /^\uFEFFId,Name,Outcome[^\n]*\n[^]*Goa,Agra\r\n$/],
      ['report.json', /^\{[^]*"Agra"[^]*\}\n?$/],
    ] as const) {
      const saved = vscode.Uri.file(path.join(folder, name));
      const text = (): string => (existsSync(saved.fsPath) ? readFileSync(saved.fsPath, 'utf8') : '');
      await inWindow({ showSaveDialog: async () => saved }, async () => {
        panel.notify('report');
        await waitUntil('the report is saved', () => holds.test(text()));
      });
      for (const id of ids) assert.match(text(), new RegExp(`\\b${id}\\b`), `record ${id} is in it`);
    }
  });
});
