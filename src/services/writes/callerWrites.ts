import { randomUUID as newKey } from 'node:crypto';
import { sameFieldValue } from '../../model/form/choices.ts';
import { t } from '@vscode/l10n';
import type { ControllerName } from '../../model/controller.ts';
import { fieldAt } from '../../model/bulk/plannedCell.ts';
import { type FormValues, isOtherKindOfEmpty, ownValue } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SaveResult, WriteResult } from '../../model/form/saveResult.ts';
import { ServiceError } from '../../model/errors.ts';
import type { JsonObject } from '../../model/json.ts';
import { completeReferences, ReferenceAnswers, type ReferenceChecks } from '../references/completeReferences.ts';
import type { RecordTarget, RecordWriter, WriteOutcome } from './recordWriter.ts';

interface CallerTarget {
  readonly connection: string;
  readonly controller: ControllerName;
  /** Undefined for a new record. */
  readonly id: string | undefined;
  /** Base URL of the connection when the save was requested. */
  readonly madeFor: string;
}

/** Saves a record for another extension. */
export async function saveForCaller(
  writer: RecordWriter,
  references: ReferenceChecks,
  { connection, controller, id, madeFor }: CallerTarget,
  values: FormValues,
): Promise<SaveResult> {
  const doing = t('save the record');
  const answers = new ReferenceAnswers(references, connection);
  const lookUp = (form: RecordForm): Promise<boolean> => {
    completeReferences(answers, form, form.values, { ...form.values, ...values } as JsonObject);
    return answers.ask();
  };
  /** Completes the references, so that a name isn't sent next to another record's id. */
  const completed = (form: RecordForm): FormValues => {
    const given = { ...form.values, ...values } as JsonObject;
    const { values: all, refused } = completeReferences(answers, form, form.values, given);
    const [first] = refused;
    if (first) throw new ServiceError('refused', { doing, why: first.why.replace(/\.$/, '') });
    return { ...values, ...Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== given[key])) };
  };
  if (id === undefined)
    return resultOf(
      await writer.add(
        { connection, controller, key: newKey() },
        { doing, through: 'api', madeFor, lookUp, values: completed },
      ),
    );
  const hasArrived = (form: RecordForm): boolean => hasAll(form, values);
  const order = {
    doing,
    through: 'api' as const,
    madeFor,
    hasArrived,
    lookUp: async (form: RecordForm) => !hasAll(form, values) && (await lookUp(form)),
    values: (form: RecordForm) => (hasAll(form, values) ? undefined : completed(form)),
  };
  return resultOf(await writer.edit({ connection, controller, id }, order));
}

export async function deleteForCaller(
  writer: RecordWriter,
  record: RecordTarget,
  madeFor: string,
): Promise<WriteResult> {
  return resultOf(await writer.delete(record, { doing: t('delete the record'), through: 'api', madeFor }));
}

/**
 * True if the record already has all values, compared according to the field's kind. Compares key by key, because a
 * caller may identify a reference by its label alone.
 */
function hasAll(form: RecordForm, values: FormValues): boolean {
  return Object.entries(values).every(([key, value]) => {
    const field = fieldAt(form, [key]);
    const now = ownValue(form.values, key);
    return sameFieldValue(field, now, value) && !isOtherKindOfEmpty(now, value);
  });
}

function resultOf(outcome: WriteOutcome): SaveResult {
  if (outcome.kind !== 'done') throw outcome.error;
  const { id, messages, readMessages } = outcome;
  const shown = new Set(messages.map(({ text }) => text));
  return { id, messages: [...messages, ...readMessages.filter((text) => !shown.has(text)).map((text) => ({ text }))] };
}

/** Error for a controller name from another extension that isn't one. */
export function noControllerError(controller: string): ServiceError {
  return new ServiceError('notFound', {
    doing: t('find the controller'),
    why: t('“{0}” is not a controller', controller),
    remedy: t('Use the form <module>/<controller>, such as crm/leads.'),
  });
}
