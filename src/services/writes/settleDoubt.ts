import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { arrivalOf } from '../../model/draft/recordMerge.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SaveResult } from '../../model/form/saveResult.ts';
import { saysGone } from './writeChecks.ts';

/* The answer to a write may say no although the record was changed. The record is read before the outcome is told. */

interface Place {
  readonly controller: ControllerName;
  readonly id: string;
}

const quickLookMs = 3_000;

/** Throws the error as the record proves it. */
export async function settleEdit(
  client: RecordService,
  { controller, id }: Place,
  before: RecordForm,
  sent: FormValues,
  error: unknown,
): Promise<SaveResult> {
  if (!(error instanceof ServiceError) || !error.doubt) throw error;
  const now = await client.open(controller, id, AbortSignal.timeout(quickLookMs)).catch(() => undefined);
  const arrival = now && arrivalOf(before, now, sent);
  if (arrival === 'all') return { id, messages: wordsOf(error) };
  if (arrival === 'none') throw error.effect === 'refused' ? error : error.settled('refused');
  throw arrival === 'some' ? error.settled('unknown', lookFirst()) : error;
}

/** The id may be that of another record, such as one that the new one is a duplicate of: it counts if it holds what was sent. */
export async function settleAdd(
  client: RecordService,
  controller: ControllerName,
  sent: FormValues,
  error: unknown,
): Promise<SaveResult> {
  const id = error instanceof ServiceError ? error.doubt?.created : undefined;
  if (!(error instanceof ServiceError) || id === undefined) throw error;
  const now = await client.open(controller, id, AbortSignal.timeout(quickLookMs)).catch(() => undefined);
  if (!now || arrivalOf(undefined, now, sent) !== 'all') throw error;
  return { id, messages: wordsOf(error) };
}

/** `isAlone`: whoever deletes one record wants to know at once; a run looks at its own later. */
export async function settleDelete(
  client: RecordService,
  { controller, id }: Place,
  isAlone: boolean,
  error: unknown,
): Promise<SaveResult> {
  if (!(error instanceof ServiceError)) throw error;
  const isOpen = error.doubt !== undefined || (error.effect === 'unknown' && isAlone);
  if (!isOpen || !(await isGone(client, { controller, id }))) throw error;
  return { id, messages: error.doubt ? wordsOf(error) : [] };
}

/** As far as one quick look tells. */
async function isGone(client: RecordService, { controller, id }: Place): Promise<boolean> {
  const signal = AbortSignal.timeout(quickLookMs);
  try {
    return (await client.form(controller, 'view', id, signal)).isDeleted;
  } catch (error) {
    return saysGone(error, client, controller, signal);
  }
}

/** What the service said to a write that took effect all the same. That a deleted record is not found is no news. */
export function wordsOf({ code, reasons, said }: ServiceError): ServiceMessage[] {
  const words = [...(code === 'notFound' ? [] : reasons), ...said.map((text) => ({ text }))];
  return words.length > 0 || code === 'notFound'
    ? words
    : [{ text: t('The service reported an error without giving a reason.') }];
}

const lookFirst = (): string => t('Look at the record before trying again: a part of the change was made.');
