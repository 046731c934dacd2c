/** The interface's permission values. Any other number is unknown, and what is unknown is not sent. */
export const permissionNames: ReadonlyMap<number, string> = new Map([
  [0, 'INHERIT'],
  [1, 'DELETE'],
  [2, 'EDIT'],
  [4, 'VIEW'],
]);

/** Where the decision about a field was found. */
export type PermissionSource = 'element' | 'parent' | 'form' | 'user' | 'record' | 'nothing';

/** Why no number decided: the record, the way it was opened or the field itself stands in the way. */
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
  /** The number that decided, or the last one seen; absent when there was none. */
  readonly number?: number;
  /** The label of the group that the number comes from. */
  readonly fromLabel?: string;
  readonly bar?: PermissionBar;
}
