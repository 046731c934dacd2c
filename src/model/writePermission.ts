import { t } from '@vscode/l10n';
import type { Connection } from './connection/connection.ts';
import type { RecordForm } from './form/recordForm.ts';
import { capitalized } from './sentence.ts';

/*
 * May this be written? One answer for each record and operation, asked by everything that offers a write, so that
 * nothing is offered and then refused. Where the answer is no, it is the sentence that says why.
 */

export type WriteOperation = 'add' | 'edit' | 'delete' | 'comment';

/** What a row or a form says of its record; undefined where it does not tell. */
export interface RecordRights {
  readonly isDeleted: boolean;
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment?: boolean | undefined;
}

type OfConnection = Pick<Connection, 'name' | 'readOnly'>;

/** Undefined when nothing is known to stand in the way. Without a record, the answer is that of its connection. */
export function whyNotAllowed(
  operation: WriteOperation,
  connection: OfConnection | undefined,
  record?: RecordRights,
): string | undefined {
  const closed = connection && whyReadOnly(connection);
  if (closed) return `${capitalized(closed.why)}. ${closed.remedy}`;
  if (!record || operation === 'add') return undefined;
  if (record.isDeleted) return operation === 'delete' ? t('This record is deleted already.') : deletedSentence();
  const can = { edit: record.canEdit, delete: record.canDelete, comment: record.canComment }[operation];
  return can === false ? refusals[operation]() : undefined;
}

/** For an error, which says first what could not be done. */
export function whyReadOnly({ name, readOnly }: OfConnection): { why: string; remedy: string } | undefined {
  if (!readOnly) return undefined;
  return { why: t('the connection {0} is read-only', name), remedy: t('Change that in the connection first.') };
}

function deletedSentence(): string {
  return t('This record is deleted, so it cannot be changed.');
}

const refusals: Record<Exclude<WriteOperation, 'add'>, () => string> = {
  edit: () => t('You may look at this record, but not change it.'),
  delete: () => t('You may not delete this record.'),
  comment: () => t('You may not comment on this record.'),
};

/** By its flags and by the numbers of its elements: a form in which nothing can be changed or pressed may not be edited. */
export function formRights(
  form: Pick<
    RecordForm,
    'operation' | 'isDeleted' | 'isEditable' | 'isDeletable' | 'allowComments' | 'fields' | 'submitActions'
  >,
): RecordRights {
  const { operation, isDeleted, isEditable, isDeletable, allowComments, fields, submitActions } = form;
  // the flags of an empty form are not about the record that is yet to be added
  if (operation === 'add') return { isDeleted: false, canEdit: undefined, canDelete: undefined };
  const isOpen = [...fields, ...submitActions].some(({ permission }) => permission.editable);
  return {
    isDeleted,
    canEdit: isEditable !== false && isOpen,
    canDelete: isDeletable,
    canComment: allowComments,
  };
}

/** What menus know a line or a tab by: the operations that it may not be offered for. */
export function deniedMarks(connection: OfConnection | undefined, record?: RecordRights): string[] {
  const marks = { add: 'noAdd', edit: 'noEdit', delete: 'noDelete' } as const;
  return (['add', 'edit', 'delete'] as const).flatMap((operation) =>
    whyNotAllowed(operation, connection, record) === undefined ? [] : [marks[operation]],
  );
}
