import type { FieldPath } from './fieldPath.ts';
import type { FieldPermission } from './permission.ts';

/** A submit element: a button of the form. Saving sends exactly one. */
export interface SubmitAction {
  /** `['action', 'save_progress']`: in brackets after `data` it is the entry's key. */
  readonly path: FieldPath;
  /** What the button is called and, by the interface, what is sent. */
  readonly label: string;
  readonly value?: string;
  readonly isWebCompatible: boolean;
  readonly permission: FieldPermission;
}
