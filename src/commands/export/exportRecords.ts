import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../../services/common/lazy.ts';
import { findListView, findRelatedTitle, defaultTitle } from '../../features/table/host/listViewTitle.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import { listQuery } from '../../features/table/host/tableQuery.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { shortName } from '../../model/controller.ts';
import { chosenColumns, columnsAsShown, type ExportColumn, exportColumns } from '../../model/export/exportColumns.ts';
import { type ExportFormat, formatInfo, whyTooMuch } from '../../model/export/exportFormat.ts';
import { allRows, expectedCount, type ExportReport, type ExportRows } from '../../model/export/exportPlan.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { withCountProgress } from '../../platform/countProgress.ts';
import { openExportFile } from '../../platform/localFiles.ts';
import { defusesFormulas } from '../../platform/settings.ts';
import { columnLayout } from '../../features/table/tableProtocol.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { ColumnLayouts } from '../../services/remembered/listViewMementos.ts';
import { Exporter } from '../../services/export/exporter.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { ExportPreferences } from '../../services/export/exportPreferences.ts';
import { PartialFiles } from '../../services/export/partialFiles.ts';
import type { Memento } from '../../services/remembered/memento.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { readExportOptions, type ExportOptions } from './exportArgument.ts';
import { askFormat, askRowsAndColumns, askTarget } from './exportQuestions.ts';
import type { RecordsArgument } from '../bulk/bulkArgument.ts';
import { controllerIn } from '../addressArgument.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { formOfList } from '../lists/formOfList.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { showInformation, showWarning } from '../../platform/ui/notifications.ts';

export interface ExportCommandDeps extends ListViewDeps {
  readonly recordForms: RecordForms;
  readonly clients: Clients;
  readonly records: Lazy<{ readonly tables: TableEditor; readonly layouts: ColumnLayouts }>;
  readonly globalState: Memento;
  /** What the thread of an export runs. */
  readonly exportScript: string;
  /** Where it is written down which files are not finished yet. */
  readonly exportFolder: string;
}

interface ExportArgument extends RecordsArgument {
  /** The rows on the screen; `from` counts from 0. */
  readonly shown?: { readonly from: number; readonly count: number } | undefined;
  readonly columns?: 'visible' | 'all' | readonly string[];
  readonly format?: string;
  /** Values as a person reads them, in CSV and Excel. */
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

interface Plan {
  readonly rows: ExportRows;
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly asShown: boolean;
  readonly uri: vscode.Uri;
}

/** Writes the records of a list into a file. With a target, nothing is asked. */
export async function exportRecords(argument: unknown, deps: ExportCommandDeps): Promise<ExportResult> {
  const options = readExportOptions(argument);
  const { tables, layouts } = await deps.records.get();
  const active = argument === undefined ? tables.active : undefined;
  const query = listQuery(options.query ?? active?.query ?? {});
  const isListKnown = active !== undefined || controllerIn(argument) !== undefined;
  const { address, client, first, name, plan } = await inSteps(isListKnown ? 2 : 3, async () => {
    const list = active?.address ?? (await listViewOf(argument, deps));
    const source = await deps.clients.get(list.connection);
    const page = await new RecordSource(source, list, query).describe(new AbortController().signal);
    const known = (await findListView(deps.listViews, list))?.name ?? (await findRelatedTitle(deps.recordForms, list));
    const title = known ?? page.listViewName ?? defaultTitle(list);
    const found = { address: list, first: page, name: title, pageSize: source.connection.network.pageSize };
    return {
      ...found,
      client: source,
      plan: await planOf(options, found, layouts, new ExportPreferences(deps.globalState)),
    };
  });
  assertNotTooMuch(plan, first);
  const { uri, asShown, ...chosen } = plan;
  const form = asShown ? await formOfList(deps.recordForms, address, first) : undefined;
  const alias = first.alias ?? shortName(address.controller);
  const columns = asShown ? columnsAsShown({ ...first, alias }, plan.columns, form) : plan.columns;
  const file = await openExportFile(uri, new PartialFiles(deps.exportFolder));
  const listTarget = { controller: address.controller, listView: address.listView };
  const request = { client, listTarget: listTarget, query, first, ...chosen, columns, defuse: defusesFormulas() };
  const exporter = new Exporter(deps.exportScript, vscode.l10n.bundle);
  const report = await withCountProgress(t('Exporting {0}', name), (onProgress, signal) =>
    exporter.exportRows({ ...request, onProgress }, file, signal),
  );
  const notes = asShown && !form ? [...report.notes, unlabeled()] : report.notes;
  tellExported(uri, plan.format, { ...report, notes });
  const { said: _shown, ...counted } = report;
  return { target: uri.toString(), ...counted, notes };
}

function unlabeled(): string {
  return t('The service did not tell what its choices are called, so they are written as it has them.');
}

/** The list as it was found, before anyone is asked. */
interface List {
  readonly address: ListViewAddress;
  readonly first: RecordPage;
  readonly name: string;
  readonly pageSize: number;
}

/** With a target in the options nothing is asked, and nothing is remembered. */
async function planOf(
  options: ExportOptions,
  list: List,
  layouts: ColumnLayouts,
  memory: ExportPreferences,
): Promise<Plan> {
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
  const columns = exportColumns(first, namedColumns(first, keys));
  const { rows } = chosen;
  if (options.target) {
    const format = options.format ?? last.format;
    return { rows, columns, uri: options.target, format, asShown: options.asShown && canBeShown(format) };
  }
  const { asShown } = options;
  const picked = options.format ? { format: options.format, asShown } : await askFormat(name, last.format);
  const { uri, format } = await askTarget(name, picked.format, last.folder);
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  await memory.keep({ format, columns: chosen.columns, folder });
  return { rows, columns, uri, format, asShown: picked.asShown && canBeShown(format) };
}

/** The name of the file may say another format than was picked. */
function canBeShown(format: ExportFormat): boolean {
  return formatInfo(format).detailAsShown !== undefined;
}

/** The keys of the columns that the table shows, or of all. */
function columnChoice(
  layouts: ColumnLayouts,
  { address, first }: List,
): (which: 'visible' | 'all') => readonly string[] {
  const stored = columnLayout.safeParse(layouts.get(address));
  const layout = stored.success ? stored.data : null;
  return (which) => chosenColumns(first.columns, layout, which).map(({ key }) => key);
}

function namedColumns({ columns }: RecordPage, keys: readonly string[]): RecordPage['columns'] {
  const found = keys.map((key) => columns.find((column) => column.key === key || column.columnName === key));
  const unknown = keys.find((_, at) => !found[at]);
  if (unknown !== undefined)
    throw new UserError(t('Could not export: the list view has no column “{0}”. Refresh, or name another.', unknown));
  return found.filter((column) => column !== undefined);
}

function assertNotTooMuch({ rows, columns, format }: Plan, { total }: RecordPage): void {
  const why = whyTooMuch(format, expectedCount(rows, total), columns.length);
  if (why !== undefined)
    throw new UserError(
      t('Could not export to {0}: {1}. Choose CSV, or narrow the list.', formatInfo(format).label, why),
    );
}

/** Says what was written and what the service said to it, and as a warning what is not as it should be. Nobody waits for the answer. */
export function tellExported(uri: vscode.Uri, format: ExportFormat, { written, notes, said }: ExportReport): void {
  const file = path.posix.basename(uri.path);
  const exported =
    written === 1
      ? t('Exported 1 record to {0}.', file)
      : t('Exported {0} records to {1}.', formatNumber(written), file);
  const sentence = [exported, ...notes, ...said].join(' ');
  const open = t('Open');
  // a workbook is nothing that an editor shows
  const buttons = format === 'excel' ? [] : [open];
  const tell = notes.length === 0 ? showInformation : showWarning;
  void tell(sentence, ...buttons).then((chosen) =>
    chosen === open ? vscode.commands.executeCommand('vscode.open', uri) : undefined,
  );
}
