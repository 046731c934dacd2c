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
  type RecordPlan,
} from '../../model/bulk/bulkPlan.ts';
import type { BulkWay, RunPlan } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import { BulkDraft, type PlannedLines } from './bulkDraft.ts';
import { type BulkTarget, type CollectedIds, collectIds } from './collectIds.ts';
import { type DryRun, dryRun } from './dryRun.ts';
import { HeardWords } from '../common/heardWords.ts';
import { inParallel } from '../common/inParallel.ts';
import { hasSameContent } from './contentDigest.ts';
import { pointing } from '../references/completeReferences.ts';
import type { NamedRecords } from '../references/namedRecords.ts';
import type { JournalFolder } from './journalFolder.ts';
import { randomBytes } from 'node:crypto';
import type { RecordClient } from '../../api/recordClient.ts';

export type BulkWork =
  | {
      readonly kind: 'edit';
      readonly target: BulkTarget;
      readonly changes: readonly BulkChange[];
      /** What the fields are called, for the title. */
      readonly names?: readonly string[];
    }
  | { readonly kind: 'delete'; readonly target: BulkTarget };

/** Records that each get something of their own. */
interface EachTarget extends BulkTarget, Pick<RunPlan, 'title' | 'ofPlan'> {
  readonly ids: readonly string[];
  readonly madeFrom: NonNullable<RunPlan['madeFrom']>;
  /** `edit` unless all of them are deleted. */
  readonly kind?: RunPlan['kind'];
  readonly gone?: DryRun['gone'];
}

/** `total` is undefined while the records are being found, if the service does not tell how many there are. */
export type PlanProgress = (step: 'find' | 'look', done: number, total: number | undefined) => void;

/** Records whose form is looked at to learn what can be edited. */
const mostTried = 10;

/** Makes plans: finds the records, looks at each, and writes nothing. */
export class BulkPlanner {
  readonly #guard: WriteGuard;
  readonly #folder: JournalFolder;
  readonly #concurrency: () => number;
  readonly #references: Pick<NamedRecords, 'checkPair'>;

  constructor(
    guard: WriteGuard,
    folder: JournalFolder,
    concurrency: () => number,
    references: Pick<NamedRecords, 'checkPair'>,
  ) {
    this.#references = references;
    this.#guard = guard;
    this.#folder = folder;
    this.#concurrency = concurrency;
  }

  async collect(target: BulkTarget, onProgress: PlanProgress, signal: AbortSignal): Promise<CollectedIds> {
    const client = await this.#guard.client(target.connection, t('change records of {0}', target.controller));
    return collectIds(client, target, (found, total) => onProgress('find', found, total), signal);
  }

  /** The fields that can be changed in any of the records, as far as the forms of some of them tell. */
  async fields(
    connection: string,
    controller: ControllerName,
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ readonly fields: readonly BulkField[]; readonly why?: string }> {
    const client = await this.#guard.client(connection, t('edit records of {0}', controller));
    const reasons: string[] = [];
    const found: (readonly BulkField[])[] = [];
    await inParallel(spread(ids, mostTried), this.#concurrency(), async (id, at) => {
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

  /** Which way these changes would take, and why not the other. */
  async way(connection: string, kind: 'edit' | 'delete', changes: readonly BulkChange[]): Promise<BulkWay> {
    const { connection: found } = await this.#guard.client(
      connection,
      kind === 'edit' ? t('edit the records') : t('delete the records'),
    );
    const endpoint = kind === 'edit' ? found.choices.bulkEdit : found.choices.bulkDelete;
    return endpoint && isUniform(changes) ? 'endpoint' : 'records';
  }

  prepare(work: BulkWork, onProgress: PlanProgress, signal: AbortSignal): Promise<BulkDraft> {
    return withWords(() => this.#prepare(work, onProgress, signal));
  }

  async #prepare(work: BulkWork, onProgress: PlanProgress, signal: AbortSignal): Promise<BulkDraft> {
    const { kind, target } = work;
    const changes = kind === 'edit' ? work.changes : [];
    const client = await this.#guard.client(
      target.connection,
      kind === 'edit' ? t('edit records of {0}', target.controller) : t('delete records of {0}', target.controller),
    );
    const { ids, notes } = await this.collect(target, onProgress, signal);
    await this.#checkPairs(target, ids, changes, signal);
    const way = await this.way(target.connection, kind, changes);
    const names = kind === 'edit' ? (work.names ?? changes.map(({ field }) => field)) : [];
    const words = names.join(', ');
    const title = kind === 'edit' ? editTitle(words, ids.length) : deleteTitle(ids.length);
    const plan = planOf(client, { kind, way, changes, controller: target.controller, title });
    const planOne = (form: RecordForm): ReturnType<typeof planEdit> =>
      kind === 'edit' ? planEdit(form, changes) : planDelete(form);
    const found = { client, controller: target.controller, ids, plan: planOne };
    const draft = await this.#dryRun(plan, found, onProgress, signal);
    draft.addNotes(notes);
    return draft;
  }

  /** A reference is set to one record, by its name and by its id: whoever calls the command may name two. */
  async #checkPairs(
    { connection, controller }: BulkTarget,
    ids: readonly string[],
    changes: readonly BulkChange[],
    signal: AbortSignal,
  ): Promise<void> {
    const pairs = changes.flatMap((change) =>
      change.kind === 'set' && change.text && typeof change.value === 'string' && change.value !== ''
        ? [{ field: change.field, id: change.value, text: change.text, model: change.model }]
        : [],
    );
    if (pairs.length === 0) return;
    const { fields } = await this.fields(connection, controller, ids.slice(0, 1), signal);
    for (const { field: name, model, ...pair } of pairs) {
      const field = fields.find((one) => one.field === name);
      if (!field?.reference) continue;
      const checked = await this.#references.checkPair(connection, pointing(field, model), pair, signal);
      const doing = t('edit records of {0}', controller);
      if (checked.kind !== 'one') throw new ServiceError('refused', { doing, why: checked.why.replace(/\.$/, '') });
    }
  }

  /** Changes of its own for every record, such as those of a file, then what it has beyond them. */
  async prepareEach(
    { connection, controller, ids, title, kind = 'edit', madeFrom, ofPlan, gone }: EachTarget,
    plan: (form: RecordForm, id: string) => RecordPlan,
    beyond: PlannedLines,
    onProgress: PlanProgress,
    signal: AbortSignal,
  ): Promise<BulkDraft> {
    const client = await this.#guard.client(connection, t('change records of {0}', controller));
    const made = { madeFrom, ...(ofPlan && { ofPlan }) };
    const each = { kind, way: 'records', changes: [], controller, title, ...made } as const;
    const draft = await withWords(() =>
      this.#dryRun(planOf(client, each), { client, controller, ids, plan, gone }, onProgress, signal),
    );
    draft.take(beyond);
    return draft;
  }

  /** The old values of a run's records, for those that still have what the run gave them. */
  async prepareUndo(done: BulkLedger, onProgress: PlanProgress, signal: AbortSignal): Promise<BulkDraft> {
    const { plan, entries } = done;
    const controller = parseControllerName(plan.controller);
    if (plan.kind === 'delete' || !controller) throw cannotUndo(plan);
    const client = await this.#guard.client(plan.connection, t('undo “{0}”', plan.title));
    const written = entries.filter(({ state }) => state === 'done' || state === 'unclear' || state === 'sent');
    const made = new Map(written.flatMap((entry) => (entry.made === undefined ? [] : [[entry.made, entry] as const])));
    const edited = written.filter(({ action }) => action === 'edit').map(({ id }) => id);
    const nowhere = written.filter((entry) => entry.action === 'add' && entry.made === undefined);
    const undo = planOf(client, {
      kind: edited.length === 0 && made.size > 0 ? 'delete' : 'edit',
      way: 'records',
      changes: [],
      controller: plan.controller,
      title: t('Undo: {0}', plan.title),
      undoOf: plan.run,
    });
    const planOne = (form: RecordForm, id: string): RecordPlan => {
      const added = made.get(id);
      if (!added) return planUndo(form, done.get(id)?.cells ?? []);
      return planUndoAdd(form, added.cells, added.held === undefined ? undefined : hasSameContent(form, added.held));
    };
    const ids = [...edited, ...made.keys()];
    const draft = await withWords(() =>
      this.#dryRun(undo, { client, controller, ids, plan: planOne }, onProgress, signal),
    );
    const why = t('The service did not say which record it became. Look for it in the list.');
    draft.take({
      lines: nowhere.map(({ id, name }) => ({ type: 'left', id, name, how: 'refused', why })),
      labels: new Map(),
    });
    return draft;
  }

  async #dryRun(
    plan: RunPlan,
    options: Pick<DryRun, 'client' | 'controller' | 'ids' | 'plan' | 'gone'>,
    onProgress: PlanProgress,
    signal: AbortSignal,
  ): Promise<BulkDraft> {
    const draft = await BulkDraft.create(plan, this.#folder);
    let looked = 0;
    try {
      await dryRun({
        ...options,
        concurrency: this.#concurrency(),
        signal,
        onLabel: (key, label) => draft.ledger.labels.set(key, label),
        onLine: (line) => {
          draft.put(line);
          onProgress('look', ++looked, options.ids.length);
        },
      });
      return draft;
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }
}

/** With what the service said beside all that was read for it, above its preview. */
async function withWords(make: () => Promise<BulkDraft>): Promise<BulkDraft> {
  const heard = new HeardWords();
  const draft = await heard.during(make);
  draft.addNotes(heard.said);
  return draft;
}

/** So many of them, from the first to the last: those that stand together are often alike. */
function spread(ids: readonly string[], most: number): readonly string[] {
  if (ids.length <= most) return ids;
  return Array.from({ length: most }, (_, at) => ids[Math.round((at * (ids.length - 1)) / (most - 1))] ?? '');
}

function planOf(
  { connection }: RecordClient,
  more: Pick<RunPlan, 'kind' | 'way' | 'changes' | 'controller' | 'title' | 'undoOf' | 'madeFrom' | 'ofPlan'>,
): RunPlan {
  const startedAt = Date.now();
  return {
    ...more,
    // sorts by time
    run: `${new Date(startedAt).toISOString().replaceAll(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`,
    connection: connection.id,
    connectionName: connection.name,
    baseUrl: connection.baseUrl,
    startedAt,
    timeoutMs: connection.network.timeoutMs,
  };
}

function cannotUndo({ title }: RunPlan): ServiceError {
  return new ServiceError('refused', {
    doing: t('undo “{0}”', title),
    why: t('deleted records cannot be brought back from here'),
    remedy: t('What they held is in the JSON report of the run.'),
  });
}

function editTitle(fields: string, count: number): string {
  return count === 1 ? t('Edit {0} of 1 record', fields) : t('Edit {0} of {1} records', fields, count);
}

function deleteTitle(count: number): string {
  return count === 1 ? t('Delete 1 record') : t('Delete {0} records', count);
}
