import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../../../manifest.ts';
import type { ListViewAddress } from '../../../model/address/address.ts';
import { parseControllerName, type ControllerName } from '../../../model/controller.ts';
import { type ColumnUse, targetKey } from '../../../model/import/importMapping.ts';
import type { ImportKey, ImportMode } from '../../../model/import/importWork.ts';
import { askController } from '../../../platform/askController.ts';
import type { ConnectionStatus, WritingPage } from '../../../platform/connectionStatus.ts';
import type { ErrorReporter } from '../../../platform/errorReporter.ts';
import type { Log } from '../../../platform/log.ts';
import { defusesFormulas } from '../../../platform/settings.ts';
import { showQuickPick } from '../../../platform/ui/questions.ts';
import { createWebviewPanel } from '../../../platform/ui/views.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../../platform/webviewPage.ts';
import {
  importHost,
  type ImportStart,
  importView,
  type SavedImport,
  savedImport,
  type ImportState,
} from '../importProtocol.ts';
import type { PreparedRun } from '../../../services/bulk/preparedRun.ts';
import type { BulkPlanner } from '../../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../../services/bulk/bulkRuns.ts';
import { ServiceMessages } from '../../../services/common/serviceMessages.ts';
import type { Lazy } from '../../../services/common/lazy.ts';
import { awaitedConnection } from '../../../services/connections/awaitedConnection.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';
import { type ColumnTarget, ImportSetup } from '../../../services/import/importSetup.ts';
import { ImportMemory } from '../../../services/import/importMemory.ts';
import type { ChooseRecord } from '../../../services/import/importReferences.ts';
import type { ReferenceDeps } from '../../../services/references/lookUp.ts';
import { NamedRecords } from '../../../services/references/namedRecords.ts';
import type { Memento } from '../../../services/remembered/memento.ts';
import type { BulkPanels } from '../../bulk/host/bulkPanels.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';
import { type ImportOutcome, reportImport } from './importReport.ts';
import { confirmedKey, type ImportChoices, mapColumns, namedKey } from '../../../services/import/importChoices.ts';
import {
  assertRecords,
  type ImportFile,
  type ImportJob,
  type ImportTarget as ListTarget,
  planImport,
  readImportFile,
  reopenTable,
} from '../../../services/import/planImport.ts';
import { withCountProgress } from '../../../platform/countProgress.ts';
import { withLocalFile } from '../../../platform/localFiles.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { unitWord } from '../../../model/import/importPlan.ts';
import type { TableScan } from '../../../services/import/scanTable.ts';

/** A file and the list view to import it into. */
interface ImportTarget extends ListTarget {
  readonly source: vscode.Uri;
  readonly address: ListViewAddress;
}

interface ImportPanelDeps extends ReferenceDeps {
  readonly extension: vscode.Uri;
  readonly connections: Connections;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly guard: WriteGuard;
  readonly globalState: Memento;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly bulkPanels: Lazy<BulkPanels>;
  readonly errors: ErrorReporter;
  readonly log: Log;
}

/** Timeout for the demo connection to become available: a restored tab loads before the demo does. */
const connectionTimeout = 15_000;

/** Pages that map a file's columns to fields. */
export class ImportPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: ImportPanelDeps;
  readonly #pages = new Set<ImportPanel>();

  constructor(deps: ImportPanelDeps) {
    this.#deps = deps;
  }

  /** Opens a page for the user. An import confirmed by code is written by `run`, and its outcome is returned. */
  async import(
    target: ImportTarget,
    choices: ImportChoices,
    run: (draft: PreparedRun) => Promise<unknown>,
  ): Promise<ImportOutcome | undefined> {
    const { guard, globalState } = this.#deps;
    const collected = new ServiceMessages();
    return collected.collectDuring(() =>
      withImportFile(target, guard, async (file) => {
        const uses = mapColumns(target, file, globalState, choices.mapping);
        if (choices.isConfirmed) {
          const job = { ...target, ...file, uses, key: confirmedKey(choices, file, uses), mode: choices.mode };
          const planned = await plan(job, async () => undefined, this.#deps);
          planned.draft.addNotes(collected.said);
          const hasWork = planned.draft.ledger.counts.waiting > 0;
          if (hasWork) await run(planned.draft);
          return reportImport(job, planned, hasWork ? 'run' : 'nothing');
        }
        assertRecords(file);
        const key = choices.key === undefined ? undefined : namedKey(choices.key, file.table.titles, uses);
        this.#open(target, { file, uses, key, mode: choices.mode, said: collected.said });
        return undefined;
      }),
    );
  }

  /** Restores a page after a window reload. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = savedImport.safeParse(state).data;
    const controller = parseControllerName(saved?.controller ?? '');
    if (!saved || !controller) return panel.dispose();
    const { connection, listView, madeFor } = saved;
    panel.webview.options = this.#options();
    const address = { kind: 'listView', connection, controller, listView } as const;
    this.#show(panel, { source: vscode.Uri.parse(saved.source, true), address, madeFor }, { saved });
  }

  /** True if an import page is visible in this group. */
  isIn(column: vscode.ViewColumn): boolean {
    return [...this.#pages].some(({ panel }) => panel.visible && panel.viewColumn === column);
  }

  /** Replaces an older page for the same records: two of them would add the same records twice. */
  #open(target: ImportTarget, read: ReadFile): void {
    for (const page of this.#pages) if (page.isFor(target)) page.discard();
    const title = t('Import {0}', read.file.name);
    const panel = createWebviewPanel(webviewPanels.import, title, vscode.ViewColumn.Active, this.#options());
    this.#show(panel, target, { read });
  }

  #show(panel: vscode.WebviewPanel, target: ImportTarget, begin: Begin): void {
    const page = new ImportPanel(panel, target, begin, this.#deps);
    this.#pages.add(page);
    panel.onDidDispose(() => this.#pages.delete(page));
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.#deps.extension)] };
  }
}

function withImportFile<T>(
  { source, ...target }: ImportTarget,
  guard: WriteGuard,
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  return withLocalFile(source, async (path, name) =>
    use(await readImportFile(path, name, target, guard, withCountProgress)),
  );
}

function plan(
  job: Omit<ImportJob, 'defused'>,
  choose: ChooseRecord,
  deps: ImportPanelDeps,
): ReturnType<typeof planImport> {
  return planImport({ ...job, defused: defusesFormulas() }, choose, {
    ...deps,
    references: new NamedRecords(deps),
    inSteps: withCountProgress,
  });
}

/** A file and the mapping of its columns. */
interface ReadFile {
  readonly file: ImportFile;
  readonly uses: readonly ColumnUse[];
  readonly key?: ImportKey | undefined;
  readonly mode?: ImportMode;
  /** Messages from the service while reading. */
  readonly said: readonly string[];
}

type Begin =
  | { readonly read: ReadFile; readonly saved?: undefined }
  | { readonly saved: SavedImport; readonly read?: undefined };

class ImportPanel {
  readonly panel: vscode.WebviewPanel;
  readonly #target: ImportTarget;
  readonly #deps: ImportPanelDeps;
  readonly #channel: WebviewChannel<typeof importHost, typeof importView>;
  #mapped: MappedFile | undefined;
  /** The page's state from before the file was read. */
  #saved: SavedImport | undefined;
  #preview: { readonly run: string; readonly panel: vscode.WebviewPanel } | undefined;
  #isBusy = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, target: ImportTarget, { read, saved }: Begin, deps: ImportPanelDeps) {
    this.panel = panel;
    this.#target = target;
    this.#deps = deps;
    this.#saved = saved;
    if (read) this.#mapped = mapFile(read);
    const writing = deps.connectionStatus.addPage(panel, () => [target.address.connection]);
    this.#channel = this.#openChannel(writing);
    panel.iconPath = editorIcon(deps.extension, 'bulk');
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'import', panel.title, { connections });
    // once its preview runs, the page could only import the same records again
    const running = deps.runs.onDidStart(({ runner }) => {
      if (runner.ledger.plan.run === this.#preview?.run) panel.dispose();
    });
    panel.onDidDispose(() => {
      this.#isClosed = true;
      running.dispose();
    });
  }

  /** Closes the page and its preview. */
  discard(): void {
    this.#preview?.panel.dispose();
    this.panel.dispose();
  }

  isFor({ source, address }: ImportTarget): boolean {
    const { connection, controller } = this.#target.address;
    const isSameFile = source.toString() === this.#target.source.toString();
    return isSameFile && address.connection === connection && address.controller === controller;
  }

  #openChannel(writing: WritingPage): WebviewChannel<typeof importHost, typeof importView> {
    return new WebviewChannel({
      panel: this.panel,
      host: importHost,
      view: importView,
      handlers: {
        start: async () => this.#start(this.#mapped ?? (await this.#read())),
        reload: async () => this.#start(await this.#read()),
      },
      listeners: {
        choose: ({ column, target }) => this.#choose(column, target),
        match: (match) => {
          if (this.#mapped) this.#mapped.draft.match = match;
          this.#sendState();
        },
        mode: (mode) => {
          if (this.#mapped) this.#mapped.draft.mode = mode;
          this.#sendState();
        },
        preview: () => this.#alone(t('Importing'), () => this.#previewImport()),
      },
      accepts: (name) => name === 'start' || !this.#isBusy,
      log: this.#deps.log,
      what: 'page that maps columns',
      writing,
      failing: t('Importing'),
    });
  }

  #choose(column: number, target: ColumnTarget): void {
    const draft = this.#mapped?.draft;
    if (!draft?.choose(column, target)) return;
    this.#sendState();
    const memory = new ImportMemory(this.#deps.globalState);
    this.#pass(t('Importing'), () => memory.store(this.#target.address.controller, draft.chosen(column)));
  }

  /** Reads or re-reads the file. Choices are kept for unchanged columns. */
  async #read(): Promise<MappedFile> {
    const { connections, guard, globalState } = this.#deps;
    const saved = this.#mapped ? this.#state(this.#mapped) : this.#saved;
    await awaitedConnection(connections, this.#target.address.connection, connectionTimeout);
    const collected = new ServiceMessages();
    const file = await collected.collectDuring(() => withImportFile(this.#target, guard, async (read) => read));
    assertRecords(file);
    const mapped = mapFile({ file, uses: mapColumns(this.#target, file, globalState), said: collected.said });
    if (saved) restore(mapped.draft, saved);
    this.#mapped = mapped;
    return mapped;
  }

  #start(mapped: MappedFile): ImportStart {
    this.#channel.notify.storeState(this.#state(mapped));
    return startOf(mapped, this.#target.address.controller, this.#isBusy);
  }

  #state({ draft }: MappedFile): SavedImport {
    const { source, address, madeFor } = this.#target;
    const { connection, controller, listView } = address;
    const { key, mode } = draft;
    return {
      source: source.toString(),
      connection,
      controller,
      ...(listView !== undefined && { listView }),
      madeFor,
      titles: savedTitles(draft),
      columns: draft.uses.map((use) => use.kind !== 'unknown' && (targetKey(use) ?? null)),
      match: key?.kind === 'field' ? key.field.key : (key?.kind ?? null),
      mode,
    };
  }

  /** Opens a preview of the changes. */
  async #previewImport(): Promise<void> {
    const { file, draft } = this.#mapped ?? {};
    const key = draft?.key;
    if (!file || !draft || !key || draft.problem !== undefined) return;
    const { source, address, madeFor } = this.#target;
    const { guard, bulkPanels } = this.#deps;
    const { mode } = draft;
    const uses = [...draft.uses];
    guard.check(address.connection, t('import {0}', file.name), madeFor);
    for (const use of uses)
      if (use.kind === 'field' && use.field.kind === 'reference')
        await askController(this.#deps, address.connection, use.field.label, use.field.reference ?? {});
    const collected = new ServiceMessages();
    await collected.collectDuring(() =>
      withLocalFile(source, async (path, name) => {
        const table = await reopenTable(path, name, file.table, withCountProgress);
        const job = { ...file, address, madeFor, table, uses, key, mode };
        const planned = await plan(job, askRecord, this.#deps);
        if (this.#isClosed) return planned.draft.discard();
        // a second preview replaces the first: running both would import the file twice
        this.#preview?.panel.dispose();
        this.#preview = undefined;
        planned.draft.addNotes(collected.said);
        const hasWork = planned.draft.ledger.counts.waiting > 0;
        if (hasWork) {
          const { panel } = (await bulkPanels.get()).open({ kind: 'planned', draft: planned.draft });
          this.#preview = { run: planned.draft.ledger.plan.run, panel };
        }
        await reportImport(job, planned, hasWork ? 'preview' : 'nothing');
      }),
    );
  }

  /** Runs one action at a time; the page shows a busy state and offers nothing else. */
  #alone(what: string, action: () => Promise<unknown>): void {
    this.#isBusy = true;
    this.#sendState();
    this.#pass(what, async () => {
      try {
        await action();
      } finally {
        this.#isBusy = false;
        this.#sendState();
      }
    });
  }

  #sendState(): void {
    if (!this.#channel.isOpen || !this.#mapped) return;
    this.#channel.notify.state(stateOf(this.#mapped, this.#isBusy));
    this.#channel.notify.storeState(this.#state(this.#mapped));
  }

  #pass(what: string, action: () => unknown): void {
    const { connection } = this.#target.address;
    void this.#deps.errors.run(what, action, { isCode: false, connection });
  }
}

function mapFile({ file, uses, key, mode = 'both', said }: ReadFile): MappedFile {
  const { table, scan, subject } = file;
  const mayBeDefused = defusesFormulas() && table.mayBeDefused;
  const draft = new ImportSetup({ titles: table.titles, samples: scan.samples, subject, uses, mayBeDefused });
  draft.mode = mode;
  if (key) draft.match = key.kind === 'field' ? indexOfField(draft, key.field.key) : key.kind;
  return { file, draft, said };
}

function restore(draft: ImportSetup, { titles, columns, match, mode }: SavedImport): void {
  draft.mode = mode;
  const { targets } = draft;
  if (JSON.stringify(titles) === JSON.stringify(savedTitles(draft)))
    for (const [at, chosen] of columns.entries()) {
      if (chosen === false) draft.choose(at, 'unmapped');
      else if (chosen !== null) draft.choose(at, chosen === 'id' ? 'id' : indexOfField(draft, chosen));
      // a column that is already skipped keeps its reason
      else if (targets[at] !== 'skip') draft.choose(at, 'skip');
    }
  if (match !== null) draft.match = match === 'id' || match === 'none' ? match : indexOfField(draft, match);
}

function savedTitles({ titles }: ImportSetup): string[] {
  return titles.map((title) => title.slice(0, 200));
}

function indexOfField({ fields }: ImportSetup, key: string): number {
  return fields.findIndex((field) => field.key === key);
}

/** Asks which of several records with the same name to use. Picking none skips those records of the file. */
const askRecord: ChooseRecord = async (field, name, records) => {
  const picked = await showQuickPick(
    records.map((record) => ({ label: record.text, description: record.id, detail: record.detail ?? '', record })),
    {
      title: t('Import: several records are called “{0}”', name),
      placeHolder: t('Which one should “{0}” refer to? The choice applies to the whole file.', field.label),
      ignoreFocusOut: true,
      matchOnDescription: true,
    },
  );
  return picked?.record;
};

/** A parsed file and its import settings. */
interface MappedFile {
  readonly file: ImportFile;
  readonly draft: ImportSetup;
  /** Messages from the service while reading. */
  readonly said: readonly string[];
}

const longestSample = 60;
/** Max columns or fields listed in a sentence. */
const maxNamed = 10;

function startOf(mapped: MappedFile, controller: ControllerName, isBusy: boolean): ImportStart {
  const { file, draft } = mapped;
  const samplesOf = (at: number): string[] => (file.scan.samples[at] ?? []).map(shortened);
  return {
    title: t('Import {0} into {1}', file.name, controller),
    columns: file.table.titles.map((title, at) => ({ title, samples: samplesOf(at) })),
    fields: draft.fields.map(({ label, at }) => ({ label, name: at.join('.') })),
    state: stateOf(mapped, isBusy),
  };
}

function stateOf(mapped: MappedFile, isBusy: boolean): ImportState {
  const { draft } = mapped;
  const { notes, targets } = draft;
  return {
    columns: targets.map((target, at) => ({ target, note: notes[at] ?? null })),
    matches: draft.matches,
    match: draft.match ?? null,
    mode: draft.mode,
    outcome: outcomeOf(draft),
    summary: summaryOf(mapped),
    remarks: remarksOf(mapped),
    problem: draft.problem ?? null,
    isBusy,
  };
}

function summaryOf({ file, draft }: MappedFile): string {
  const { count } = file.scan;
  const { length } = draft.uses;
  const mapped = draft.targets.filter((target) => target !== 'skip' && target !== 'unmapped').length;
  const records = count === 1 ? t('1 record') : t('{0} records', formatNumber(count));
  return `${records} · ${t('{0} of {1} columns mapped', formatNumber(mapped), formatNumber(length))}`;
}

function remarksOf({ file, draft, said }: MappedFile): ImportState['remarks'] {
  const { table, scan } = file;
  const { unmapped, missing } = draft;
  const warn = (text: string) => ({ tone: 'warning', text }) as const;
  return [
    ...(scan.broken > 0 ? [warn(brokenWords(scan, table.unit))] : []),
    ...(unmapped.length > 0 ? [warn(t('Not mapped, so not imported: {0}', named(unmapped)))] : []),
    ...(missing.length > 0 ? [warn(t('Required for new records, but not mapped: {0}', named(missing)))] : []),
    ...[...table.notes, ...said].map((text) => ({ tone: 'plain', text }) as const),
  ];
}

function brokenWords({ broken, firstBroken }: TableScan, unit: string): string {
  const first = `${unitWord(unit)} ${firstBroken?.position}: ${firstBroken?.why}`;
  return broken === 1
    ? t('1 record cannot be imported. {0}', first)
    : t('{0} records cannot be imported. First: {1}', formatNumber(broken), first);
}

function named(all: readonly string[]): string {
  const shown = all.slice(0, maxNamed).map((one) => (one === '' ? t('(no title)') : shortened(one)));
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [t('{0} more', formatNumber(more))] : [])].join(', ');
}

function outcomeOf({ match, fields, mode }: ImportSetup): string {
  if (match === undefined) return '';
  if (match === 'none') return t('Every record is added as new. No existing record is changed.');
  return match === 'id' ? idOutcomes[mode]() : keyOutcomes[mode](fields[match]?.label ?? '');
}

const idOutcomes: Readonly<Record<ImportMode, () => string>> = {
  both: () => t('Records with an id are updated. Records without one are added.'),
  change: () => t('Records with an id are updated. Records without one are skipped.'),
  add: () => t('Records without an id are added. Records with one are skipped.'),
};

const keyOutcomes: Readonly<Record<ImportMode, (label: string) => string>> = {
  both: (label) => t('Records with the same “{0}” are updated. If there is none, a record is added.', label),
  change: (label) => t('Records with the same “{0}” are updated. If there is none, the record is skipped.', label),
  add: (label) => t('If no record has the same “{0}”, a record is added. Otherwise it is skipped.', label),
};

function shortened(text: string): string {
  return text.length > longestSample ? `${text.slice(0, longestSample).trimEnd()}…` : text;
}
