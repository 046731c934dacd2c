import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { describedListView, plainTitle } from '../../editors/table/listViewTitle.ts';
import type { TableEditor } from '../../editors/table/tableEditor.ts';
import { listQuery } from '../../editors/table/tableQuery.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { chosenColumns, type ExportColumn, exportColumns } from '../../model/export/exportColumns.ts';
import { type ExportFormat, formatInfo, whyTooMuch } from '../../model/export/exportFormat.ts';
import { allRows, expectedCount, type ExportReport, type ExportRows } from '../../model/export/exportPlan.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { UserError } from '../../platform/errors.ts';
import { withCountProgress } from '../../platform/exportProgress.ts';
import { openExportFile } from '../../platform/openExportFile.ts';
import { defusesFormulas } from '../../platform/settings.ts';
import { columnLayout } from '../../protocol/table.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { ColumnLayouts } from '../../services/remembered/columnLayouts.ts';
import { Exporter } from '../../services/export/exporter.ts';
import type { ExportMemory } from '../../services/export/exportMemory.ts';
import type { PartFiles } from '../../services/export/partFiles.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { exportWishes, type ExportWishes } from './exportArgument.ts';
import { askFormat, askRowsAndColumns, askTarget } from './exportQuestions.ts';
import { listViewOf } from '../lists/listViewArgument.ts';
import type { ListViewParts } from '../lists/pickListView.ts';
import { tellExported } from './tellExported.ts';

export interface ExportParts extends ListViewParts {
  readonly clients: Clients;
  readonly layouts: ColumnLayouts;
  readonly tables: TableEditor;
  readonly exports: ExportMemory;
  /** What the thread of an export runs. */
  readonly exportScript: string;
  readonly partFiles: PartFiles;
}

export interface ExportResult extends ExportReport {
  /** The address of the file. */
  readonly target: string;
}

interface Plan {
  readonly rows: ExportRows;
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly uri: vscode.Uri;
}

/** Writes the records of a list into a file. With a target, nothing is asked. */
export const exportRecords =
  (parts: ExportParts) =>
  async (argument?: unknown): Promise<ExportResult> => {
    const wishes = exportWishes(argument);
    const active = argument === undefined ? parts.tables.active : undefined;
    const address = active?.address ?? (await listViewOf(argument, parts));
    const client = await parts.clients.get(address.connection);
    const query = listQuery(wishes.query ?? active?.query ?? {});
    const first = await new RecordSource(client, address, query).describe(new AbortController().signal);
    const name = (await nameOf(parts, address)) ?? first.listViewName ?? plainTitle(address);
    const list = { address, first, name, pageSize: client.connection.network.pageSize };
    const plan = await planOf(parts, wishes, list);
    refuseTooMuch(plan, first);
    const file = await openExportFile(plan.uri, parts.partFiles);
    const { uri, ...chosen } = plan;
    const place = { controller: address.controller, listView: address.listView };
    const request = { client, place, query, first, ...chosen, defuse: defusesFormulas() };
    const exporter = new Exporter(parts.exportScript, vscode.l10n.bundle);
    const report = await withCountProgress(t('Exporting {0}', name), (onProgress, signal) =>
      exporter.write({ ...request, onProgress }, file, signal),
    );
    tellExported(uri, plan.format, report);
    return { target: uri.toString(), ...report };
  };

async function nameOf({ listViews }: ExportParts, address: ListViewAddress): Promise<string | undefined> {
  return (await describedListView(listViews, address))?.name;
}

/** The list as it was found, before anyone is asked. */
interface List {
  readonly address: ListViewAddress;
  readonly first: RecordPage;
  readonly name: string;
  readonly pageSize: number;
}

/** With a target in the wishes nothing is asked, and nothing is remembered. */
async function planOf(parts: ExportParts, wishes: ExportWishes, list: List): Promise<Plan> {
  const { first, name } = list;
  const { last } = parts.exports;
  const columnsOf = columnChoice(parts, list);
  const chosen = wishes.target
    ? { rows: wishes.selected ?? wishes.shown ?? allRows, columns: 'visible' as const }
    : await askRowsAndColumns({
        name,
        selected: wishes.selected,
        page: wishes.shown ?? { kind: 'range', from: 0, count: list.pageSize },
        total: first.total,
        visible: columnsOf('visible').length,
        all: columnsOf('all').length,
        usual: last.columns,
      });
  const keys = typeof wishes.columns === 'object' ? wishes.columns : columnsOf(wishes.columns ?? chosen.columns);
  const columns = exportColumns(first, namedColumns(first, keys));
  if (wishes.target) return { rows: chosen.rows, columns, uri: wishes.target, format: wishes.format ?? last.format };
  const { uri, format } = await askTarget(name, wishes.format ?? (await askFormat(name, last.format)), last.folder);
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  await parts.exports.keep({ format, columns: chosen.columns, folder });
  return { rows: chosen.rows, columns, uri, format };
}

/** The keys of the columns that the table shows, or of all. */
function columnChoice(
  { layouts }: ExportParts,
  { address, first }: List,
): (which: 'visible' | 'all') => readonly string[] {
  const kept = columnLayout.safeParse(layouts.get(address));
  const layout = kept.success ? kept.data : null;
  return (which) => chosenColumns(first.columns, layout, which).map(({ key }) => key);
}

function namedColumns({ columns }: RecordPage, keys: readonly string[]): RecordPage['columns'] {
  const found = keys.map((key) => columns.find((column) => column.key === key || column.columnName === key));
  const unknown = keys.find((_, place) => !found[place]);
  if (unknown !== undefined)
    throw new UserError(t('Could not export: the list view has no column “{0}”. Refresh, or name another.', unknown));
  return found.filter((column) => column !== undefined);
}

function refuseTooMuch({ rows, columns, format }: Plan, { total }: RecordPage): void {
  const why = whyTooMuch(format, expectedCount(rows, total), columns.length);
  if (why !== undefined)
    throw new UserError(
      t('Could not export to {0}: {1}. Choose CSV, or narrow the list.', formatInfo(format).label, why),
    );
}
