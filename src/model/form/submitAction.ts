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

/** What Ctrl+S, a table and bulk work send; undefined when the form offers no action that only saves. */
export function actionForSave(form: { readonly submitActions: readonly SubmitAction[] }): SubmitAction | undefined {
  const offered = form.submitActions.filter(isOffered);
  for (const name of savingActions) {
    const found = offered.find((action) => plainName(action.path.at(-1) ?? '') === name);
    if (found) return found;
  }
  return undefined;
}

/** `Save-Progress` and `save progress` are `save_progress` in another hand. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/&amp;|&/g, 'and')
    .replace(/[\s_-]+/g, '');
}
