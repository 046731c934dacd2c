import { t } from '@vscode/l10n';
import type { FieldPath } from './fieldPath.ts';
import type { FieldPermission } from './permission.ts';

/** A submit element: a button of the form. Saving sends exactly one. */
export interface SubmitAction {
  /** `['action', 'save_progress']`: in brackets after `data` it is the entry's key. */
  readonly path: FieldPath;
  readonly label: string;
  /** The label as received, which the interface says to send; absent if equal to `label`. */
  readonly rawLabel?: string;
  readonly value?: string;
  readonly isWebCompatible: boolean;
  readonly permission: FieldPermission;
}

/**
 * True if the button can be used here. Only a permission on the button or an enclosing group disables it: a form whose
 * buttons have none must still be saved if its fields are editable.
 */
export function isOffered(action: SubmitAction): boolean {
  const { editable, from } = action.permission;
  return action.isWebCompatible && (editable || (from !== 'element' && from !== 'parent'));
}

/** Actions that only save, by name. Any other could be an approval, for example, so only the user may trigger it. */
const savingActions = ['saveprogress', 'saveandcontinue', 'save'];

interface FormActions {
  readonly submitActions: readonly SubmitAction[];
  readonly saveAction?: string;
}

/** Returns the action for Ctrl+S, tables and bulk runs: one that only saves, else the one set for the connection. */
export function actionForSave(form: FormActions): SubmitAction | undefined {
  const offered = form.submitActions.filter(isOffered);
  for (const name of savingActions) {
    const found = offered.find((action) => plainName(action.path.at(-1) ?? '') === name);
    if (found) return found;
  }
  return form.saveAction === undefined ? undefined : chosenAction(offered, plainName(form.saveAction));
}

/** Matches the name, or the label, which is all the user sees. */
function chosenAction(offered: readonly SubmitAction[], chosen: string): SubmitAction | undefined {
  const named = offered.filter(({ path }) => plainName(path.at(-1) ?? '') === chosen);
  const found = named.length > 0 ? named : offered.filter(({ label }) => plainName(label) === chosen);
  return found.length === 1 ? found[0] : undefined;
}

/** Says why `actionForSave` finds none and what to do. */
export function whyNoSave(form: FormActions): { readonly why: string; readonly remedy: string } {
  const labels = form.submitActions.filter(isOffered).map(({ label }) => `“${label}”`);
  if (labels.length === 0)
    return {
      why: t('its form has no button that can be used here'),
      remedy: t('Ask the service administrator to check the form of this controller.'),
    };
  return {
    why: t('its form has no button that just saves, only {0}', labels.join(', ')),
    remedy: t(
      'Open it and use one of its buttons, or use Edit Connection to set “Save action” to the name of the save button.',
    ),
  };
}

/** Normalizes case and separators: `Save-Progress` and `save progress` equal `save_progress`. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/&amp;|&/g, 'and')
    .replace(/[\s_-]+/g, '');
}
