import { t } from '@vscode/l10n';

/** Where the permission of a field was found. */
export type PermissionSource = 'element' | 'parent' | 'form' | 'user' | 'record' | 'nothing';

/**
 * Why the field is read-only regardless of permissions: because of the record, the way it was opened, or the field
 * itself.
 */
export type PermissionBar =
  | 'deleted'
  | 'recordNotEditable'
  | 'openedForViewing'
  | 'declaredReadOnly'
  | 'unreadable'
  | 'noElement'
  | 'unsendableName';

export interface FieldPermission {
  readonly editable: boolean;
  readonly from: PermissionSource;
  readonly bar?: PermissionBar;
  /** What exactly the service says about it, and who can change that. */
  readonly details?: string;
}

/** Answers "Why can't I edit this?" for the user, and "Can I?" for an editable field. */
export function explainPermission(label: string, permission: FieldPermission): string {
  if (permission.editable) return t('“{0}” can be edited.', label);
  if (permission.bar) return barred(label, permission.bar);
  return permission.from === 'nothing' ? notGranted(label) : mayRead(label);
}

function mayRead(label: string): string {
  return t('“{0}” is read-only for you.', label);
}

function notGranted(label: string): string {
  return t('“{0}” cannot be changed: the service has not granted you permission.', label);
}

function barred(label: string, bar: PermissionBar): string {
  const answers: Record<PermissionBar, () => string> = {
    deleted: () => t('“{0}” cannot be changed: this record is deleted.', label),
    recordNotEditable: () => t("“{0}” cannot be changed: you don't have permission to edit this record.", label),
    openedForViewing: () => t("“{0}” cannot be changed: you don't have permission to edit this record.", label),
    declaredReadOnly: () => mayRead(label),
    unreadable: () => notGranted(label),
    noElement: () => t('“{0}” is for information only: the form of this record has no input for it.', label),
    unsendableName: () => t('“{0}” cannot be changed here: its name cannot be sent.', label),
  };
  return answers[bar]();
}
