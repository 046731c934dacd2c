import { t } from '@vscode/l10n';
import type { ImportKey } from '../../model/import/importWork.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { tellKilobytes, withCountProgress } from '../../platform/countProgress.ts';
import { withLocalFile } from '../../platform/localFiles.ts';
import { defusesFormulas } from '../../platform/settings.ts';
import { defaultFolder } from '../../platform/fileDialogs.ts';
import type { BulkPanels } from '../../editors/bulk/bulkPanels.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { Memento } from '../../services/remembered/memento.ts';
import type { BulkDraft } from '../../services/bulk/bulkDraft.ts';
import { columnOfField, findByField } from '../../services/import/findByField.ts';
import { ImportMemory } from '../../services/import/importMemory.ts';
import { importSubject } from '../../services/import/importSubject.ts';
import { openImport } from '../../services/import/openImport.ts';
import { plannedImport } from '../../services/import/plannedAdds.ts';
import { type ImportQuestions, ImportWork } from '../../services/import/readWork.ts';
import { HeardWords } from '../../services/common/heardWords.ts';
import { runDraft } from '../bulk/bulkOutcome.ts';
import { readImportOptions } from './importArgument.ts';
import { chooseKey, type Import, mapColumns } from './importColumns.ts';
import { importOutcome, type ImportOutcome, tellImported } from '../../editors/import/importReport.ts';
import { askRecord, askSource } from './importQuestions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { askController } from '../../platform/askController.ts';
import { ImportReferences } from '../../services/import/importReferences.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import type { ReferenceDeps } from '../../services/references/lookUp.ts';
import { NamedRecords } from '../../services/references/namedRecords.ts';
import type { CommandGroup } from '../commandGroup.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';

export interface ImportCommandDeps extends ListViewDeps, ReferenceDeps {
  readonly listViews: ListViewCache;
  readonly guard: WriteGuard;
  readonly bulk: Lazy<Bulk>;
  readonly globalState: Memento;
}

interface Bulk {
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly bulkPanels: Lazy<BulkPanels>;
}

export const importCommands = (deps: ImportCommandDeps) =>
  ({ importRecords: [t('Importing'), (argument) => importRecords(argument, deps)] }) satisfies CommandGroup;

/**
 * Brings the records of a file to the service: those that are there are changed, the others added. What would change
 * is shown first, unless code confirms it. A file that says what the service has already changes nothing.
 */
async function importRecords(argument: unknown, deps: ImportCommandDeps): Promise<ImportOutcome> {
  const options = readImportOptions(argument);
  const address = await listViewOf(argument, deps, 'write');
  const madeFor = deps.guard.begin(address.connection, t('import records into {0}', address.controller));
  const source = options.source ?? (await askSource(defaultFolder()));
  const heard = new HeardWords();
  return heard.during(() =>
    withLocalFile(source, async (file, name) => {
      const table = await withCountProgress(t('Reading {0}', name), (tell, signal) =>
        openImport(file, name, { signal, onRead: tellKilobytes(tell) }),
      );
      const client = await deps.guard.client(address.connection, t('import {0}', name), madeFor);
      const subject = await importSubject(client, address.controller, address.listView, new AbortController().signal);
      return runImport(deps, { address, madeFor, options, name, table, subject }, heard);
    }),
  );
}

/** Shows what would be written, or writes it when code says so; a plan without anything to write is put away. */
async function runImport(deps: ImportCommandDeps, one: Import, heard: HeardWords): Promise<ImportOutcome> {
  const { name, table, options } = one;
  const { connection, controller } = one.address;
  const memory = new ImportMemory(deps.globalState);
  const { uses, chosen, key } = await inSteps(1, async () => {
    const mapping = await mapColumns(memory, one);
    const found = await chooseKey(one, mapping.uses);
    if (!options.isConfirmed)
      for (const use of mapping.uses)
        if (use.kind === 'field' && use.field.kind === 'reference')
          await askController(deps, connection, use.field.label, use.field.reference ?? {});
    return { ...mapping, key: found };
  });
  if (Object.keys(chosen).length > 0) await memory.keep(controller, chosen);
  const work = new ImportWork({ table, name, uses, key, defused: defusesFormulas() });
  const match = keyMatch(one, key);
  const choose = options.isConfirmed ? async (): Promise<undefined> => undefined : askRecord;
  const references = new ImportReferences(connection, new NamedRecords(deps), choose);
  await withCountProgress(t('Reading {0}', name), (tell, signal) =>
    work.lookThrough(
      (cells) => references.expect(cells),
      (done) => tell(done, undefined),
      signal,
    ),
  );
  await withCountProgress(t('Looking up the names in {0}', name), (_, signal) => references.lookUpExpected(signal));
  const bulk = await deps.bulk.get();
  const draft = await planImport(deps.guard, bulk.planner, one, { work, match, references });
  const hasWork = draft.ledger.counts.waiting > 0;
  const isPreview = !options.isConfirmed && hasWork;
  // what the service said so far stands above the preview, or beside what came of it
  draft.addNotes(heard.said);
  const said = isPreview || draft.note === undefined ? [] : [draft.note];
  if (isPreview) (await bulk.bulkPanels.get()).open({ kind: 'planned', draft });
  else if (hasWork) await runDraft(draft, bulk.runs);
  const outcome = importOutcome(draft.ledger, (id) => work.positionOf(id), table.notes, hasWork && !isPreview);
  // its journal has told what there is to tell
  if (!hasWork) await draft.discard();
  tellImported({ name, unit: table.unit, isPreview, said }, outcome);
  return { ...outcome, notes: [...outcome.notes, ...said] };
}

/** The field that tells which record is meant, and its column. */
function keyMatch({ subject }: Import, key: ImportKey): ReadImport['match'] {
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

interface ReadImport {
  readonly work: ImportWork;
  readonly match: Parameters<typeof findByField>[2] | undefined;
  readonly references: ImportReferences;
}

/** Every record that is there is looked at, and every new one is checked against the form for it. */
async function planImport(
  guard: WriteGuard,
  planner: BulkPlanner,
  { address, madeFor, name, table }: Import,
  { work, match, references }: ReadImport,
): Promise<BulkDraft> {
  const { connection, controller } = address;
  const { count } = work;
  const target = { connection, controller, madeFor, title: t('Import {0}', name), madeFrom: 'import', count } as const;
  return withCountProgress(t('Looking at the records of {0}', name), async (tell, signal) => {
    const client = await guard.client(connection, t('import {0}', name), madeFor);
    const questions: ImportQuestions = {
      find: async (value) => (match ? findByField(client, controller, match, value, signal) : { ids: [] }),
      complete: (cells) => references.complete(cells, signal),
    };
    const planned = plannedImport(work.tasks(questions, signal), table.unit, () =>
      client.form(controller, 'add', undefined, signal),
    );
    return planner.prepareEach(target, planned, (_, done, total) => tell(done, total), signal);
  });
}
