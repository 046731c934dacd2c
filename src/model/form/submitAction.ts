import { t } from '@vscode/l10n';
import type { FieldPath } from './fieldPath.ts';
import type { FieldPermission } from './permission.ts';

/** A submit element: a button of the form. Saving sends exactly one. */
export interface SubmitAction {
  /** `['action', 'save_progress']`: in brackets after `data` it is the entry's key. */
  readonly path: FieldPath;
  /** What the button is called. */
  readonly label: string;
  /** The label as it came, which is what is sent by the interface; absent: the label. */
  readonly rawLabel?: string;
  readonly value?: string;
  readonly isWebCompatible: boolean;
  readonly permission: FieldPermission;
}

/**
 * Whether the button may be pressed here. Only a number on the button or a group around it takes it away:
 * a form that leaves its buttons without one must still be saved when its fields may be edited.
 */
export function isOffered(action: SubmitAction): boolean {
  const { editable, from } = action.permission;
  return action.isWebCompatible && (editable || (from !== 'element' && from !== 'parent'));
}

/** The actions that only save, by their names. Any other may be an approval or worse, so a person must press it. */
const savingActions = ['saveprogress', 'saveandcontinue', 'save'];

interface FormActions {
  readonly submitActions: readonly SubmitAction[];
  readonly saveAction?: string;
}

/** What Ctrl+S, a table and bulk work send: an action that only saves, else the one chosen for the connection. */
export function actionForSave(form: FormActions): SubmitAction | undefined {
  const offered = form.submitActions.filter(isOffered);
  for (const name of savingActions) {
    const found = offered.find((action) => plainName(action.path.at(-1) ?? '') === name);
    if (found) return found;
  }
  return form.saveAction === undefined ? undefined : chosenAction(offered, plainName(form.saveAction));
}

/** By its name, or by its label, which is all that a person sees of it. */
function chosenAction(offered: readonly SubmitAction[], chosen: string): SubmitAction | undefined {
  const named = offered.filter(({ path }) => plainName(path.at(-1) ?? '') === chosen);
  const found = named.length > 0 ? named : offered.filter(({ label }) => plainName(label) === chosen);
  return found.length === 1 ? found[0] : undefined;
}

/** Why `actionForSave` finds none, and what to do about it. */
export function whyNoSave(form: FormActions): { readonly why: string; readonly remedy: string } {
  const labels = form.submitActions.filter(isOffered).map(({ label }) => `“${label}”`);
  if (labels.length === 0)
    return {
      why: t('its form has no button that could be pressed here'),
      remedy: t('Ask whoever runs the service to look at the form of this record type.'),
    };
  return {
    why: t('its form has no button that just saves, only {0}', labels.join(', ')),
    remedy: t(
      'Open it and press a button, or enter the name of the button that saves as “Action that saves” with Edit Connection.',
    ),
  };
}

/** `Save-Progress` and `save progress` are `save_progress` in another hand. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/&amp;|&/g, 'and')
    .replace(/[\s_-]+/g, '');
}
