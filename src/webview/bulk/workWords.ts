import { t } from '@vscode/l10n';
import type { BulkState } from '../../protocol/bulk.ts';

type Work = Pick<BulkState, 'kind' | 'adds' | 'deletes' | 'isUndo'>;

/** What is said of some records, by what becomes of them. */
interface WorkWords {
  readonly will: (count: number, figure: string) => string;
  readonly written: (count: number, figure: string) => string;
  readonly doing: () => string;
  /** What a press of the button does. */
  readonly begin: (count: number, figure: string) => string;
  readonly filter: () => string;
}

const editing: WorkWords = {
  will: (count, figure) => (count === 1 ? t('1 record will change') : t('{0} records will change', figure)),
  written: (count, figure) => (count === 1 ? t('1 record changed') : t('{0} records changed', figure)),
  doing: () => t('Changing the records'),
  begin: (count, figure) => (count === 1 ? t('Change 1 record') : t('Change {0} records', figure)),
  filter: () => t('Will change'),
};

const undoing: WorkWords = {
  ...editing,
  begin: (count, figure) => (count === 1 ? t('Write back 1 record') : t('Write back {0} records', figure)),
};

const deleting: WorkWords = {
  will: (count, figure) => (count === 1 ? t('1 record will be deleted') : t('{0} records will be deleted', figure)),
  written: (count, figure) => (count === 1 ? t('1 record deleted') : t('{0} records deleted', figure)),
  doing: () => t('Deleting the records'),
  begin: (count, figure) => (count === 1 ? t('Delete 1 record') : t('Delete {0} records', figure)),
  filter: () => t('Will be deleted'),
};

const importing: WorkWords = {
  will: (count, figure) =>
    count === 1 ? t('1 record will be added or changed') : t('{0} records will be added or changed', figure),
  written: (count, figure) =>
    count === 1 ? t('1 record added or changed') : t('{0} records added or changed', figure),
  doing: () => t('Importing the records'),
  begin: (count, figure) => (count === 1 ? t('Import 1 record') : t('Import {0} records', figure)),
  filter: () => t('Will be imported'),
};

const undoingImport: WorkWords = {
  will: (count, figure) =>
    count === 1
      ? t('1 record will be written back or deleted')
      : t('{0} records will be written back or deleted', figure),
  written: (count, figure) =>
    count === 1 ? t('1 record written back or deleted') : t('{0} records written back or deleted', figure),
  doing: () => t('Undoing the import'),
  begin: (count, figure) => (count === 1 ? t('Undo 1 record') : t('Undo {0} records', figure)),
  filter: () => t('Will be undone'),
};

/** An import may add some, and undoing that deletes them. */
export function workWords({ kind, adds, deletes, isUndo }: Work): WorkWords {
  if (kind === 'delete') return deleting;
  if (adds > 0) return importing;
  if (deletes > 0) return undoingImport;
  return isUndo ? undoing : editing;
}
