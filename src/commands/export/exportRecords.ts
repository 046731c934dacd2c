import { findListView, findRelatedTitle, defaultTitle } from '../../features/table/host/listViewTitle.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import { listQuery } from '../../features/table/host/tableQuery.ts';
import { type ColumnLayout, columnLayout, tableQuery, type TableQuery } from '../../features/table/tableProtocol.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { shortName } from '../../model/controller.ts';
import {
  chosenColumns,
  columnsAsShown,
  type ExportColumn,
  exportColumns,
  namedColumns,
} from '../../model/export/exportColumns.ts';
import {
  type ExportFormat,
  assertFits,
  formatInfo,
  exportFormats,
  formatOfFile,
  parseFormat,
} from '../../model/export/exportFormat.ts';
import { allRows, expectedCount, type ExportReport, type ExportRows } from '../../model/export/exportPlan.ts';
import { proposedFileName } from '../../model/fileName.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { withCountProgress } from '../../platform/countProgress.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { defaultFolder } from '../../platform/fileDialogs.ts';
import { openExportFile } from '../../platform/localFiles.ts';
import type { ArgumentName } from '../../platform/runCommand.ts';
import { defusesFormulas } from '../../platform/settings.ts';
import { showInformation, showWarning } from '../../platform/ui/notifications.ts';
import { pickOne, showSaveDialog } from '../../platform/ui/questions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { ExportPreferences } from '../../services/export/exportPreferences.ts';
import { Exporter } from '../../services/export/exporter.ts';
import type { ThreadScript } from '../../services/export/listThread.ts';
import { PartialFiles } from '../../services/export/partialFiles.ts';
import { filteredQuery, type ReferenceNames } from '../../services/lists/listFilter.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { formOfList } from '../../services/records/formOfList.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { ColumnLayouts } from '../../services/remembered/listViewMementos.ts';
import type { Memento } from '../../services/remembered/memento.ts';
import type { SavedSearches } from '../../services/remembered/savedSearches.ts';
import { controllerIn } from '../addressArgument.ts';
import type { RecordsArgument } from '../bulk/bulkArgument.ts';
import { fileIn, isTrue, ownProperty, textIn, valueIn } from '../commandArgument.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { savedQuery } from '../lists/savedSearches.ts';
import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';

export interface ExportCommandDeps extends ListViewDeps {
  readonly saved: SavedSearches;
  readonly recordForms: RecordForms;
  readonly clients: Clients;
  readonly records: Lazy<{
    readonly tables: TableEditor;
    readonly layouts: ColumnLayouts;
    readonly references: ReferenceNames;
    readonly exportThread: ThreadScript;
    /** Folder that tracks unfinished export files. */
    readonly exportFolder: string;
  }>;
  readonly globalState: Memento;
}

interface ExportArgument extends RecordsArgument {
  /** The visible rows; `from` is zero-based. */
  readonly shown?: { readonly from: number; readonly count: number } | undefined;
  readonly columns?: 'visible' | 'all' | readonly string[];
  readonly format?: string;
  /** Display values instead of stored values, in CSV and Excel. */
  readonly asShown?: boolean;
  readonly target?: vscode.Uri | string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    exportRecords: [argument?: ExportArgument];
  }
}

export interface ExportResult extends Omit<ExportReport, 'said'> {
  /** The address of the file. */
  readonly target: string;
}

interface ExportJob {
  readonly rows: ExportRows;
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly asShown: boolean;
  readonly uri: vscode.Uri;
}

/** Writes the records of a list into a file. With a target, nothing is asked. */
export async function exportRecords(argument: unknown, deps: ExportCommandDeps): Promise<ExportResult> {
  const options = readExportOptions(argument);
  const { tables, layouts, references, exportThread, exportFolder } = await deps.records.get();
  const active = argument === undefined ? tables.active : undefined;
  const listed = listQuery(options.query ?? active?.query ?? savedQuery(argument, deps.saved) ?? {});
  const isListKnown = active !== undefined || controllerIn(argument) !== undefined;
  const { address, client, first, name, plan, query } = await inSteps(isListKnown ? 2 : 3, async () => {
    const list = active?.address ?? (await listViewOf(argument, deps));
    const source = await deps.clients.get(list.connection);
    const { withAccess } = layoutOf(layouts, list) ?? {};
    const { signal } = new AbortController();
    const asked = { ...listed, ...(withAccess && { withAccess }) };
    const wanted = await filteredQuery(source, list, asked, references, signal);
    const page = await new RecordSource(source, list, wanted).describe(signal);
    const known = (await findListView(deps.listViews, list))?.name ?? (await findRelatedTitle(deps.recordForms, list));
    const title = known ?? page.listViewName ?? defaultTitle(list);
    const found = { address: list, first: page, name: title, pageSize: source.connection.network.pageSize };
    return {
      ...found,
      query: wanted,
      client: source,
      plan: await planOf(options, found, layouts, new ExportPreferences(deps.globalState)),
    };
  });
  assertFits(plan.format, expectedCount(plan.rows, first.total), plan.columns.length);
  const { uri, asShown, ...chosen } = plan;
  const form = asShown ? await formOfList(deps.recordForms, address, first) : undefined;
  const alias = first.alias ?? shortName(address.controller);
  const columns = asShown ? columnsAsShown({ ...first, alias }, plan.columns, form) : plan.columns;
  const file = await openExportFile(uri, new PartialFiles(exportFolder));
  const listTarget = { controller: address.controller, listView: address.listView };
  const request = {
    client,
    listTarget: listTarget,
    query,
    first,
    ...chosen,
    columns,
    defuse: defusesFormulas(),
  };
  const exporter = new Exporter(exportThread);
  const report = await withCountProgress(t('Exporting {0}', name), (onProgress, signal) =>
    exporter.exportRows({ ...request, onProgress }, file, signal),
  );
  const notes = asShown && !form ? [...report.notes, unlabeled()] : report.notes;
  showExportResult(uri, plan.format, { ...report, notes });
  const { said: _shown, ...counted } = report;
  return { target: uri.toString(), ...counted, notes };
}

function unlabeled(): string {
  return t('The service did not provide labels for its choices, so the stored values were exported.');
}

/** The list as loaded, before asking any questions. */
interface List {
  readonly address: ListViewAddress;
  readonly first: RecordPage;
  readonly name: string;
  readonly pageSize: number;
}

/** If the options name a target, asks nothing and remembers nothing. */
async function planOf(
  options: ExportOptions,
  list: List,
  layouts: ColumnLayouts,
  memory: ExportPreferences,
): Promise<ExportJob> {
  const { first, name } = list;
  const { last } = memory;
  const columnsOf = columnChoice(layouts, list);
  const chosen = options.target
    ? { rows: options.selected ?? options.shown ?? allRows, columns: 'visible' as const }
    : await askRowsAndColumns({
        name,
        selected: options.selected,
        page: options.shown ?? { kind: 'range', from: 0, count: list.pageSize },
        total: first.total,
        visible: columnsOf('visible').length,
        all: columnsOf('all').length,
        usual: last.columns,
      });
  const keys = typeof options.columns === 'object' ? options.columns : columnsOf(options.columns ?? chosen.columns);
  const columns = exportColumns(first, namedColumns(first.columns, keys));
  const { rows } = chosen;
  if (options.target) {
    const format = options.format ?? last.format;
    return { rows, columns, uri: options.target, format, asShown: options.asShown && canBeShown(format) };
  }
  const { asShown } = options;
  const picked = options.format ? { format: options.format, asShown } : await askFormat(name, last.format);
  const { uri, format } = await askTarget(name, picked.format, last.folder);
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  await memory.store({ format, columns: chosen.columns, folder });
  return { rows, columns, uri, format, asShown: picked.asShown && canBeShown(format) };
}

/** True if the format supports display values. The file name may imply another format than the one picked. */
function canBeShown(format: ExportFormat): boolean {
  return formatInfo(format).detailAsShown !== undefined;
}

/** Keys of the visible columns, or of all columns. */
function columnChoice(
  layouts: ColumnLayouts,
  { address, first }: List,
): (which: 'visible' | 'all') => readonly string[] {
  const layout = layoutOf(layouts, address) ?? null;
  return (which) => chosenColumns(first.columns, layout, which).map(({ key }) => key);
}

function layoutOf(layouts: ColumnLayouts, address: ListViewAddress): ColumnLayout | undefined {
  return columnLayout.safeParse(layouts.get(address)).data;
}

/**
 * Reports what was written and the service's messages, as a warning if there were problems. Doesn't wait for the user's
 * response.
 */
export function showExportResult(uri: vscode.Uri, format: ExportFormat, { written, notes, said }: ExportReport): void {
  const file = path.posix.basename(uri.path);
  const exported =
    written === 1
      ? t('Exported 1 record to {0}.', file)
      : t('Exported {0} records to {1}.', formatNumber(written), file);
  const sentence = [exported, ...notes, ...said].join(' ');
  const open = t('Open');
  // editors can't show a workbook
  const buttons = format === 'excel' ? [] : [open];
  const show = notes.length === 0 ? showInformation : showWarning;
  void show(sentence, ...buttons).then((chosen) =>
    chosen === open ? vscode.commands.executeCommand('vscode.open', uri) : undefined,
  );
}

/** Options that the caller of an export has already set. */
interface ExportOptions {
  readonly query: TableQuery | undefined;
  /** The selected rows; undefined if nothing is selected. */
  readonly selected: ExportRows | undefined;
  /** The visible rows. */
  readonly shown: (ExportRows & { readonly kind: 'range' }) | undefined;
  readonly columns: 'visible' | 'all' | readonly string[] | undefined;
  readonly format: ExportFormat | undefined;
  /** Display values instead of stored values. */
  readonly asShown: boolean;
  readonly target: vscode.Uri | undefined;
}

/** Any extension can call a command, so the argument may be anything. */
function readExportOptions(argument: unknown): ExportOptions {
  const target = fileIn(argument, 'target');
  return {
    query: queryOf(argument),
    selected: selectedOf(argument),
    shown: shownOf(valueIn(argument, 'shown')),
    columns: columnsIn(argument),
    format: formatOf(argument) ?? (target && formatOfFile(target.path)),
    asShown: isTrue(argument, 'asShown'),
    target,
  };
}

function queryOf(argument: unknown): TableQuery | undefined {
  const said = valueIn(argument, 'query');
  if (said === undefined) return undefined;
  const query = tableQuery.safeParse(said);
  if (!query.success) throw wrong('query', t('an object with sort, search, filters or rawQ'));
  return query.data;
}

function selectedOf(argument: unknown): ExportRows | undefined {
  const ids = textsIn(argument, 'ids');
  if (ids) return { kind: 'ids', ids: [...new Set(ids)] };
  const except = textsIn(argument, 'except');
  return except && { kind: 'all', except: new Set(except) };
}

function shownOf(said: unknown): ExportOptions['shown'] {
  if (said === undefined) return undefined;
  const [from, count] = [ownProperty(said, 'from'), ownProperty(said, 'count')];
  if (!isCount(from, 0) || !isCount(count, 1))
    throw wrong('shown', t('an object with from (counted from 0) and count'));
  return { kind: 'range', from, count };
}

function columnsIn(argument: unknown): ExportOptions['columns'] {
  const said = valueIn(argument, 'columns');
  if (said === undefined || said === 'visible' || said === 'all') return said;
  const keys = textsIn(argument, 'columns');
  if (!keys || keys.length === 0) throw wrong('columns', t('“visible”, “all”, or a list of keys'));
  return keys;
}

function formatOf(argument: unknown): ExportFormat | undefined {
  const said = textIn(argument, 'format');
  if (said === undefined) return undefined;
  const format = parseFormat(said);
  if (!format) throw wrong('format', t('one of these: {0}', exportFormats.map(({ format: name }) => name).join(', ')));
  return format;
}

function textsIn(argument: unknown, name: ArgumentName): readonly string[] | undefined {
  const said = valueIn(argument, name);
  if (said === undefined) return undefined;
  if (Array.isArray(said) && said.every((one) => typeof one === 'string')) return said;
  throw wrong(name, t('a list of strings'));
}

function isCount(said: unknown, min: number): said is number {
  return typeof said === 'number' && Number.isSafeInteger(said) && said >= min;
}

function wrong(name: string, expected: string): UserError {
  return new UserError(t('Could not export: “{0}” must be {1}.', name, expected));
}

interface RowsAndColumns {
  readonly rows: ExportRows;
  readonly columns: 'visible' | 'all';
}

interface RowsQuestion {
  readonly name: string;
  readonly selected: ExportRows | undefined;
  readonly page: ExportRows;
  readonly total: number | undefined;
  /** Number of columns for each choice. */
  readonly visible: number;
  readonly all: number;
  readonly usual: 'visible' | 'all';
}

/** Asks for records and columns in one question; the selection and the last choice come first. */
async function askRowsAndColumns(question: RowsQuestion): Promise<RowsAndColumns> {
  const { selected, page, total, visible, all, usual, name } = question;
  const inPage = expectedCount(page, total) ?? 0;
  const choices: { readonly label: string; readonly rows: ExportRows }[] = [
    ...(selected ? [{ label: selectedLabel(expectedCount(selected, total)), rows: selected }] : []),
    { label: allLabel(total), rows: allRows },
    ...(inPage > 0 && inPage !== total ? [{ label: pageLabel(page, inPage), rows: page }] : []),
  ];
  const kinds = visible === all ? (['all'] as const) : (['visible', 'all'] as const);
  const inOrder = usual === 'all' ? kinds.toReversed() : kinds;
  const items = choices.flatMap(({ label, rows }) =>
    inOrder.map((columns) => ({
      label,
      description: columns === 'all' ? t('all {0} columns', all) : t('the {0} visible columns', visible),
      rows,
      columns,
    })),
  );
  const picked = await pickOne(items, {
    title: t('Export {0}', name),
    placeHolder: t('Which records, with which columns?'),
    matchOnDescription: true,
    ignoreFocusOut: true, // the table takes the focus back when its button was pressed
  });
  return picked;
}

function selectedLabel(count: number | undefined): string {
  if (count === undefined) return t('Selected records that match');
  return count === 1 ? t('1 selected record') : t('{0} selected records', formatNumber(count));
}

function allLabel(count: number | undefined): string {
  if (count === undefined) return t('All matching records');
  return count === 1 ? t('All (1 record)') : t('All {0} records', formatNumber(count));
}

function pageLabel(page: ExportRows, count: number): string {
  const from = page.kind === 'range' ? page.from : 0;
  return t('Only rows {0}–{1}', formatNumber(from + 1), formatNumber(from + count));
}

/** Lists the last used format first. The read-only variant comes after the one that can be re-imported. */
async function askFormat(
  name: string,
  usual: ExportFormat,
): Promise<{ readonly format: ExportFormat; readonly asShown: boolean }> {
  const inOrder = [formatInfo(usual), ...exportFormats.filter(({ format }) => format !== usual)];
  return pickOne(
    inOrder.flatMap(({ format, label, ending, detail, detailAsShown }) => [
      { label, description: `.${ending}`, detail: detail(), format, asShown: false },
      ...(detailAsShown
        ? [
            {
              label: t('{0}, as shown', label),
              description: `.${ending}`,
              detail: detailAsShown(),
              format,
              asShown: true,
            },
          ]
        : []),
    ]),
    {
      title: t('Export {0}', name),
      placeHolder: t('In which format?'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
}

interface ExportTarget {
  readonly uri: vscode.Uri;
  readonly format: ExportFormat;
}

/** The typed file extension wins over the picked format, since the user chose it last. */
async function askTarget(name: string, format: ExportFormat, folder: string | undefined): Promise<ExportTarget> {
  const { label, ending } = formatInfo(format);
  const base = folder === undefined ? defaultFolder() : vscode.Uri.parse(folder);
  const file = `${proposedFileName(name, t('records'))}.${ending}`;
  const uri = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(base, file),
    filters: { [label]: [ending] },
    title: t('Export {0}', name),
    saveLabel: t('Export'),
  });
  if (!uri) throw new vscode.CancellationError();
  return { uri, format: formatOfFile(uri.path) ?? format };
}
