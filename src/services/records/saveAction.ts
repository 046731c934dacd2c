import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { samePath } from '../../model/form/fieldPath.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { actionForSave, isOffered, type SubmitAction } from '../../model/form/submitAction.ts';
import type { Draft } from './draft.ts';

/** The one that was pressed, if it is still offered; else one that only saves. */
export function actionIn(draft: Draft, form: RecordForm, pressed: SubmitAction | undefined): SubmitAction {
  const doing = t('save {0}', draft.name);
  if (pressed) {
    const offered = form.submitActions.find((action) => isSameAction(action, pressed) && isOffered(action));
    if (offered) return offered;
    const why = t('its form does not offer “{0}” any more', pressed.label);
    throw new ServiceError('notAllowed', { doing, why, remedy: t("Press another of the form's own buttons.") });
  }
  const action = actionForSave(form);
  if (action) return action;
  if (!form.submitActions.some(isOffered))
    throw new ServiceError('notAllowed', {
      doing,
      why: t('its form has no button that could be pressed here'),
      remedy: t('Ask whoever runs the service to look at the form of this record type.'),
    });
  const why = t('its form offers no plain save');
  throw new ServiceError('notAllowed', { doing, why, remedy: t("Press one of the form's own buttons.") });
}

/** Two buttons may have one name, and then only their labels, which are sent, tell them apart. */
function isSameAction(one: SubmitAction, other: SubmitAction): boolean {
  return samePath(one.path, other.path) && one.label === other.label;
}
