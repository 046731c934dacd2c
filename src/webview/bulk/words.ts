import { t } from '@vscode/l10n';
import type { BulkWay } from '../../model/bulkJournal.ts';
import type { EntryState } from '../../model/bulkLedger.ts';
import type { BulkFilter, BulkState, RunState } from '../../protocol/bulk.ts';

export function count(figure: number): string {
  return figure.toLocaleString();
}

export function records(figure: number): string {
  return figure === 1 ? t('1 record') : t('{0} records', count(figure));
}

export const ways: Readonly<Record<BulkWay, string>> = {
  records: t('Record by record, through the documented interface of the service.'),
  endpoint: t(
    "Through the service's own bulk endpoint, 100 records at a time; each is read afterwards to see what became of it.",
  ),
};

export const cannotRestore = t(
  'Deleted records cannot be restored: the interface of the service has no way to do it. What they hold is kept in the journal of the run.',
);

export const kinds = { set: t('Set to'), clear: t('Clear'), replace: t('Find and replace'), add: t('Add') } as const;

export const filters: Readonly<Record<BulkFilter, string>> = {
  all: t('All'),
  change: t('Will change'),
  unchanged: t('Unchanged'),
  refused: t('Refused'),
  done: t('Done'),
  failed: t('Failed'),
  waiting: t('Waiting'),
  left: t('Left out'),
};

const states: Readonly<Record<EntryState, string>> = {
  waiting: t('Waiting'),
  sent: t('Being written'),
  done: t('Done'),
  failed: t('Failed'),
  unclear: t('Unclear'),
  unchanged: t('Unchanged'),
  refused: t('Refused'),
  dropped: t('Left out'),
};

export function stateWords(state: EntryState, { step, kind }: BulkState): string {
  if (state === 'waiting' && step === 'preview') return kind === 'edit' ? t('Will change') : t('Will be deleted');
  return states[state];
}

function writtenWords(kind: BulkState['kind'], done: number): string {
  if (kind === 'edit') return done === 1 ? t('1 record changed') : t('{0} records changed', count(done));
  return done === 1 ? t('1 record deleted') : t('{0} records deleted', count(done));
}

/** What a press of the button does. */
export function beginWords({ kind, isUndo }: Pick<BulkState, 'kind' | 'isUndo'>, waiting: number): string {
  const figure = count(waiting);
  if (kind === 'delete') return waiting === 1 ? t('Delete 1 record') : t('Delete {0} records', figure);
  if (isUndo) return waiting === 1 ? t('Write back 1 record') : t('Write back {0} records', figure);
  return waiting === 1 ? t('Change 1 record') : t('Change {0} records', figure);
}

/** What the preview shows. */
export function planWords({ kind, counts }: Pick<BulkState, 'kind' | 'counts'>): string {
  const { waiting = 0, unchanged = 0, refused = 0, dropped = 0 } = counts ?? {};
  const parts = [
    willWords(kind, waiting),
    unchanged > 0 ? t('{0} unchanged', count(unchanged)) : '',
    refused > 0 ? t('{0} refused', count(refused)) : '',
    dropped > 0 ? t('{0} left out', count(dropped)) : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}. ${t('Nothing is written yet.')}`;
}

function willWords(kind: BulkState['kind'], waiting: number): string {
  if (kind === 'edit') return waiting === 1 ? t('1 record will change') : t('{0} records will change', count(waiting));
  return waiting === 1 ? t('1 record will be deleted') : t('{0} records will be deleted', count(waiting));
}

export function runWords({ status }: RunState, { kind, counts }: BulkState): string {
  const failed = (counts?.failed ?? 0) + (counts?.unclear ?? 0);
  const written = writtenWords(kind, counts?.done ?? 0);
  const done = failed > 0 ? t('{0}, {1} failed', written, count(failed)) : written;
  switch (status) {
    case 'running':
      return kind === 'edit' ? t('Changing the records') : t('Deleting the records');
    case 'paused':
      return t('Paused');
    case 'cancelling':
      return t('Cancelling: what is under way is waited for');
    case 'finished':
      return t('Finished: {0}.', done);
    case 'cancelled':
      return t('Cancelled: {0}.', done);
    case 'stopped':
      return t('Interrupted: {0}. Resume it to go on.', done);
  }
  return '';
}
