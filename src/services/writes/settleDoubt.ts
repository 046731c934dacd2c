import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { arrivalOf } from '../../model/draft/recordMerge.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SaveResult } from '../../model/form/saveResult.ts';
import { saysGone } from './writeChecks.ts';

/*
 * The response to a write may be an error even though the record was changed. So the record is read before the outcome
 * is reported.
 */

interface WriteTarget {
  readonly controller: ControllerName;
  readonly id: string;
}

const quickLookMs = 3_000;

/** Throws the error with the effect that the record proves. */
export async function settleEdit(
  client: RecordService,
  { controller, id }: WriteTarget,
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

/**
 * The id may belong to another record, for example one that the new record duplicates: it counts only if that record
 * contains the values sent.
 */
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

/** `isAlone`: deleting a single record needs the outcome at once; a run reads its records later. */
export async function settleDelete(
  client: RecordService,
  { controller, id }: WriteTarget,
  isAlone: boolean,
  error: unknown,
): Promise<SaveResult> {
  if (!(error instanceof ServiceError)) throw error;
  const isOpen = error.doubt !== undefined || (error.effect === 'unknown' && isAlone);
  if (!isOpen || !(await isGone(client, { controller, id }))) throw error;
  return { id, messages: error.doubt ? wordsOf(error) : [] };
}

/** Checks with one quick read. */
async function isGone(client: RecordService, { controller, id }: WriteTarget): Promise<boolean> {
  const signal = AbortSignal.timeout(quickLookMs);
  try {
    return (await client.form(controller, 'view', id, signal)).isDeleted;
  } catch (error) {
    return saysGone(error, client, controller, signal);
  }
}

/** Returns the messages of a write that took effect despite an error. Omits that a deleted record is not found. */
export function wordsOf({ code, reasons, said }: ServiceError): ServiceMessage[] {
  const words = [...(code === 'notFound' ? [] : reasons), ...said.map((text) => ({ text }))];
  return words.length > 0 || code === 'notFound'
    ? words
    : [{ text: t('The service reported an error without giving a reason.') }];
}

const lookFirst = (): string => t('Check the record before trying again: part of the change was made.');
