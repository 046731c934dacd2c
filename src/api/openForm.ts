import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { FormOperation, RecordForm } from '../model/recordForm.ts';
import { given } from './listRecords.ts';
import { readRecordForm } from './form/readForm.ts';
import { otherId } from './form/readRecord.ts';
import type { ServiceLink } from './http/serviceLink.ts';

/** Part 3 of the interface: a record, or the beginning of a new one, with the form that shows it. */
export async function openForm(
  link: ServiceLink,
  controller: ControllerName,
  operation: FormOperation,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<RecordForm> {
  const doing =
    operation === 'add'
      ? t('begin a new record of {0}', controllerText(controller))
      : t('open record {0} of {1}', id ?? '', controllerText(controller));
  const path = operation === 'view' ? 'view' : (`${operation} form` as const);
  const { answer } = await link.read(controller, path, { doing, query: given([['id', id]]), signal });
  const other = id === undefined ? undefined : otherId(answer, controller, id);
  if (other !== undefined) throw anotherRecord(doing, other);
  return readRecordForm(answer, { controller, operation }, link.forms);
}

/** A cache or a proxy mixed two answers up; what is edited there would be saved to the wrong record. */
function anotherRecord(doing: string, id: string): ServiceError {
  return new ServiceError('unreadable', {
    doing,
    why: t('the service answered with record {0}', id),
    remedy: t('Try again, and look for a cache between here and the service when it stays so.'),
  });
}

/** With the right to edit it where the user has that, else to look at. */
export async function openRecord(
  link: ServiceLink,
  controller: ControllerName,
  id: string,
  signal?: AbortSignal,
): Promise<RecordForm> {
  try {
    return await openForm(link, controller, 'edit', id, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || !['refused', 'notAllowed', 'notFound'].includes(error.code)) throw error;
    // a record that cannot be viewed either is best explained by what the service said to that
    return openForm(link, controller, 'view', id, signal);
  }
}
