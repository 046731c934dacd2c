import { t } from '@vscode/l10n';
import { type BulkChange, isUniform } from '../../model/bulk/bulkChange.ts';
import {
  type BulkField,
  bulkFields,
  fieldsOfAny,
  planDelete,
  planEdit,
  planUndo,
  planUndoAdd,
} from '../../model/bulk/bulkPlan.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { BulkPlan, EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import type { FileLock } from '../../node/fileLock.ts';
import { PreparedRun } from './preparedRun.ts';
import { cannotUndoNow, noSuchRun, undoneAlready } from './bulkErrors.ts';
import { type BulkTarget, type CollectedIds, collectIds } from './collectIds.ts';
import { type DryRun, dryRun, type Look, type PlannedWork, type KnownLine } from './dryRun.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { inParallel } from '../common/inParallel.ts';
import type { Texts } from '../common/packedTexts.ts';
import { pointing } from '../references/completeReferences.ts';
import type { NamedRecords } from '../references/namedRecords.ts';
import type { JournalFolder } from './journalFolder.ts';
import { randomBytes } from 'node:crypto';
import type { RecordService } from '../../service/recordService.ts';
import { hasSameContent } from './contentDigest.ts';

export type BulkWork =
  | {
      readonly kind: 'edit';
      readonly target: BulkTarget;
      readonly changes: readonly BulkChange[];
      /** Labels of the fields, for the title. */
      readonly names?: readonly string[];
    }
  | { readonly kind: 'delete'; readonly target: BulkTarget };

/** Records that each get their own values. */
interface EachTarget
  extends Pick<BulkTarget, 'connection' | 'controller' | 'madeFor'>, Pick<BulkPlan, 'title' | 'ofPlan'> {
  readonly madeFrom: NonNullable<BulkPlan['madeFrom']>;
  /** `edit` unless all of them are deleted. */
  readonly kind?: BulkPlan['kind'];
  /** Number of records. */
  readonly count: number;
}

/**
 * `total` is undefined while the records are being found if the service doesn't provide a total. `planned` has the
 * records read so far.
 */
export type PlanProgress = (
  step: 'find' | 'look',
  done: number,
  total: number | undefined,
  planned?: BulkLedger,
) => void;

/** Number of forms read to learn which fields can be edited. */
const maxFormsTried = 10;

/** Makes plans: finds the records and reads each one, without writing anything. */
export class BulkPlanner {
  readonly #guard: WriteGuard;
  readonly #folder: JournalFolder;
  readonly #concurrency: () => number;
  readonly #references: Pick<NamedRecords, 'checkPair' | 'namesWith'>;

  constructor(
    guard: WriteGuard,
    folder: JournalFolder,
    concurrency: () => number,
    references: Pick<NamedRecords, 'checkPair' | 'namesWith'>,
  ) {
    this.#references = references;
    this.#guard = guard;
    this.#folder = folder;
    this.#concurrency = concurrency;
  }

  async collect(target: BulkTarget, onProgress: PlanProgress, signal: AbortSignal): Promise<CollectedIds> {
    const { connection, controller, madeFor } = target;
    const client = await this.#guard.client(connection, t('change records of {0}', controller), madeFor);
    return collectIds(client, target, this.#references, (found, total) => onProgress('find', found, total), signal);
  }

  /** Returns the fields that can be edited in any of the records, based on the forms of a sample. */
  async fields(
    { connection, controller, madeFor }: BulkTarget,
    ids: Texts,
    signal?: AbortSignal,
  ): Promise<{ readonly fields: readonly BulkField[]; readonly why?: string }> {
    const client = await this.#guard.client(connection, t('edit records of {0}', controller), madeFor);
    const reasons: string[] = [];
    const found: (readonly BulkField[])[] = [];
    await inParallel(sampleEvenly(ids, maxFormsTried), this.#concurrency(), async (id, at) => {
      try {
        const form = await client.open(controller, id, signal);
        found[at] = bulkFields(form);
        reasons[at] = t('None of the fields of {0} can be edited.', form.name || t('record {0}', id));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.scope !== 'record') throw error;
        reasons[at] = error.message;
      }
    });
    const fields = fieldsOfAny(found.filter((one) => one !== undefined));
    return { fields, ...(fields.length === 0 && reasons[0] !== undefined && { why: reasons[0] }) };
  }

  prepare(work: BulkWork, onProgress: PlanProgress, signal: AbortSignal): Promise<PreparedRun> {
    return withServiceMessages(() => this.#prepare(work, onProgress, signal));
  }

  async #prepare(work: BulkWork, onProgress: PlanProgress, signal: AbortSignal): Promise<PreparedRun> {
    const { kind, target } = work;
    const changes = kind === 'edit' ? work.changes : [];
    const client = await this.#guard.client(
      target.connection,
      kind === 'edit' ? t('edit records of {0}', target.controller) : t('delete records of {0}', target.controller),
      target.madeFor,
    );
    const { ids, notes } = await this.collect(target, onProgress, signal);
    await this.#checkPairs(target, ids, changes, signal);
    const { bulkEdit, bulkDelete } = client.capabilities;
    const hasEndpoint = kind === 'edit' ? bulkEdit : bulkDelete;
    const way = hasEndpoint && isUniform(changes) ? 'endpoint' : 'records';
    const names = kind === 'edit' ? (work.names ?? changes.map(({ field }) => field)) : [];
    const words = names.join(', ');
    const title = kind === 'edit' ? editTitle(words, ids.length) : deleteTitle(ids.length);
    const plan = planOf(client, { kind, way, changes, controller: target.controller, title });
    const planOne = (form: RecordForm): ReturnType<typeof planEdit> =>
      kind === 'edit' ? planEdit(form, changes) : planDelete(form);
    const looks = looksAt(ids, () => planOne);
    const found = { client, controller: target.controller, work: looks, count: ids.length };
    const draft = await this.#dryRun(plan, found, onProgress, signal);
    draft.addNotes(notes);
    return draft;
  }

  /**
   * Checks that the name and the id given for a reference identify the same record: a caller of the command may pass
   * two different ones.
   */
  async #checkPairs(
    target: BulkTarget,
    ids: Texts,
    changes: readonly BulkChange[],
    signal: AbortSignal,
  ): Promise<void> {
    const pairs = changes.flatMap((change) =>
      change.kind === 'set' && change.text && typeof change.value === 'string' && change.value !== ''
        ? [{ field: change.field, id: change.value, text: change.text, model: change.model }]
        : [],
    );
    if (pairs.length === 0) return;
    const { connection, controller } = target;
    const { fields } = await this.fields(target, sampleEvenly(ids, 1), signal);
    for (const { field: name, model, ...pair } of pairs) {
      const field = fields.find((one) => one.field === name);
      if (!field?.reference) continue;
      const checked = await this.#references.checkPair(connection, pointing(field, model), pair, signal);
      const doing = t('edit records of {0}', controller);
      if (checked.kind !== 'one') throw new ServiceError('refused', { doing, why: checked.why.replace(/\.$/, '') });
    }
  }

  /**
   * Plans a separate change for each record, and takes lines already known without reading a record, for example from a
   * file.
   */
  async prepareEach(
    { connection, controller, madeFor, title, kind = 'edit', madeFrom, ofPlan, count }: EachTarget,
    work: PlannedWork,
    onProgress: PlanProgress,
    signal: AbortSignal,
  ): Promise<PreparedRun> {
    const client = await this.#guard.client(connection, t('change records of {0}', controller), madeFor);
    const made = { madeFrom, ...(ofPlan && { ofPlan }) };
    const each = { kind, way: 'records', changes: [], controller, title, ...made } as const;
    return withServiceMessages(() =>
      this.#dryRun(planOf(client, each), { client, controller, work, count }, onProgress, signal),
    );
  }

  /** Plans to restore the old values of a run's records, for those that still have the values the run wrote. */
  async prepareUndo(
    { plan }: Pick<BulkLedger, 'plan'>,
    onProgress: PlanProgress,
    signal: AbortSignal,
  ): Promise<PreparedRun> {
    const controller = parseControllerName(plan.controller);
    if (plan.kind === 'delete' || !controller) throw cannotUndo(plan);
    const client = await this.#guard.client(plan.connection, t('undo “{0}”', plan.title), plan.baseUrl);
    const lock = await this.#folder.lock(plan.run);
    if (!lock) throw cannotUndoNow(plan);
    try {
      // the run may have written more since it was shown
      const done = (await this.#folder.readJournal(plan.run))?.ledger;
      if (!done?.isReady) throw noSuchRun(plan.run);
      if (done.undoneBy !== undefined) throw undoneAlready(plan, done.undoneBy);
      const undo = planOf(client, {
        kind: isUndoneByDeleting(done) ? 'delete' : 'edit',
        way: 'records',
        changes: [],
        controller: plan.controller,
        title: t('Undo: {0}', plan.title),
        undoOf: plan.run,
      });
      const found = { client, controller, work: undoWork(done), count: countToUndo(done) };
      return await withServiceMessages(() => this.#dryRun(undo, found, onProgress, signal, lock));
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #dryRun(
    plan: BulkPlan,
    { count, ...options }: Pick<DryRun, 'client' | 'controller' | 'work'> & Pick<EachTarget, 'count'>,
    onProgress: PlanProgress,
    signal: AbortSignal,
    undoneLock?: FileLock,
  ): Promise<PreparedRun> {
    const draft = await PreparedRun.create(plan, this.#folder, undoneLock);
    let looked = 0;
    try {
      await dryRun({
        ...options,
        concurrency: this.#concurrency(),
        signal,
        onField: (field, cell) => draft.ledger.addField(field, cell),
        onLine: (line) => {
          draft.put(line);
          onProgress('look', ++looked, count, draft.ledger);
          return draft.journal.room();
        },
      });
      return draft;
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }
}

function* looksAt(ids: Iterable<string>, planFor: (id: string) => Look['plan']): Generator<Look, void, void> {
  for (const id of ids) yield { id, plan: planFor(id) };
}

/** Adds the service's messages from all reads made for the draft to the notes above its preview. */
async function withServiceMessages(make: () => Promise<PreparedRun>): Promise<PreparedRun> {
  const collected = new ServiceMessages();
  const draft = await collected.collectDuring(make);
  draft.addNotes(collected.said);
  return draft;
}

/** Picks up to `max` ids, evenly spaced from first to last: neighbors are often alike. */
function sampleEvenly(ids: Texts, max: number): readonly string[] {
  if (ids.length <= max) return [...ids];
  const step = (ids.length - 1) / Math.max(1, max - 1);
  return Array.from({ length: max }, (_, at) => ids.at(Math.round(at * step)) ?? '');
}

function planOf(
  { connection }: RecordService,
  more: Pick<BulkPlan, 'kind' | 'way' | 'changes' | 'controller' | 'title' | 'undoOf' | 'madeFrom' | 'ofPlan'>,
): BulkPlan {
  const startedAt = Date.now();
  return {
    ...more,
    // a run name sorts by time
    run: `${new Date(startedAt).toISOString().replaceAll(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`,
    connection: connection.id,
    connectionName: connection.name,
    baseUrl: connection.baseUrl,
    startedAt,
    timeoutMs: connection.network.timeoutMs,
  };
}

function cannotUndo({ title }: BulkPlan): ServiceError {
  return new ServiceError('refused', {
    doing: t('undo “{0}”', title),
    why: t("deleted records can't be restored from here"),
    remedy: t('Their values are in the JSON report of the run.'),
  });
}

function editTitle(fields: string, count: number): string {
  return count === 1 ? t('Edit {0} of 1 record', fields) : t('Edit {0} of {1} records', fields, formatNumber(count));
}

function deleteTitle(count: number): string {
  return count === 1 ? t('Delete 1 record') : t('Delete {0} records', formatNumber(count));
}

/** States of records that a run has written or may have written. */
const written = ['done', 'unclear', 'sent'] as const;

function writtenBy(done: BulkLedger, action: EntryAction): Generator<LedgerEntry> {
  return done.inState(written, action);
}

function countToUndo(done: BulkLedger): number {
  return written.reduce((sum, state) => sum + done.countOf('edit', state) + done.countOf('add', state), 0);
}

/** A run that only added records, some of them with a known id, is undone by deleting. */
function isUndoneByDeleting(done: BulkLedger): boolean {
  return (
    written.every((state) => done.countOf('edit', state) === 0) &&
    writtenBy(done, 'add').some(({ made }) => made !== undefined)
  );
}

/** Yields edited records first, then added ones. */
function* undoWork(done: BulkLedger): Generator<Look | KnownLine, void, void> {
  for (const { id, cells } of writtenBy(done, 'edit')) yield { id, plan: (form) => planUndo(form, cells) };
  for (const { made, cells, held } of writtenBy(done, 'add'))
    if (made !== undefined)
      yield {
        id: made,
        plan: (form) => planUndoAdd(form, cells, held === undefined ? undefined : hasSameContent(form, held)),
      };
  const why = t('The service did not say which record was created. Look for it in the list.');
  for (const { id, name, made } of writtenBy(done, 'add'))
    if (made === undefined) yield { line: { type: 'left', id, name, how: 'refused', why } };
}
