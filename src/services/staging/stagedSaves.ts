import { t } from '@vscode/l10n';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { messagesByField } from '../../model/form/fieldMessages.ts';
import { type RecordForm, recordName } from '../../model/form/recordForm.ts';
import { type ComparedCells, compareStaged } from '../../model/list/compareStaged.ts';
import {
  type CellProblem,
  setsSame,
  type Staged,
  type StagedRecord,
  withoutSaved,
} from '../../model/list/stagedCells.ts';
import { ReferenceAnswers, type ReferenceChecks } from '../references/completeReferences.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import {
  type ConfirmClear,
  type RecordTarget,
  type RecordWriter,
  saidTo,
  type WriteOrder,
  type WriteOutcome,
} from '../writes/recordWriter.ts';
import { saidOfRecords } from '../../model/serviceWords.ts';
import { OwnWrites } from './ownWrites.ts';
import { withReferences } from './stagedReferences.ts';
import { Emitter } from '../common/emitter.ts';

/** Why a record's cells are still staged. */
export interface StagedProblem {
  readonly sentence: string;
  /** Problems by field; `sentence` applies to all other cells. */
  readonly fields: ReadonlyMap<string, string>;
  /** Current values of the service in cells that someone else changed. */
  readonly theirs?: ReadonlyMap<string, string | null>;
  /** The record was deleted. */
  readonly isGone?: boolean;
  /** True if they may have been saved anyway. */
  readonly isUnknown: boolean;
}

export interface SaveOutcome {
  /** Cells that the service has now, whether sent or already there. */
  readonly saved: Staged;
  readonly problems: ReadonlyMap<string, StagedProblem>;
  /** Messages from the service other than errors. */
  readonly said: readonly string[];
}

/** Saves staged changes record by record, and sends nothing that the service already has. */
export class StagedSaves {
  readonly #writer: RecordWriter;
  readonly #changes: RecordChanges;
  readonly #references: ReferenceChecks;
  readonly #written: OwnWrites;
  readonly #confirmClear: ConfirmClear | undefined;

  constructor(
    writer: RecordWriter,
    changes: RecordChanges,
    references: ReferenceChecks,
    written = new OwnWrites(),
    confirmClear?: ConfirmClear,
  ) {
    this.#confirmClear = confirmClear;
    this.#written = written;
    this.#writer = writer;
    this.#changes = changes;
    this.#references = references;
  }

  async saveStaged(
    { connection, controller }: { readonly connection: string; readonly controller: ControllerName },
    staged: Staged,
    madeFor: string,
  ): Promise<SaveOutcome> {
    const saved = new Map<string, StagedRecord>();
    const problems = new Map<string, StagedProblem>();
    const news: string[] = [];
    const collected: { readonly name: string; readonly said: readonly string[] }[] = [];
    let stopped: ServiceError | undefined;
    const user = this.#writer.user(connection);
    try {
      for (const [id, cells] of staged) {
        if (stopped) {
          problems.set(id, { sentence: unsent(id, stopped).message, fields: new Map(), isUnknown: false });
          continue;
        }
        const { outcome, found } = await this.#save({ connection, controller, id }, cells, { madeFor, user });
        const { form } = outcome;
        const isSaved = outcome.kind === 'done';
        const same = isSaved && outcome.isSent ? cells : (found?.same ?? new Map());
        if (same.size > 0) saved.set(id, same);
        const said = saidTo(outcome);
        if (!isSaved || outcome.isSent || said.length > 0) collected.push({ name: form?.name || id, said });
        if (!isSaved) problems.set(id, problemOf(outcome, found));
        const scope = isSaved ? 'record' : outcome.error.scope;
        if (!isSaved && (scope === 'all' || (scope === 'passing' && outcome.kind !== 'unknown')))
          stopped = outcome.error;
        // the table still shows the old value of someone else's change
        const isNews = isSaved ? outcome.isSent : outcome.kind === 'unknown' || (found?.conflicts.size ?? 0) > 0;
        if (isNews && form) news.push(id);
      }
    } finally {
      // also if other records failed
      if (news.length > 0) this.#changes.notify({ connection, controller, ids: news });
    }
    return { saved, problems, said: saidOfRecords(collected) };
  }

  async #save(
    target: RecordTarget,
    cells: StagedRecord,
    shared: Pick<WriteOrder, 'madeFor' | 'user'>,
  ): Promise<{ readonly outcome: WriteOutcome; readonly found: ComparedCells | undefined }> {
    let found: ComparedCells | undefined;
    const doing = t('save {0}', t('record {0}', target.id));
    const answers = new ReferenceAnswers(this.#references, target.connection);
    const outcome = await this.#writer.edit(target, {
      doing,
      through: 'cells',
      ...shared,
      confirmClear: this.#confirmClear,
      isOneOfMany: true,
      hasArrived: (form) => compareStaged(form, cells).toSend.size === 0,
      lookUp: (form) => {
        withReferences(answers, form, cells);
        return answers.ask();
      },
      values: (form) => {
        const named = withReferences(answers, form, cells);
        const compared = compareStaged(form, named.cells, this.#written.get(target));
        found = { ...compared, refused: new Map([...compared.refused, ...named.refused]) };
        const { conflicts, refused, toSend, values } = found;
        if (conflicts.size > 0) throw conflictError(form, t('someone else changed it, too'));
        if (refused.size > 0) throw conflictError(form, t('it cannot be saved like this'));
        return toSend.size === 0 ? undefined : values;
      },
    });
    const mayBeThere = outcome.kind === 'done' ? outcome.isSent : outcome.kind === 'unknown';
    if (found && mayBeThere) this.#written.note(target, cells, found);
    return { outcome, found };
  }
}

/** An error of one record that also applies to the others, which weren't tried. */
function unsent(id: string, { code, why }: ServiceError): ServiceError {
  const remedy = t('Nothing was sent. Save again once this is fixed.');
  return new ServiceError(code, { doing: t('save {0}', t('record {0}', id)), why, remedy });
}

/** Omits the values: this error may appear in VS Code's logs. */
function conflictError(form: RecordForm, why: string): ServiceError {
  return new ServiceError('conflict', {
    doing: t('save {0}', recordName(form)),
    why,
    remedy: t('See the list below the table.'),
  });
}

function problemOf(
  { kind, error, form }: Exclude<WriteOutcome, { kind: 'done' }>,
  found: ComparedCells | undefined,
): StagedProblem {
  if (kind === 'unknown')
    return {
      sentence: t(
        '{0} may have been saved: {1}. Save again to find out; changes that arrived are not sent twice.',
        form?.name ?? '',
        error.why,
      ),
      fields: new Map(),
      isUnknown: true,
    };
  const conflicts = [...(found?.conflicts ?? [])];
  const marked = new Map([...(found?.refused ?? []), ...conflicts.map(([name, { why }]) => [name, why] as const)]);
  const fields = form && marked.size === 0 ? fieldReasons(form, error) : marked;
  const isGone = error.code === 'notFound';
  return {
    sentence: isGone ? t('Someone else deleted this record.') : error.message,
    fields,
    theirs: new Map(conflicts.map(([name, { theirs }]) => [name, theirs])),
    isGone,
    isUnknown: false,
  };
}

function fieldReasons(form: RecordForm, error: ServiceError): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { text, field } of messagesByField(error.reasons, form.fields)) {
    const name = form.fields.find(({ path }) => path === field)?.at[0];
    if (name !== undefined) reasons.set(name, [reasons.get(name), text].filter(Boolean).join(' '));
  }
  return reasons;
}

interface Remembered {
  readonly tried: Staged;
  readonly problems: ReadonlyMap<string, StagedProblem>;
  readonly said: readonly string[];
}

/**
 * Results of the last save of a list view's document, including for cells that are still staged. The text doesn't
 * contain them.
 */
export class StagedProblems {
  readonly #remembered = new Map<string, Remembered>();
  readonly #changed = new Emitter<string>();
  /** Fires with the URI of the document. */
  readonly onDidChange = this.#changed.event;

  set(document: string, tried: Staged, { problems, said, saved }: SaveOutcome): void {
    if (problems.size > 0 || said.length > 0)
      this.#remembered.set(document, { tried: withoutSaved(tried, saved), problems, said });
    else this.#remembered.delete(document);
    this.#changed.fire(document);
  }

  /** Messages from the service. */
  said(document: string): readonly string[] {
    return this.#remembered.get(document)?.said ?? [];
  }

  /** Returns problems of a record's currently staged cells: a problem applies until its cell changes. */
  problemsFor(document: string, id: string, cells: StagedRecord): ReadonlyMap<string, CellProblem> {
    const remembered = this.#remembered.get(document);
    const problem = remembered?.problems.get(id);
    const tried = remembered?.tried.get(id);
    if (!problem || !tried) return new Map();
    const isAsTried = (field: string): boolean => {
      const [one, other] = [tried.get(field), cells.get(field)];
      return one !== undefined && other !== undefined && setsSame(one, other) && one.from === other.from;
    };
    const isRecordAsTried = [...tried.keys()].every(isAsTried);
    const found = new Map<string, CellProblem>();
    for (const field of [...tried.keys()].filter(isAsTried)) {
      const own = problem.fields.get(field);
      if (own === undefined && !isRecordAsTried) continue;
      const theirs = problem.theirs?.get(field);
      found.set(field, {
        ...(own === undefined ? { problem: problem.sentence, isOfRecord: true } : { problem: own }),
        ...(theirs !== undefined && { theirs }),
        ...(problem.isGone && { isGone: true }),
      });
    }
    return found;
  }
}
