import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import { NamedRecords } from '../../src/services/references/namedRecords.ts';
import { noNames, referenceDeps } from '../support/references.ts';
import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TableDeps } from '../../src/features/table/host/tableDeps.ts';
import { TableSession } from '../../src/features/table/host/tableSession.ts';
import { DocumentEdits } from '../../src/platform/documentEdits.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import type { Log } from '../../src/platform/log.ts';
import { ColumnLayouts, TableViews } from '../../src/services/remembered/listViewMementos.ts';
import { KnownTotals } from '../../src/services/lists/knownTotals.ts';
import { Recents } from '../../src/services/remembered/recents.ts';
import { SavedSearches } from '../../src/services/remembered/savedSearches.ts';
import { TabTitles } from '../../src/services/remembered/tabTitles.ts';
import { setTabTitle } from '../../src/platform/ui/views.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import { RecordForms } from '../../src/services/records/recordForms.ts';
import { RecordPages } from '../../src/services/lists/recordPages.ts';
import { OwnWrites } from '../../src/services/staging/ownWrites.ts';
import { StagedProblems } from '../../src/services/staging/stagedSaves.ts';
import { WatchList } from '../../src/services/watch/watchList.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { plainMemory } from '../support/memory.ts';
import { type MemoryConnections, memoryConnections } from '../support/memoryConnections.ts';
import { FakeTablePanel } from './fakeTablePanel.ts';
import { recordbenchApi } from './recordbenchApi.ts';
import { noStatus } from './fakePanel.ts';
import { testClients } from '../support/testClients.ts';
import { Lazy } from '../../src/services/common/lazy.ts';
import { PartialFiles } from '../../src/services/export/partialFiles.ts';
import { Profiler } from '../../src/services/profile/profiler.ts';
import { tmpdir } from 'node:os';

export const tableAddress = {
  kind: 'listView',
  connection: 'fake',
  controller: controllerName('crm', 'leads'),
  listView: 'all',
} as const;

/** Log lines of all benches: what one must not log, none may. */
const everLogged: string[] = [];

/** A table without a window, its host, and their service. */
export class TableBench {
  readonly service: LeadService;
  readonly memory: MemoryConnections;
  readonly parts: TableDeps & { readonly watchList: WatchList };
  readonly document: vscode.TextDocument;
  readonly logged = everLogged;
  panel: FakeTablePanel;
  session: TableSession;

  private constructor(
    service: LeadService,
    memory: MemoryConnections,
    parts: TableBench['parts'],
    document: vscode.TextDocument,
  ) {
    this.service = service;
    this.memory = memory;
    this.parts = parts;
    this.document = document;
    this.panel = new FakeTablePanel();
    this.session = new TableSession(parts, tableAddress, document, this.panel.asPanel());
  }

  static async open(): Promise<TableBench> {
    await recordbenchApi();
    const service = await leadService();
    const memory = memoryConnections();
    await memory.connections.add({ name: 'Fake', baseUrl: service.url }, undefined);
    const uri = vscode.Uri.parse('records://fake/crm/leads/all.listview');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    return new TableBench(service, memory, partsOf(memory), document);
  }

  async close(): Promise<void> {
    this.panel.dispose();
    this.parts.clients.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await this.service.close();
  }

  /** Another tab of the same table; the first one stays. */
  openSession(): void {
    this.panel = new FakeTablePanel();
    this.session = new TableSession(this.parts, tableAddress, this.document, this.panel.asPanel());
  }

  async rows(query: object = {}): Promise<{ total: number | null; names: string[] }> {
    const reply = await this.panel.page.call.rows({ query, from: 0, count: 50 });
    return { total: reply.total, names: reply.rows.map(({ name }) => name) };
  }

  /** How many list requests the service received. */
  listed(): number {
    return this.service.received.filter(({ path }) => path === '/crm/leads/index.json').length;
  }
}

function partsOf({ connections }: MemoryConnections): TableBench['parts'] {
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');
  const log = {
    warn: (text: string) => everLogged.push(text),
    error: (error: unknown) => everLogged.push(String(error)),
  } as unknown as Log;
  const clients = testClients(connections);
  const changes = new RecordChanges();
  const listViews = new ListViewCache(connections, clients);
  const recents = new Recents(plainMemory(), connections);
  const saved = new SavedSearches(plainMemory(), connections);
  const references = { ...referenceDeps(connections, clients), listViews };
  return {
    ...references,
    references: new NamedRecords(references),
    extension,
    connections,
    connectionStatus: noStatus,
    clients,
    // short lists need no thread
    profiler: new Lazy(async () => new Profiler({ script: '' }, new PartialFiles(`${tmpdir()}/recordbench-profiles`))),
    guard: new WriteGuard(connections, clients),
    changes,
    pages: new RecordPages(connections, clients, noNames),
    forms: new RecordForms(clients, changes, connections),
    watchList: new WatchList(plainMemory(), connections),
    problems: new StagedProblems(),
    written: new OwnWrites(),
    layouts: new ColumnLayouts(plainMemory(), connections),
    views: new TableViews(plainMemory(), connections),
    totals: new KnownTotals(connections),
    recents,
    saved,
    titles: new TabTitles<vscode.WebviewPanel>(connections, recents, listViews, setTabTitle),
    edits: new DocumentEdits(),
    submit: async () => undefined,
    isSavedAhead: () => false,
    onFailedRead: () => undefined,
    errors: new ErrorReporter(log),
    log,
  };
}
