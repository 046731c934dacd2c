import { t } from '@vscode/l10n';
import { UserFacingError } from '../../model/errors.ts';
import type { ColumnUse, ImportSubject } from '../../model/import/importMapping.ts';
import type { ImportKey, ImportMode } from '../../model/import/importWork.ts';
import type { PreparedRun } from '../bulk/preparedRun.ts';
import type { BulkPlanner } from '../bulk/bulkPlanner.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import { columnOfField, findByField } from './findByField.ts';
import { type ChooseRecord, ImportReferences } from './importReferences.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import { importSubject } from './importSubject.ts';
import type { ImportTable } from './importTable.ts';
import { inKilobytes, openImport } from './openImport.ts';
import { plannedImport } from './plannedAdds.ts';
import { type ImportQuestions, ImportWork } from './readWork.ts';
import { scanTable, type TableScan } from './scanTable.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

/** The list view to import into. */
export interface ImportTarget {
  readonly address: ListAddress;
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

type Report = (done: number, expected: number | undefined) => void;

/** Runs a step of an import, shows its progress and lets the user cancel it. */
export type InSteps = <T>(title: string, work: (report: Report, signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Opens a local file. */
function openTable(path: string, name: string, inSteps: InSteps): Promise<ImportTable> {
  return inSteps(t('Reading {0}', name), (report, signal) =>
    openImport(path, name, { signal, onRead: inKilobytes(report) }),
  );
}

/**
 * Scans the whole file, then loads the service's description of its records, so that a broken file is reported first.
 */
export async function readImportFile(
  path: string,
  name: string,
  { address, madeFor }: ImportTarget,
  guard: WriteGuard,
  inSteps: InSteps,
): Promise<ImportFile> {
  const read = await inSteps(t('Reading {0}', name), async (report, signal) => {
    const table = await openImport(path, name, { signal, onRead: inKilobytes(report) });
    return { table, scan: await scanTable(table, name, (done) => report(done, undefined), signal) };
  });
  const client = await guard.client(address.connection, t('import {0}', name), madeFor);
  const subject = await importSubject(client, address.controller, address.listView, new AbortController().signal);
  return { name, ...read, subject };
}

/** Throws if the file has no records, so that the UI doesn't offer to map its columns. */
export function assertRecords({ scan, name }: ImportFile): void {
  if (scan.count === 0)
    throw new UserFacingError(t('Could not import {0}: it has columns but no records. Choose another file.', name));
}

/** Reopens a file that was scanned before. */
export async function reopenTable(
  path: string,
  name: string,
  before: ImportTable,
  inSteps: InSteps,
): Promise<ImportTable> {
  const table = await openTable(path, name, inSteps);
  if (JSON.stringify(table.titles) === JSON.stringify(before.titles)) return table;
  throw new UserFacingError(
    t('Could not import {0}: its columns have changed since it was read. Reload the file.', name),
  );
}

interface PlanDeps {
  readonly guard: WriteGuard;
  readonly references: Pick<NamedRecords, 'find' | 'checkPair'>;
  readonly planner: BulkPlanner;
  readonly inSteps: InSteps;
}

export interface ImportJob extends ImportTarget, Pick<ImportFile, 'name' | 'table' | 'subject'> {
  readonly uses: readonly ColumnUse[];
  readonly key: ImportKey;
  readonly mode: ImportMode;
  /** Formulas in the file may be escaped with an apostrophe. */
  readonly defused: boolean;
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
  const { address, madeFor, name, table, uses, key, mode, defused } = job;
  const { inSteps } = deps;
  const { connection, controller } = address;
  const match = keyMatch(job);
  const work = new ImportWork({ table, name, uses, key, mode, defused });
  const references = new ImportReferences(connection, deps.references, choose);
  await inSteps(t('Reading {0}', name), (report, signal) =>
    work.scan(
      (cells) => references.expect(cells),
      (done) => report(done, undefined),
      signal,
    ),
  );
  await inSteps(t('Looking up the names in {0}', name), (_, signal) => references.lookUpExpected(signal));
  const { count } = work;
  const title = runTitles[mode](name);
  const target = { connection, controller, madeFor, title, madeFrom: 'import', count } as const;
  const draft = await inSteps(t('Checking the records of {0}', name), async (report, signal) => {
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
  throw new UserFacingError(
    t(
      'Could not import by “{0}”: the list view for look-ups does not show it. Choose another column.',
      key.field.label,
    ),
  );
}
