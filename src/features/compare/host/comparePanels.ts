import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../../../manifest.ts';
import type { RecordAddress } from '../../../model/address/address.ts';
import {
  type ComparedPair,
  type ComparedRow,
  type ComparisonSummary,
  type EntryFilter,
  nameOfEntry,
  rowsOfEntry,
  type Side,
  type EntryKind,
} from '../../../model/compare/comparison.ts';
import { valueFields } from '../../../model/compare/comparedFields.ts';
import { exportFormats, formatOfFile } from '../../../model/export/exportFormat.ts';
import { proposedFileName } from '../../../model/fileName.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { addressUri } from '../../../platform/addressUri.ts';
import type { ConnectionStatus, WritingPage } from '../../../platform/connectionStatus.ts';
import { type ErrorReporter, UserError } from '../../../platform/errorReporter.ts';
import { withCountProgress } from '../../../platform/countProgress.ts';
import { defaultFolder } from '../../../platform/fileDialogs.ts';
import { withLocalFile, writeWholeFile } from '../../../platform/localFiles.ts';
import type { Log } from '../../../platform/log.ts';
import { defusesFormulas } from '../../../platform/settings.ts';
import { openChanges, openDiff } from '../../../platform/ui/documentTexts.ts';
import { showInformation, showInStatusBar, showWarning } from '../../../platform/ui/notifications.ts';
import { showSaveDialog, pickMany, pickOne } from '../../../platform/ui/questions.ts';
import { createWebviewPanel, setTabTitle } from '../../../platform/ui/views.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../../platform/webviewPage.ts';
import { compareHost, type CompareState, compareView } from '../compareProtocol.ts';
import { Comparer, type Comparison } from '../../../services/compare/comparer.ts';
import { ComparisonPlanner } from '../../../services/compare/comparisonPlanner.ts';
import { exportComparison } from '../../../services/compare/exportComparison.ts';
import type { FoundComparison, StoredComparisons } from '../../../services/compare/storedComparisons.ts';
import type { ThreadScript } from '../../../services/export/listThread.ts';
import { PartialFiles } from '../../../services/export/partialFiles.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';
import type { NamedRecords } from '../../../services/references/namedRecords.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';
import {
  type ComparisonSubject,
  compareSubject,
  listsOfSubject,
  type ReadComparison,
  sideLabels,
  sideTitle,
  subjectTitle,
} from '../../../services/compare/comparisonSubject.ts';
import { EntryTexts } from './entryTexts.ts';
import type { PlanChoice } from '../../../model/compare/comparisonPlan.ts';
import { savePlan } from '../../../platform/savePlan.ts';
import { inSteps } from '../../../platform/ui/steps.ts';
import type { Clients } from '../../../services/connections/clients.ts';

/** Texts for diff editors. */
interface ComparedTexts {
  side(address: RecordAddress, side: 'now'): Promise<{ readonly uri: vscode.Uri; readonly name: string }>;
  addFixedText(name: string, text: string): vscode.Uri;
}

interface CompareDeps {
  readonly connections: Pick<Connections, 'get' | 'onDidChange'>;
  readonly clients: Clients;
  readonly exportThread: ThreadScript;
  /** Folder for the results while they are shown. */
  readonly exportFolder: string;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly extension: vscode.Uri;
  readonly kept: StoredComparisons<ComparisonSubject>;
  readonly guard: Pick<WriteGuard, 'checkService'>;
  readonly references: Pick<NamedRecords, 'find'>;
  readonly compared: ComparedTexts;
  readonly errors: ErrorReporter;
  readonly log: Log;
}

/** Max records per diff editor: more are slow to open, and users don't read through them. */
const maxChanges = 200;

/** Comparison pages. Results are stored on disk as long as their tabs exist. */
export class ComparePanels implements vscode.WebviewPanelSerializer {
  readonly #deps: CompareDeps;
  readonly #open = new Set<ComparePanel>();

  constructor(deps: CompareDeps) {
    this.#deps = deps;
  }

  /** Compares, opens the page and returns the counts. */
  async compare(asked: ComparisonSubject): Promise<ComparisonSummary['counts']> {
    const { subject, comparison } = await compareWithProgress(asked, this.#deps);
    const id = randomUUID();
    await this.#deps.kept.store(id, subject, comparison, listsOfSubject(subject));
    this.#show(this.#create(subject), { id, subject, comparison });
    return comparison.summary.counts;
  }

  /** Restores a page after a window reload or a restart. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { id } = (state ?? {}) as { id?: unknown };
    const found = typeof id === 'string' ? await this.#deps.kept.find(id) : undefined;
    if (typeof id !== 'string' || !found) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, { id, ...found });
  }

  /** Replaces an orphaned tab with this title by a new one. */
  async replace(title: string, close: () => Thenable<unknown>): Promise<void> {
    const { kept } = this.#deps;
    const id = kept.idOf((subject) => this.#title(subject) === title && !this.#isShown(subject));
    const found = id === undefined ? undefined : await kept.find(id);
    await close();
    if (id !== undefined && found) this.#show(this.#create(found.subject), { id, ...found });
  }

  /** True if a comparison is visible in this group. */
  isIn(column: vscode.ViewColumn): boolean {
    return [...this.#open].some(({ panel }) => panel.visible && panel.viewColumn === column);
  }

  #isShown(subject: ComparisonSubject): boolean {
    return [...this.#open].some((page) => page.title === this.#title(subject));
  }

  #title(subject: ComparisonSubject): string {
    return subjectTitle(subject, this.#deps.connections);
  }

  #create(subject: ComparisonSubject): vscode.WebviewPanel {
    const options = { ...this.#options(), retainContextWhenHidden: false };
    return createWebviewPanel(webviewPanels.compare, this.#title(subject), vscode.ViewColumn.Active, options);
  }

  #show(panel: vscode.WebviewPanel, shown: ShownComparison): void {
    const page = new ComparePanel(panel, shown, this.#deps);
    this.#open.add(page);
    panel.onDidDispose(() => this.#open.delete(page));
  }

  #options(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.#deps.extension)] };
  }
}

interface ShownComparison extends FoundComparison<ComparisonSubject> {
  /** Id of its tab. */
  readonly id: string;
}

/** Used if there are no results on disk. */
const nothingFound: ComparisonSummary = {
  counts: { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 0 },
  byField: [],
  read: [0, 0],
  notes: [],
  said: [],
  isComplete: false,
};

class ComparePanel {
  readonly panel: vscode.WebviewPanel;
  readonly #id: string;
  #subject: ComparisonSubject;
  readonly #deps: CompareDeps;
  readonly #texts: EntryTexts;
  readonly #channel: WebviewChannel<typeof compareHost, typeof compareView>;
  #comparison: Comparison | undefined;
  #version = 0;
  #isBusy = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, { id, subject, comparison }: ShownComparison, deps: CompareDeps) {
    this.panel = panel;
    this.#id = id;
    this.#subject = subject;
    this.#comparison = comparison;
    this.#deps = deps;
    this.#texts = new EntryTexts(subject.fields);
    panel.iconPath = editorIcon(deps.extension, 'table');
    const writing = deps.connectionStatus.addPage(panel, () =>
      this.#subject.sides.flatMap(({ list }) => (list ? [list.connection] : [])),
    );
    this.#channel = this.#openChannel(writing);
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'compare', this.title, { connections });
    const listening = deps.connections.onDidChange(() => this.#showNames());
    this.#showNames();
    panel.onDidDispose(() => {
      this.#isClosed = true;
      listening.dispose();
      this.#pass(t('Closing'), async () => {
        await deps.kept.remove(id);
        await this.#comparison?.remove();
      });
    });
  }

  get title(): string {
    return subjectTitle(this.#subject, this.#deps.connections);
  }

  get #titles(): readonly [string, string] {
    const [here, there] = this.#subject.sides;
    return [sideTitle(here, this.#deps.connections), sideTitle(there, this.#deps.connections)];
  }

  /** Throws if the results no longer exist. */
  get #found(): Comparison {
    if (!this.#comparison) throw new UserError(whyGone());
    return this.#comparison;
  }

  get #state(): CompareState {
    const { key, fields } = this.#subject;
    const titles = this.#titles;
    const summary = this.#comparison?.summary ?? nothingFound;
    const alone = (side: Side): string[] =>
      fields.flatMap(({ label, ends }) => {
        const [own, other] = [ends[side], ends[side === 0 ? 1 : 0]];
        // every record has an id, even if its list doesn't show it
        return own && !other && !own.isId ? [label] : [];
      });
    return {
      id: this.#id,
      title: this.title,
      problem: this.#comparison ? null : whyGone(),
      here: titles[0],
      there: titles[1],
      sideLabels: sideLabels(this.#subject, this.#deps.connections),
      matchedBy: key === 'id' ? null : (fields[key]?.label ?? ''),
      compared: valueFields(fields, key).map(({ label }) => label),
      counts: summary.counts,
      fields: summary.byField.flatMap((count, field) =>
        count > 0 ? [{ field, label: fields[field]?.label ?? '', count }] : [],
      ),
      onlyHere: alone(0),
      onlyThere: alone(1),
      notes: summary.notes.map(({ side, text }) => `${titles[side]}: ${text}`),
      said: summary.said,
      isComplete: summary.isComplete,
      version: this.#version,
      isBusy: this.#isBusy,
    };
  }

  /** Updates the title; a connection may have been renamed. */
  #showNames(): void {
    setTabTitle(this.panel, this.title);
    this.#sendState();
  }

  #openChannel(writing: WritingPage): WebviewChannel<typeof compareHost, typeof compareView> {
    return new WebviewChannel({
      panel: this.panel,
      host: compareHost,
      view: compareView,
      handlers: {
        start: () => this.#state,
        rows: async ({ filter, from, count }) => {
          const { result } = this.#found;
          const entries = await result.entries(filter, from, count);
          return { total: await result.count(filter), rows: this.#texts.rows(entries) };
        },
      },
      listeners: {
        openEntry: ({ filter, at }) => this.#pass(t('Opening the record'), () => this.#openEntry(filter, at)),
        showChanges: (filter) => this.#runExclusive(t('Showing the changes'), () => this.#showChanges(filter)),
        makePlan: () =>
          this.#runExclusive(t('Making a plan'), () => planComparison(this.#subject, this.#found, this.#deps)),
        exportResult: () => this.#runExclusive(t('Exporting'), () => this.#exportResult()),
        compareAgain: () => this.#runExclusive(t('Comparing'), () => this.#compareAgain()),
      },
      accepts: (name) => name === 'start' || name === 'rows' || !this.#isBusy,
      log: this.#deps.log,
      what: 'page of a comparison',
      writing,
      failing: t('Comparing'),
    });
  }

  async #openEntry(filter: EntryFilter, at: number): Promise<void> {
    const [entry] = await this.#found.result.entries(filter, at, 1);
    if (!entry || entry.kind === 'duplicate') return;
    const { sides } = this.#subject;
    const isOfFile = sides.some(({ list }) => list === undefined);
    const here = 'here' in entry ? this.#addressOf(0, entry.here) : undefined;
    const there = 'there' in entry ? this.#addressOf(1, entry.there) : undefined;
    if (entry.kind !== 'different') {
      const known = here ?? there;
      if (known) return void (await vscode.commands.executeCommand('vscode.open', addressUri(known)));
    } else if (here && there && !isOfFile) {
      const { compared } = this.#deps;
      const [one, other] = [await compared.side(here, 'now'), await compared.side(there, 'now')];
      return void (await openDiff(one.uri, other.uri, `${one.name}: ${this.title}`));
    }
    const [left, right] = this.#uris(entry);
    const known = left ?? right;
    if (left && right) await openDiff(left, right, `${titleOf(entry)}: ${this.title}`);
    else if (known) await vscode.commands.executeCommand('vscode.open', known);
  }

  /** Uses the values from the lists: reading every record would take one request each. */
  async #showChanges(filter: EntryFilter): Promise<void> {
    const { result } = this.#found;
    const entries = await result.entries(filter, 0, maxChanges);
    const changes = entries.flatMap((entry) => {
      if (entry.kind === 'duplicate') return [];
      const [left, right] = this.#uris(entry);
      const label = left ?? right;
      return label ? [[label, left, right] as const] : [];
    });
    await openChanges(this.title, changes);
    const total = await result.count(filter);
    if (total > entries.length)
      void showInformation(
        t(
          'Showing the first {0} of {1} changes. Filter the comparison to see others.',
          formatNumber(entries.length),
          formatNumber(total),
        ),
      );
  }

  #uris(entry: ComparedPair): readonly [vscode.Uri | undefined, vscode.Uri | undefined] {
    const name = proposedFileName(titleOf(entry), t('record'));
    const [here, there] = this.#texts
      .sides(entry)
      .map((text) => (text === null ? undefined : this.#deps.compared.addFixedText(name, text)));
    return [here, there];
  }

  #addressOf(side: Side, { id }: ComparedRow): RecordAddress | undefined {
    const { list } = this.#subject.sides[side];
    return list && id !== null
      ? { kind: 'record', connection: list.connection, controller: list.controller, id }
      : undefined;
  }

  async #exportResult(): Promise<void> {
    const name = `${proposedFileName(this.title, t('comparison'))}.csv`;
    const target = await showSaveDialog({
      defaultUri: vscode.Uri.joinPath(defaultFolder(), name),
      filters: Object.fromEntries(exportFormats.map(({ label, ending }) => [label, [ending]])),
      title: t('Export the Comparison'),
    });
    if (!target) return;
    const format = formatOfFile(target.path) ?? 'csv';
    const labels = sideLabels(this.#subject, this.#deps.connections);
    const options = { fields: this.#subject.fields, sideLabels: labels, format, defuse: defusesFormulas() };
    const note = await withCountProgress(t('Exporting {0}', this.title), (onProgress, signal) =>
      writeWholeFile(target, (file) => exportComparison(this.#found, { ...options, onProgress }, file, signal)),
    );
    showInStatusBar(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
    if (note !== undefined) void showWarning(note);
  }

  async #compareAgain(): Promise<void> {
    const before = this.#comparison;
    const { subject, comparison } = await compareWithProgress(this.#subject, this.#deps);
    if (this.#isClosed) return comparison.remove();
    this.#subject = subject;
    this.#comparison = comparison;
    this.#version += 1;
    await this.#deps.kept.store(this.#id, this.#subject, comparison, listsOfSubject(this.#subject));
    await before?.remove();
  }

  /** Runs one action at a time; the page shows a busy state and offers nothing else. */
  #runExclusive(what: string, action: () => Promise<unknown>): void {
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
    if (this.#channel.isOpen) this.#channel.notify.state(this.#state);
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: undefined });
  }
}

function whyGone(): string {
  return t('The result of this comparison is no longer on disk. Compare again to see it.');
}

function titleOf(entry: ComparedPair): string {
  const [here, there] = rowsOfEntry(entry);
  return nameOfEntry(entry) || (here ?? there)?.key || '';
}

/** Compares and shows the progress. */
function compareWithProgress(
  subject: ComparisonSubject,
  { connections, clients, exportThread, exportFolder }: CompareDeps,
): Promise<ReadComparison> {
  const comparer = new Comparer(exportThread, new PartialFiles(exportFolder));
  const { file } = subject.sides[1];
  const compare = (path?: string): Promise<ReadComparison> =>
    withCountProgress(t('Comparing {0}', subjectTitle(subject, connections)), (onProgress, signal) =>
      compareSubject(subject, { clients, comparer }, path, onProgress, signal),
    );
  return file === undefined ? compare() : withLocalFile(vscode.Uri.parse(file), compare);
}

/** Asks which side to change and which changes to make, saves them as a plan and opens it. */
async function planComparison(
  subject: ComparisonSubject,
  { summary, result }: Comparison,
  deps: CompareDeps,
): Promise<void> {
  const { connections } = deps;
  const planner = new ComparisonPlanner(subject, deps, new AbortController().signal);
  const choice: PlanChoice = await inSteps(2, async () => {
    const target = await askTarget(subject, connections);
    const fields = await planner.fieldsOf(target);
    const isDeletable = { onlyHere: target === 0, onlyThere: target === 1 };
    const records = (['onlyHere', 'onlyThere'] as const).map((kind) => ({
      kind,
      isDelete: isDeletable[kind],
      count: summary.isComplete ? summary.counts[kind] : 0,
    }));
    return { target, ...(await askWork(fields, summary.byField, records)) };
  });
  const pieces = await planner.plan(result, choice);
  if (!pieces) throw new UserError(planner.left ?? t('Could not make a plan: nothing that you chose differs.'));
  const isSaved = await savePlan(subjectTitle(subject, connections), pieces);
  const { left } = planner;
  if (isSaved && left !== undefined) void showInformation(left);
}

async function askTarget({ sides }: ComparisonSubject, connections: Pick<Connections, 'get'>): Promise<Side> {
  const titles = sides.map((side) => sideTitle(side, connections));
  const lines = ([0, 1] as const).flatMap((side) => {
    if (!sides[side].list) return [];
    const [own = '', other = ''] = side === 0 ? titles : titles.toReversed();
    return [{ label: t('Change {0}', own), description: t('to match {0}', other), side }];
  });
  const picked = await pickOne(lines, {
    title: t('Make a Plan'),
    placeHolder: t('Which side should the plan change? Nothing is written yet.'),
    matchOnDescription: true,
  });
  return picked.side;
}

interface RecordsLine {
  readonly kind: EntryKind;
  readonly isDelete: boolean;
  readonly count: number;
}

/** Lists fields and records to include in the plan. Adding and deleting are unchecked by default. */
async function askWork(
  fields: PlanChoice['fields'],
  byField: readonly number[],
  records: readonly RecordsLine[],
): Promise<Pick<PlanChoice, 'fields' | 'adds' | 'deletes'>> {
  const fieldLines = fields.map((field) => {
    const count = byField[field.at] ?? 0;
    return {
      label: field.label,
      description: t('records that differ: {0}', formatNumber(count)),
      picked: count > 0,
      field,
    };
  });
  const recordLines = records
    .filter(({ count }) => count > 0)
    .map(({ isDelete, count }) => ({
      label: isDelete
        ? t('Delete records that the other side does not have')
        : t('Add records that only the other side has'),
      description: formatNumber(count),
      picked: false,
      isDelete,
    }));
  if (fieldLines.length === 0 && recordLines.length === 0)
    throw new UserError(t('Could not make a plan: none of the fields that differ can be changed on that side.'));
  const heading = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const chosen = await pickMany<
    vscode.QuickPickItem & Partial<{ field: PlanChoice['fields'][number]; isDelete: boolean }>
  >(
    [
      ...(fieldLines.length > 0 ? [heading(t('Fields to copy')), ...fieldLines] : []),
      ...(recordLines.length > 0 ? [heading(t('Records')), ...recordLines] : []),
    ],
    { title: t('Make a Plan'), placeholder: t('Which changes should the plan make?') },
  );
  return {
    fields: chosen.flatMap(({ field }) => field ?? []),
    adds: chosen.some(({ isDelete }) => isDelete === false),
    deletes: chosen.some(({ isDelete }) => isDelete === true),
  };
}
