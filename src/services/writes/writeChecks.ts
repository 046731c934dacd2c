import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { samePath } from '../../model/form/fieldPath.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import { type RecordForm, recordName } from '../../model/form/recordForm.ts';
import { actionForSave, isOffered, type SubmitAction, whyNoSave } from '../../model/form/submitAction.ts';
import { validate } from '../../model/form/validation.ts';
import { changedContent } from '../../model/bulk/bulkPlan.ts';

/* What every write is held against before anything is sent. */

/** The check that every write of values passes: nothing is sent that the form itself would refuse. */
export function assertSendable(
  service: Pick<RecordService, 'checkSave'>,
  form: RecordForm,
  values: FormValues,
  clears: ReadonlySet<string>,
): void {
  const reasons = validate(form, values);
  const [first] = reasons;
  // before anything is noted as sent
  if (!first) return service.checkSave(form, values, clears);
  const said = first.text.replace(/\.$/, '');
  const why = reasons.length > 1 ? t('{0} (and {1} more)', said, reasons.length - 1) : said;
  throw new ServiceError('refused', { doing: savingOf(form), why, reasons });
}

/** The one that was pressed, if it is still offered; else one that only saves. */
export function actionOf(form: RecordForm, pressed?: SubmitAction): SubmitAction {
  const doing = savingOf(form);
  if (pressed) {
    const offered = form.submitActions.find((action) => isSameAction(action, pressed) && isOffered(action));
    if (offered) return offered;
    const why = t('its form no longer has the button “{0}”', pressed.label);
    throw new ServiceError('notAllowed', { doing, why, remedy: t('Press another button of the form.') });
  }
  const action = actionForSave(form);
  if (action) return action;
  throw new ServiceError('notAllowed', { doing, ...whyNoSave(form) });
}

function savingOf(form: RecordForm): string {
  return form.operation === 'add' ? t('add the {0}', form.singular) : t('save {0}', recordName(form));
}

/** Two buttons may have one name, and then only their labels, which are sent, tell them apart. */
function isSameAction(one: SubmitAction, other: SubmitAction): boolean {
  return samePath(one.path, other.path) && (one.rawLabel ?? one.label) === (other.rawLabel ?? other.label);
}

/** By the form, else by the row that was read last. */
export function assertDeletable(form: RecordForm): void {
  if (form.isDeletable === false)
    throw new ServiceError('notAllowed', {
      doing: t('delete {0}', recordName(form)),
      why: t('the service says that you may not delete it'),
      remedy: t("Ask the record's owner or an administrator."),
    });
}

/** Nobody deletes what someone else wrote after they looked. */
export function assertUnchangedSince(seen: RecordForm, now: RecordForm): void {
  const labels = changedContent(seen, now).map(({ label }) => `“${label}”`);
  if (labels.length === 0) return;
  throw new ServiceError('conflict', {
    doing: t('delete {0}', recordName(now)),
    why: t('someone changed {0} since you looked at it', labels.slice(0, 3).join(', ')),
    remedy: t('Nothing was deleted: look at the record, then delete it if you still want to.'),
  });
}

/** To edit, or where that is not allowed to look at, and then its fields say why. */
export async function readThere(
  client: RecordService,
  { controller, id }: { readonly controller: ControllerName; readonly id: string },
  doing: string,
): Promise<RecordForm> {
  const form = await client.open(controller, id);
  if (form.isDeleted) throw new ServiceError('notFound', { doing, why: t('it was deleted meanwhile') });
  return form;
}

/**
 * Whether an error says that a record is gone, and the service itself says so: in words of its own, or by answering what
 * else it is asked. A proxy says 404 as well while the service behind it is away.
 */
export async function saysGone(
  error: unknown,
  client: RecordService,
  controller: ControllerName,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(error instanceof ServiceError) || error.code !== 'notFound') return false;
  if (error.status === undefined || error.reasons.length > 0) return true;
  try {
    await client.records(controller, { page: 1, limit: 1 }, signal);
    return true;
  } catch {
    return false;
  }
}
