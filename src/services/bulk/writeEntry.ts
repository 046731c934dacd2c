import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import { type JournalLine, type BulkPlan, runSourceOf } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { cellsNow, plannedValues } from '../../model/bulk/plannedCell.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { type RecordWriter, saidTo, type WriteOutcome } from '../writes/recordWriter.ts';
import type { WriteUser } from '../connections/writeGuard.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { saysGone } from '../writes/writeChecks.ts';
import type { Intent } from '../writes/writeIntents.ts';
import { contentDigest, hasSameContent } from './contentDigest.ts';
import { saidOnce } from '../../model/serviceWords.ts';

/** Outcome for one record of a run. */
export type Outcome =
  | { readonly kind: 'done'; readonly said?: string; readonly made?: string }
  /** The write had no effect. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The write had no effect, and other records would hit the same error. */
  | { readonly kind: 'trouble'; readonly error: ServiceError }
  /** The write was sent and must be read back before anything else is done to the record. */
  | { readonly kind: 'unknown'; readonly trouble: ServiceError }
  /** The record was read back: the write didn't arrive. */
  | { readonly kind: 'waiting' }
  /** The record was read back without a clear result: it has yet another value, or can't be read. */
  | { readonly kind: 'unclear'; readonly why: string; readonly isOther: boolean };

export interface EntryContext {
  readonly writer: RecordWriter;
  readonly plan: BulkPlan;
  readonly controller: ControllerName;
  /** User who started the run. */
  readonly user?: WriteUser | undefined;
}

/** Writes one record as planned, provided it is still as the plan saw it: a record that changed since is skipped. */
export async function writeEntry(
  { writer, plan, controller, user }: EntryContext,
  entry: LedgerEntry,
  intent: Intent,
  newForm: () => Promise<RecordForm>,
): Promise<Outcome> {
  const { id, cells, action } = entry;
  const { connection, baseUrl: madeFor } = plan;
  const shared = { madeFor, user, intent, through: runSourceOf(plan), isOneOfMany: true } as const;
  if (action === 'edit')
    return entryOutcome(
      await writer.edit(
        { connection, controller, id },
        {
          ...shared,
          doing: t('save {0}', nameOf(entry)),
          hasArrived: (form) => cellsNow(form, cells).kind === 'after',
          values: (form) => (isToEdit(form, entry) ? plannedValues(cells) : undefined),
        },
      ),
    );
  if (action === 'delete') {
    const doing = t('delete {0}', nameOf(entry));
    const check = (form: RecordForm): void => assertUnchanged(form, entry);
    return entryOutcome(await writer.delete({ connection, controller, id }, { ...shared, doing, check }));
  }
  const form = await asOutcome(newForm);
  if ('kind' in form) return form;
  const outcome = await writer.add(
    { connection, controller, key: `${plan.run} ${id}` },
    { ...shared, doing: t('add {0}', nameOf(entry)), form, values: () => plannedValues(cells) },
  );
  const said = entryOutcome(outcome);
  if (said.kind !== 'done' || outcome.kind !== 'done' || outcome.id === undefined) return said;
  return { ...said, made: outcome.id };
}

/** Throws for a record that was changed since the preview; returns false if it already has the planned values. */
export function isToEdit(form: RecordForm, { cells }: LedgerEntry): boolean {
  const now = cellsNow(form, cells);
  if (now.kind === 'other') throw changedSince(form, now.why);
  return now.kind === 'before';
}

export function assertUnchanged(form: RecordForm, { held }: LedgerEntry): void {
  if (held !== undefined && !hasSameContent(form, held)) throw changedSince(form, t('it was skipped'));
}

function changedSince(form: RecordForm, why: string): ServiceError {
  return new ServiceError('conflict', {
    doing: t('change {0}', form.name || t('record {0}', form.id ?? '')),
    why: t('it was changed since the preview ({0})', why),
  });
}

function nameOf({ id, name }: LedgerEntry): string {
  return name || t('record {0}', id);
}

/**
 * Returns a digest of a new record, so that undo doesn't delete someone else's changes with it. If reading fails for
 * any reason, the record still counts as added.
 */
export async function currentForm(
  client: () => Promise<RecordService>,
  controller: ControllerName,
  id: string,
): Promise<string | undefined> {
  try {
    return contentDigest(await (await client()).open(controller, id), 'all');
  } catch {
    return undefined;
  }
}

export function entryOutcome(outcome: WriteOutcome): Outcome {
  const said = saidTo(outcome);
  if (outcome.kind !== 'done') return failure(outcome.error, said);
  return withWords(
    outcome.isSent ? { kind: 'done' } : { kind: 'done', said: t('The service already had these values.') },
    said,
  );
}

/** Adds the service's messages to the outcome: one record of many has no other place to show them. */
export function withWords(done: Extract<Outcome, { kind: 'done' }>, words: readonly string[]): Outcome {
  const said = saidOnce(done.said === undefined ? [] : [done.said], words).join(' ');
  return said === '' ? done : { ...done, said };
}

function failure(
  error: unknown,
  said: readonly string[] = [],
): Extract<Outcome, { kind: 'failed' | 'trouble' | 'unknown' }> {
  if (!(error instanceof ServiceError)) throw error;
  if (error.effect === 'unknown') return { kind: 'unknown', trouble: error };
  const why = saidOnce([error.message], error.said, said).join(' ');
  return error.scope === 'record' ? { kind: 'failed', why } : { kind: 'trouble', error };
}

async function asOutcome<T extends object>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    return failure(error);
  }
}

/** Reads a record whose write was sent, to find out whether it arrived. */
export async function readBack(
  client: RecordService,
  controller: ControllerName,
  entry: LedgerEntry,
): Promise<Outcome> {
  const collected = new ServiceMessages();
  try {
    const outcome = await collected.collectDuring(async () =>
      entry.action === 'edit'
        ? afterEdit(await client.form(controller, 'edit', entry.id), entry)
        : afterDelete(client, controller, entry),
    );
    return outcome.kind === 'done' ? withWords(outcome, collected.said) : outcome;
  } catch (error) {
    const outcome = failure(error);
    // still unknown
    if (outcome.kind === 'trouble') return { kind: 'unknown', trouble: outcome.error };
    if (outcome.kind === 'unknown') return outcome;
    return {
      kind: 'unclear',
      isOther: false,
      why: t('The change was sent, but the result could not be read. {0} Check the record.', outcome.why),
    };
  }
}

function afterEdit(form: RecordForm, { cells }: LedgerEntry): Outcome {
  const now = cellsNow(form, cells);
  if (now.kind === 'after') return { kind: 'done' };
  if (now.kind === 'before') return { kind: 'waiting' };
  return {
    kind: 'unclear',
    isOther: true,
    why: t('The change was sent, but {0}, which is neither the old nor the new value. Check the record.', now.why),
  };
}

async function afterDelete(client: RecordService, controller: ControllerName, { id }: LedgerEntry): Promise<Outcome> {
  try {
    const form = await client.form(controller, 'view', id);
    return form.isDeleted ? { kind: 'done' } : { kind: 'waiting' };
  } catch (error) {
    // the record existed when the run was planned
    if (await saysGone(error, client, controller)) return { kind: 'done' };
    throw error;
  }
}

/**
 * Marks new records that were in flight as unclear on resume: they can't be found by id, and must not be added twice.
 */
export function markSentAddsUnclear(ledger: BulkLedger, put: (line: JournalLine) => void): void {
  for (const { id } of ledger.inState(['sent'], 'add'))
    put({ type: 'unclear', id, why: unclearAdd(t('Recordbench was closed before the service responded.')) });
}

/** Message for a new record that was sent. `why` is a sentence. */
export function unclearAdd(why: string): string {
  return t('It is unknown whether the record was added. {0} Look for it in the list before you send it again.', why);
}
