import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { controllerText } from '../model/controller.ts';
import { planUpdate } from '../model/importPlan.ts';
import type { ColumnUse } from '../model/importMapping.ts';
import type { ImportKey, ImportRefusal, ImportWork } from '../model/importWork.ts';
import { UserError } from '../platform/errors.ts';
import { withCountProgress } from '../platform/exportProgress.ts';
import { withLocalFile } from '../platform/localCopy.ts';
import { defusesFormulas } from '../platform/settings.ts';
import type { BulkDraft } from '../services/bulk/bulkDraft.ts';
import type { AddOutcome } from '../services/import/addRecords.ts';
import { columnOfField, findByField } from '../services/import/findByField.ts';
import type { ImportAdder } from '../services/import/importAdder.ts';
import type { ImportMemory } from '../services/import/importMemory.ts';
import { importSubject } from '../services/import/importSubject.ts';
import { openImport } from '../services/import/openImport.ts';
import { readWork } from '../services/import/readWork.ts';
import type { BulkCommandParts } from './bulkEdit.ts';
import { runDraft } from './bulkOutcome.ts';
import { importWishes } from './importArgument.ts';
import { chooseKey, type Import, mapColumns } from './importColumns.ts';
import { agreesToAdd, askSource } from './importQuestions.ts';
import { type ImportOutcome, tellImported } from './importReport.ts';
import { listViewOf } from './openListView.ts';
import { unitWord } from '../model/importUnit.ts';

export interface ImportParts extends BulkCommandParts {
  readonly imports: ImportMemory;
  readonly adder: ImportAdder;
}

/**
 * Brings the records of a file to the service: those that are there are changed, the others added. What would change
 * is shown first, unless code confirms it. A file that says what the service has already changes nothing.
 */
export const importRecords =
  (parts: ImportParts) =>
  async (argument?: unknown): Promise<ImportOutcome | undefined> => {
    const wishes = importWishes(argument);
    const address = await listViewOf(argument, parts.connections, parts.listViews);
    parts.guard.check(address.connection, t('import records into {0}', controllerText(address.controller)));
    const source = wishes.source ?? (await askSource(vscode.workspace.workspaceFolders?.[0]?.uri));
    return withLocalFile(source, async (file, name) => {
      const table = await openImport(file, name);
      const client = await parts.guard.client(address.connection, t('import {0}', name));
      const subject = await importSubject(client, address.controller, address.listView, new AbortController().signal);
      return runImport(parts, { address, wishes, name, table, subject });
    });
  };

async function runImport(parts: ImportParts, one: Import): Promise<ImportOutcome> {
  const { name, table, wishes } = one;
  const uses = await mapColumns(parts.imports, one);
  const key = await chooseKey(one, uses);
  const work = await withCountProgress(t('Reading {0}', name), (tell, signal) =>
    read(parts, one, uses, key, tell, signal),
  );
  const draft = await planUpdates(parts, one, work);
  const counts = draft?.ledger.counts;
  const places = new Map(work.updates.map(({ id, place }) => [id, place]));
  const refused: ImportRefusal[] = [
    ...work.refused,
    ...(draft?.ledger.entries ?? []).flatMap(({ id, state, why }) =>
      state === 'refused' ? [{ place: places.get(id) ?? 0, why: why ?? '' }] : [],
    ),
  ];
  try {
    const { outcomes, others } = await add(parts, one, work);
    const isPreview = !wishes.isConfirmed && (counts?.waiting ?? 0) > 0;
    const before = { changed: counts?.waiting ?? 0, unchanged: counts?.unchanged ?? 0 };
    const ran = draft && (await begin(parts, draft, wishes.isConfirmed));
    const outcome: ImportOutcome = {
      ...(ran && { run: ran.run }),
      changed: ran ? ran.done : before.changed,
      unchanged: before.unchanged,
      added: outcomes,
      refused: [...refused, ...others, ...(ran?.failed ?? [])].toSorted((a, b) => a.place - b.place),
      notes: table.notes,
    };
    tellImported({ name, unit: table.unit, isPreview }, outcome);
    return outcome;
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}

async function read(
  { guard }: ImportParts,
  { address, table, subject, name }: Import,
  uses: readonly ColumnUse[],
  key: ImportKey,
  tell: (done: number, of: number | undefined) => void,
  signal: AbortSignal,
): Promise<ImportWork> {
  const client = await guard.client(address.connection, t('import {0}', name));
  const column = key.kind === 'field' ? columnOfField(subject, key.field) : undefined;
  if (key.kind === 'field' && !column)
    throw new UserError(
      t('Could not import by “{0}”: the list does not show it. Choose another column.', key.field.label),
    );
  const onProgress = (done: number): void => tell(done, undefined);
  const find = async (value: string): Promise<readonly string[]> =>
    column ? findByField(client, address, column, value, signal) : [];
  return readWork({ table, name, uses, key, defused: defusesFormulas(), find, onProgress, signal });
}

/** Every record is looked at; undefined when the file is about none that exists. */
async function planUpdates(
  { planner }: ImportParts,
  { address, name }: Import,
  { updates }: ImportWork,
): Promise<BulkDraft | undefined> {
  if (updates.length === 0) return undefined;
  const byId = new Map(updates.map((update) => [update.id, update]));
  const { connection, controller } = address;
  const target = { connection, controller, ids: [...byId.keys()], title: t('Import {0}', name) };
  return withCountProgress(t('Looking at the records of {0}', name), (tell, signal) =>
    planner.prepareEach(
      target,
      (form, id) => planUpdate(form, byId.get(id) ?? { id, place: 0, cells: [] }),
      (_, done, total) => tell(done, total),
      signal,
    ),
  );
}

async function add(
  { adder }: ImportParts,
  { address, wishes, name, table, subject }: Import,
  { adds }: ImportWork,
): Promise<{ readonly outcomes: readonly AddOutcome[]; readonly others: readonly ImportRefusal[] }> {
  if (adds.length === 0) return { outcomes: [], others: [] };
  const { connection, controller } = address;
  const place = { connection, controller, file: name, unit: table.unit };
  const planned = await adder.plan(place, adds, new AbortController().signal);
  const others = planned.refused;
  const words = others.slice(0, 5).map((one) => t('{0} {1} is refused: {2}', unitWord(table.unit), one.place, one.why));
  const count = planned.adds.length;
  if (count === 0) return { outcomes: [], others };
  if (!wishes.isConfirmed && !(await agreesToAdd(count, subject.form.singular, words)))
    return {
      outcomes: [],
      others: [...others, ...planned.adds.map((one) => ({ place: one.place, why: t('You did not want it added.') }))],
    };
  const outcomes = await withCountProgress(t('Adding the records of {0}', name), (tell, signal) =>
    adder.run(place, planned, tell, signal),
  );
  return { outcomes, others };
}

interface Ran {
  readonly run: string;
  readonly done: number;
  readonly failed: readonly ImportRefusal[];
}

/** Shows the changes, or makes them when code says so; a plan without any is put away. */
async function begin(
  { runs, bulkPanels }: ImportParts,
  draft: BulkDraft,
  isConfirmed: boolean,
): Promise<Ran | undefined> {
  if (draft.ledger.counts.waiting === 0) {
    await draft.discard();
    return undefined;
  }
  if (!isConfirmed) {
    bulkPanels.open({ kind: 'planned', draft });
    return undefined;
  }
  const { run, done, records } = await runDraft(draft, runs);
  const failed = records.filter(({ outcome }) => outcome === 'failed' || outcome === 'unclear');
  return { run, done, failed: failed.map(({ id, why }) => ({ place: 0, why: t('Record {0}: {1}', id, why ?? '') })) };
}
