import { t } from '@vscode/l10n';
import type { ListViewAddress, OpenAddress, RecordsAddress } from '../../model/address/address.ts';
import { readRecordText, textValues } from '../../model/draft/recordText.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { recordName, recordNameFirst, type RecordForm } from '../../model/form/recordForm.ts';
import { canonicalId } from '../../model/recordKey.ts';
import { noServiceStaged, readStaged, type StagedRecord } from '../../model/list/stagedCells.ts';
import { draftFields, type PendingFields, stagedFields } from '../../model/plan/pendingFields.ts';
import { fieldNamed } from '../../model/plan/planOperation.ts';
import type { PlanField, PlanOperation } from '../../model/plan/recordPlan.ts';
import { inParallel } from '../common/inParallel.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import type { RecordDrafts } from '../records/recordDrafts.ts';
import type { RecordForms } from '../records/recordForms.ts';
import { ReferenceAnswers, type ReferenceChecks } from '../references/completeReferences.ts';
import type { OwnWrites } from '../staging/ownWrites.ts';
import { withReferences } from '../staging/stagedReferences.ts';

export interface PendingSources {
  readonly drafts: Pick<RecordDrafts, 'get' | 'restore'>;
  readonly forms: Pick<RecordForms, 'fresh'>;
  readonly references: ReferenceChecks;
  readonly written: Pick<OwnWrites, 'get'>;
  readonly guard: Pick<WriteGuard, 'checkService'>;
}

/** Unsaved text of a tab. */
export interface PendingText {
  readonly address: RecordsAddress;
  readonly text: string;
}

export interface PendingOperations {
  readonly operations: readonly PlanOperation[];
  /** Changes that a plan can't contain, by display name. */
  readonly left: readonly string[];
}

const atOnce = 4;

type Tell = (done: number, of: number) => void;

/** Returns all unsaved changes of a controller as plan operations. Writes nothing and leaves the tabs unchanged. */
export async function pendingOperations(
  sources: PendingSources,
  pending: readonly PendingText[],
  report: Tell,
  signal: AbortSignal,
): Promise<PendingOperations> {
  const plan = new PlanBuilder();
  for (const { address, text } of pending)
    if (address.kind === 'listView') await addStaged(sources, address, text, plan, report, signal);
    else await addDraft(sources, address, text, plan);
  return plan;
}

async function addDraft(
  { drafts, guard }: PendingSources,
  address: OpenAddress,
  text: string,
  plan: PlanBuilder,
): Promise<void> {
  // a restored tab that hasn't been shown yet has no draft
  const { form, base, madeFor, link } = drafts.get(address) ?? (await drafts.restore(address));
  const { values, problem } = readRecordText(text);
  if (!values)
    throw new ServiceError('unreadable', {
      doing: t('make a plan with {0}', recordName(form)),
      why: problem,
      remedy: t('Correct it in the text editor.'),
    });
  guard.checkService(address.connection, doing(), madeFor);
  // a plan contains only form fields, and without its parent this would be a different record
  if (link) return plan.leave(t('New {0}', form.singular));
  plan.add(
    address.kind === 'record' ? address.id : undefined,
    form,
    draftFields(form, base ?? textValues(form), values),
  );
}

async function addStaged(
  { forms, references, written, guard }: PendingSources,
  address: ListViewAddress,
  text: string,
  plan: PlanBuilder,
  report: Tell,
  signal: AbortSignal,
): Promise<void> {
  const { connection, controller } = address;
  const { staged, madeFor, problem } = readStaged(text);
  if (!staged) throw new UserFacingError(`${problem} ${t('Correct them in the text editor.')}`);
  if (madeFor === undefined) throw new UserFacingError(noServiceStaged());
  guard.checkService(connection, doing(), madeFor);
  const found = new Map<string, { readonly form: RecordForm; readonly fields: PendingFields }>();
  let done = 0;
  await inParallel([...staged], atOnce, async ([id, cells]: readonly [string, StagedRecord]) => {
    if (signal.aborted) throw new ServiceError('canceled', { doing: doing(), why: t('it was canceled') });
    const target = { connection, controller, id };
    const form = await forms.fresh({ kind: 'record', ...target }).catch(ofRecordAlone);
    report(++done, staged.size);
    if (!form) return plan.leave(t('record {0}', id));
    const answers = new ReferenceAnswers(references, connection);
    const named = await answers.complete(() => withReferences(answers, form, cells));
    const { fields, left } = stagedFields(form, named.cells, written.get(target));
    const unnamed = [...named.refused.keys()].map(
      (name) => form.fields.find(({ at: [key] }) => key === name)?.label ?? name,
    );
    found.set(id, { form, fields: { fields, left: [...left, ...unnamed] } });
  });
  for (const id of staged.keys()) {
    const one = found.get(id);
    if (one) plan.add(id, one.form, one.fields);
  }
}

/** Skips a record that can't be read, without blocking the others. */
function ofRecordAlone(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.scope !== 'record') throw error;
}

/** Merges changes: a record may be edited in its form and in two tables at once, but appears in a plan once. */
class PlanBuilder implements PendingOperations {
  readonly #edits = new Map<
    string,
    { readonly id: string; readonly name: string; readonly fields: Map<string, PlanField> }
  >();
  readonly #adds: PlanOperation[] = [];
  readonly left: string[] = [];

  get operations(): readonly PlanOperation[] {
    const edits = [...this.#edits.values()].map(({ id, name, fields }): PlanOperation => ({
      do: 'edit',
      id,
      name,
      fields: [...fields.values()],
    }));
    return [...edits, ...this.#adds];
  }

  leave(what: string): void {
    this.left.push(what);
  }

  add(id: string | undefined, form: RecordForm, { fields, left }: PendingFields): void {
    const name = id === undefined ? t('New {0}', form.singular) : recordNameFirst(form);
    for (const label of left) this.leave(t('“{0}” of {1}', label, name));
    if (fields.length === 0) return;
    if (id === undefined) return void this.#adds.push({ do: 'add', name, fields });
    const known = this.#edits.get(canonicalId(id)) ?? { id, name, fields: new Map<string, PlanField>() };
    this.#edits.set(canonicalId(id), known);
    for (const one of fields) {
      const other = known.fields.get(one.field);
      if (other && JSON.stringify(other.becomes) !== JSON.stringify(one.becomes))
        throw new ServiceError('conflict', {
          doing: doing(),
          why: t(
            '“{0}” of {1} was changed to different values in two tabs',
            fieldNamed(form, one.field)?.label ?? one.field,
            name,
          ),
          remedy: t('Save or discard one of them first.'),
        });
      known.fields.set(one.field, other ?? one);
    }
  }
}

function doing(): string {
  return t('make a plan');
}
