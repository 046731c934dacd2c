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

/* Checks that run before anything is sent. */

/** Checks every write of values: nothing is sent that the form itself would reject. */
export function assertSendable(
  service: Pick<RecordService, 'checkSave'>,
  form: RecordForm,
  values: FormValues,
  clears: ReadonlySet<string>,
): void {
  const reasons = validate(form, values);
  const [first] = reasons;
  // before an intent is recorded
  if (!first) return service.checkSave(form, values, clears);
  const said = first.text.replace(/\.$/, '');
  const why = reasons.length > 1 ? t('{0} (and {1} more)', said, reasons.length - 1) : said;
  throw new ServiceError('refused', { doing: savingOf(form), why, reasons });
}

/** Returns the pressed button if it is still offered; otherwise one that only saves. */
export function actionOf(form: RecordForm, pressed?: SubmitAction): SubmitAction {
  const doing = savingOf(form);
  if (pressed) {
    const offered = form.submitActions.find((action) => isSameAction(action, pressed) && isOffered(action));
    if (offered) return offered;
    const why = t('its form no longer has the button “{0}”', pressed.label);
    throw new ServiceError('notAllowed', { doing, why, remedy: t('Use another button of the form.') });
  }
  const action = actionForSave(form);
  if (action) return action;
  throw new ServiceError('notAllowed', { doing, ...whyNoSave(form) });
}

function savingOf(form: RecordForm): string {
  return form.operation === 'add' ? t('add the {0}', form.singular) : t('save {0}', recordName(form));
}

/** Two buttons may have the same name: only their labels, which are sent, distinguish them. */
function isSameAction(one: SubmitAction, other: SubmitAction): boolean {
  return samePath(one.path, other.path) && (one.rawLabel ?? one.label) === (other.rawLabel ?? other.label);
}

/** Checks the form, or else the row that was read last. */
export function assertDeletable(form: RecordForm): void {
  if (form.isDeletable === false)
    throw new ServiceError('notAllowed', {
      doing: t('delete {0}', recordName(form)),
      why: t("you don't have permission to delete it"),
      remedy: t("Ask the record's owner or an administrator."),
    });
}

/** Prevents deleting changes that someone else made after the user last saw the record. */
export function assertUnchangedSince(seen: RecordForm, now: RecordForm): void {
  const labels = changedContent(seen, now).map(({ label }) => `“${label}”`);
  if (labels.length === 0) return;
  throw new ServiceError('conflict', {
    doing: t('delete {0}', recordName(now)),
    why: t('someone changed {0} since you last saw it', labels.slice(0, 3).join(', ')),
    remedy: t('Nothing was deleted. Check the record, then delete it if you still want to.'),
  });
}

/** Opens the record for editing, or if that isn't allowed for reading; its fields then say why. */
export async function readThere(
  client: RecordService,
  { controller, id }: { readonly controller: ControllerName; readonly id: string },
  doing: string,
): Promise<RecordForm> {
  const form = await client.open(controller, id);
  if (form.isDeleted) throw new ServiceError('notFound', { doing, why: t('it was deleted on the service') });
  return form;
}

/**
 * True if an error says that a record doesn't exist, and it comes from the service itself: in its own words, or because
 * it responds to other requests. A proxy also returns 404 while the service behind it is down.
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
