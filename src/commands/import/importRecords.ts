import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ImportPanels } from '../../editors/import/importPanels.ts';
import { type ImportOutcome, reportImport } from '../../editors/import/importReport.ts';
import {
  assertRecords,
  type ImportFile,
  type ImportTarget,
  mapColumns,
  planImport,
  withImportFile,
} from '../../editors/import/importRun.ts';
import type { ColumnUse, ImportSubject } from '../../model/import/importMapping.ts';
import type { ImportKey } from '../../model/import/importWork.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { defaultFolder } from '../../platform/fileDialogs.ts';
import { showOpenDialog } from '../../platform/ui/questions.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import { HeardWords } from '../../services/common/heardWords.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import type { ReferenceDeps } from '../../services/references/lookUp.ts';
import type { Memento } from '../../services/remembered/memento.ts';
import { runDraft } from '../bulk/bulkOutcome.ts';
import type { CommandGroup } from '../commandGroup.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { type ImportOptions, namedKey, readImportOptions } from './importArgument.ts';

export interface ImportCommandDeps extends ListViewDeps, ReferenceDeps {
  readonly listViews: ListViewCache;
  readonly guard: WriteGuard;
  readonly bulk: Lazy<Bulk>;
  readonly globalState: Memento;
}

interface Bulk {
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly importPanels: Lazy<ImportPanels>;
}

export const importCommands = (deps: ImportCommandDeps) =>
  ({ importRecords: [t('Importing'), (argument) => importRecords(argument, deps)] }) satisfies CommandGroup;

/**
 * Brings the records of a file to the service: those that exist are updated, the others added. A person maps the columns
 * on a page and sees what would change first; code that confirms it gets the outcome.
 */
async function importRecords(argument: unknown, deps: ImportCommandDeps): Promise<ImportOutcome | undefined> {
  const options = readImportOptions(argument);
  const address = await listViewOf(argument, deps, 'write');
  const madeFor = deps.guard.begin(address.connection, t('import records into {0}', address.controller));
  const target = { source: options.source ?? (await askSource()), address, madeFor };
  const heard = new HeardWords();
  return heard.during(() =>
    withImportFile(target, deps.guard, async (file) => {
      const named = Object.entries(options.mapping).map(([title, field]) => [title, fieldKey(file.subject, field)]);
      const uses = mapColumns(target, file, deps.globalState, Object.fromEntries(named));
      if (options.isConfirmed) return runImport(target, file, uses, options, deps, heard);
      assertRecords(file);
      const key = options.key === undefined ? undefined : namedKey(options.key, file.table.titles, uses);
      const { importPanels } = await deps.bulk.get();
      (await importPanels.get()).open(target, { file, uses, key, said: heard.said });
      return undefined;
    }),
  );
}

async function askSource(): Promise<vscode.Uri> {
  const [picked] =
    (await showOpenDialog({
      defaultUri: defaultFolder(),
      filters: { [t('Records')]: ['csv', 'tsv', 'txt', 'xlsx', 'json', 'jsonl', 'ndjson'], [t('All files')]: ['*'] },
      title: t('Import records'),
      openLabel: t('Import'),
    })) ?? [];
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

/** Code may name a field as a record has it: `city`. */
function fieldKey({ form }: ImportSubject, name: string | null): string | null {
  if (name === null || name === 'id') return name;
  return form.fields.find(({ at, key }) => at.join('.') === name || key === name)?.key ?? name;
}

/** Writes what can be written: nobody is asked. */
async function runImport(
  target: ImportTarget,
  file: ImportFile,
  uses: readonly ColumnUse[],
  options: ImportOptions,
  deps: ImportCommandDeps,
  heard: HeardWords,
): Promise<ImportOutcome> {
  assertMapped(file, uses);
  const key = chooseKey(options, file, uses);
  const { planner, runs } = await deps.bulk.get();
  const job = { ...target, ...file, uses, key };
  const planned = await planImport(job, async () => undefined, { ...deps, planner });
  const { draft } = planned;
  draft.addNotes(heard.said);
  const hasWork = draft.ledger.counts.waiting > 0;
  if (hasWork) await runDraft(draft, runs);
  return reportImport(job, planned, hasWork ? 'run' : 'nothing');
}

/** Code has to name what cannot be guessed. */
function assertMapped({ table, name }: ImportFile, uses: readonly ColumnUse[]): void {
  const unknown = uses.flatMap((use, at) =>
    use.kind === 'unknown' ? [{ title: table.titles[at] ?? '', ...use }] : [],
  );
  const why = unknown.find((one) => one.why !== undefined)?.why;
  if (why !== undefined)
    throw new UserError(t('Could not import {0}: {1} Name another field in “mapping”, or null to skip it.', name, why));
  if (unknown.length > 0)
    throw new UserError(
      t(
        'Could not import {0}: no field fits “{1}”. Name its field in “mapping”, or null to skip it.',
        name,
        unknown
          .slice(0, 3)
          .map(({ title }) => title)
          .join('”, “'),
      ),
    );
  if (!uses.some(({ kind }) => kind === 'field'))
    throw new UserError(
      t('Could not import {0}: none of its columns is a field that you may write. Choose another file.', name),
    );
}

/** How the file's records find those of the service: by their ids where it has them. */
function chooseKey({ key }: ImportOptions, { table, name }: ImportFile, uses: readonly ColumnUse[]): ImportKey {
  if (key !== undefined) return namedKey(key, table.titles, uses);
  if (uses.some(({ kind }) => kind === 'id')) return { kind: 'id' };
  throw new UserError(
    t('Could not import {0}: it has no ids. Name a column as “key”, or “none” to add all records.', name),
  );
}
