import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ListViewAddress } from '../../../model/address/address.ts';
import type { ColumnUse, ImportSubject } from '../../../model/import/importMapping.ts';
import type { ImportKey, ImportMode } from '../../../model/import/importWork.ts';
import { reportKilobytes, withCountProgress } from '../../../platform/countProgress.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import { withLocalFile } from '../../../platform/localFiles.ts';
import { defusesFormulas } from '../../../platform/settings.ts';
import type { PreparedRun } from '../../../services/bulk/preparedRun.ts';
import type { BulkPlanner } from '../../../services/bulk/bulkPlanner.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';
import { columnOfField, findByField } from '../../../services/import/findByField.ts';
import { type ChooseRecord, ImportReferences } from '../../../services/import/importReferences.ts';
import { importSubject } from '../../../services/import/importSubject.ts';
import type { ImportTable } from '../../../services/import/importTable.ts';
import { openImport } from '../../../services/import/openImport.ts';
import { plannedImport } from '../../../services/import/plannedAdds.ts';
import { type ImportQuestions, ImportWork } from '../../../services/import/readWork.ts';
import { scanTable, type TableScan } from '../../../services/import/scanTable.ts';
import type { ReferenceDeps } from '../../../services/references/lookUp.ts';
import { NamedRecords } from '../../../services/references/namedRecords.ts';

/** A file and the list view to import it into. */
export interface ImportTarget {
  readonly source: vscode.Uri;
  readonly address: ListViewAddress;
  /** Base URL of the service that the import was started for. */
  readonly madeFor: string;
}

/** A fully scanned file. */
export interface ImportFile {
  readonly name: string;
  readonly table: ImportTable;
  readonly scan: TableScan;
  readonly subject: ImportSubject;
}

/**
 * Scans the whole file, then loads the service's description of its records, so that a broken file is reported first.
 */
export async function withImportFile<T>(
  { source, address, madeFor }: ImportTarget,
  guard: WriteGuard,
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  return withLocalFile(source, async (path, name) => {
    const read = await withCountProgress(t('Reading {0}', name), async (report, signal) => {
      const table = await openImport(path, name, { signal, onRead: reportKilobytes(report) });
      return { table, scan: await scanTable(table, name, (done) => report(done, undefined), signal) };
    });
    const client = await guard.client(address.connection, t('import {0}', name), madeFor);
    const subject = await importSubject(client, address.controller, address.listView, new AbortController().signal);
    return use({ name, ...read, subject });
  });
}

/** For the UI: without records there is nothing to map. */
export function assertRecords({ scan, name }: ImportFile): void {
  if (scan.count === 0)
    throw new UserError(t('Could not import {0}: it has columns but no records. Choose another file.', name));
}

/** Reopens a file that was scanned before. */
export async function withFileAgain<T>(
  source: vscode.Uri,
  before: ImportTable,
  use: (table: ImportTable) => Promise<T>,
): Promise<T> {
  return withLocalFile(source, async (path, name) => {
    const table = await withCountProgress(t('Reading {0}', name), (report, signal) =>
      openImport(path, name, { signal, onRead: reportKilobytes(report) }),
    );
    if (JSON.stringify(table.titles) === JSON.stringify(before.titles)) return use(table);
    throw new UserError(t('Could not import {0}: its columns have changed since it was read. Reload the file.', name));
  });
}

interface PlanDeps extends ReferenceDeps {
  readonly guard: WriteGuard;
  readonly planner: BulkPlanner;
}

export interface ImportJob extends Omit<ImportTarget, 'source'>, Pick<ImportFile, 'name' | 'table' | 'subject'> {
  readonly uses: readonly ColumnUse[];
  readonly key: ImportKey;
  readonly mode: ImportMode;
}

export interface PlannedImport {
  readonly draft: PreparedRun;
  readonly work: ImportWork;
}

/** The mode is part of the title, so that the list of runs shows it. */
const runTitles: Readonly<Record<ImportMode, (name: string) => string>> = {
  both: (name) => t('Import {0}', name),
  change: (name) => t('Import {0} (change only)', name),
  add: (name) => t('Import {0} (add only)', name),
};

/** Looks up referenced records, reads every existing record, and validates every new one against its form. */
export async function planImport(job: ImportJob, choose: ChooseRecord, deps: PlanDeps): Promise<PlannedImport> {
  const { address, madeFor, name, table, uses, key, mode } = job;
  const { connection, controller } = address;
  const match = keyMatch(job);
  const work = new ImportWork({ table, name, uses, key, mode, defused: defusesFormulas() });
  const references = new ImportReferences(connection, new NamedRecords(deps), choose);
  await withCountProgress(t('Reading {0}', name), (report, signal) =>
    work.scan(
      (cells) => references.expect(cells),
      (done) => report(done, undefined),
      signal,
    ),
  );
  await withCountProgress(t('Looking up the names in {0}', name), (_, signal) => references.lookUpExpected(signal));
  const { count } = work;
  const title = runTitles[mode](name);
  const target = { connection, controller, madeFor, title, madeFrom: 'import', count } as const;
  const draft = await withCountProgress(t('Checking the records of {0}', name), async (report, signal) => {
    const client = await deps.guard.client(connection, t('import {0}', name), madeFor);
    const questions: ImportQuestions = {
      find: async (value) => (match ? findByField(client, controller, match, value, signal) : { ids: [] }),
      complete: (cells) => references.complete(cells, signal),
    };
    const planned = plannedImport(work.tasks(questions, signal), table.unit, () =>
      client.form(controller, 'add', undefined, signal),
    );
    return deps.planner.prepareEach(target, planned, (_, done, total) => report(done, total), signal);
  });
  return { draft, work };
}

/** The field that the records are matched by, and its column. */
function keyMatch({ subject, key }: ImportJob): Parameters<typeof findByField>[2] | undefined {
  if (key.kind !== 'field') return undefined;
  const column = columnOfField(subject, key.field);
  if (column) return { field: key.field, column };
  throw new UserError(
    t(
      'Could not import by “{0}”: the list view for look-ups does not show it. Choose another column.',
      key.field.label,
    ),
  );
}
