import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { FormOperation, RecordForm } from '../model/form/recordForm.ts';
import { given } from './listRecords.ts';
import { readRecordForm } from './form/readForm.ts';
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
  try {
    const { answer } = await link.read(controller, path, { doing, query: given([['id', id]]), signal });
    const form = readRecordForm(answer, { controller, operation, id }, link.forms);
    // the row or the form: a no of either is enough
    return id !== undefined && link.deniedDeletes.has(controller, id) ? { ...form, isDeletable: false } : form;
  } catch (error) {
    throw id === undefined ? error : orGone(error, doing);
  }
}

/** Which status a record has that is not there is not shown: it may be a good answer whose errors say so. */
function orGone(error: unknown, doing: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'refused') return error;
  const { why, reasons, status } = error;
  if (!reasons.some(({ text }) => soundsGone.test(text))) return error;
  return new ServiceError('notFound', {
    doing,
    why,
    reasons,
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
}

const soundsGone =
  /\b(no such|not found|(could|can)(not| not|n[’']t) (be found|find)|(does|do)(n[’']t| not) exist|(is|was|has been) (already )?(deleted|removed)|no longer (exists|available|there)|not there any ?more|unknown (record|id)|(invalid|bad) (record|id)\b)/i;

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
