import { t } from '@vscode/l10n';
import type { Connection } from './connection/connection.ts';
import type { RecordForm } from './form/recordForm.ts';
import { capitalized } from './sentence.ts';

/*
 * Decides whether a write is allowed, per record and operation. Everything that offers a write asks here, so that
 * nothing is offered and then refused. If not allowed, the answer is a sentence that says why.
 */

export type WriteOperation = 'add' | 'edit' | 'delete' | 'comment';

/** Permissions from a row or form; undefined if not provided. */
export interface RecordRights {
  readonly isDeleted: boolean;
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment?: boolean | undefined;
}

type OfConnection = Pick<Connection, 'name' | 'readOnly'>;

/** Returns undefined if nothing is known to prevent the write. Without a record, only the connection counts. */
export function whyNotAllowed(
  operation: WriteOperation,
  connection: OfConnection | undefined,
  record?: RecordRights,
): string | undefined {
  const closed = connection && whyReadOnly(connection);
  if (closed) return `${capitalized(closed.why)}. ${closed.remedy}`;
  if (!record || operation === 'add') return undefined;
  if (record.isDeleted) return operation === 'delete' ? t('This record has already been deleted.') : deletedSentence();
  const can = { edit: record.canEdit, delete: record.canDelete, comment: record.canComment }[operation];
  return can === false ? refusals[operation]() : undefined;
}

/** For an error, which starts with what failed. */
export function whyReadOnly({ name, readOnly }: OfConnection): { why: string; remedy: string } | undefined {
  if (!readOnly) return undefined;
  return { why: t('the connection {0} is read-only', name), remedy: t('Change that in the connection first.') };
}

function deletedSentence(): string {
  return t('This record is deleted, so it cannot be changed.');
}

const refusals: Record<Exclude<WriteOperation, 'add'>, () => string> = {
  edit: () => t("You don't have permission to edit this record."),
  delete: () => t("You don't have permission to delete this record."),
  comment: () => t("You don't have permission to comment on this record."),
};

/**
 * Derived from the form's flags and the permissions of its elements: a form without any editable field or usable button
 * is read-only.
 */
export function formRights(
  form: Pick<
    RecordForm,
    'operation' | 'isDeleted' | 'isEditable' | 'isDeletable' | 'allowComments' | 'fields' | 'submitActions'
  >,
): RecordRights {
  const { operation, isDeleted, isEditable, isDeletable, allowComments, fields, submitActions } = form;
  // the flags of an empty form don't apply to the new record
  if (operation === 'add') return { isDeleted: false, canEdit: undefined, canDelete: undefined };
  const isOpen = [...fields, ...submitActions].some(({ permission }) => permission.editable);
  return {
    isDeleted,
    canEdit: isEditable !== false && isOpen,
    canDelete: isDeletable,
    canComment: allowComments,
  };
}

/** Context values for menus on a tree item or tab: the operations not allowed there. */
export function deniedMarks(connection: OfConnection | undefined, record?: RecordRights): string[] {
  const marks = { add: 'noAdd', edit: 'noEdit', delete: 'noDelete' } as const;
  return (['add', 'edit', 'delete'] as const).flatMap((operation) =>
    whyNotAllowed(operation, connection, record) === undefined ? [] : [marks[operation]],
  );
}
