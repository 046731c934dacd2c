import type { BulkWay } from '../../model/bulkJournal.ts';
import type { EntryState } from '../../model/bulkLedger.ts';
import type { BulkFilter, BulkState, RunState } from '../../protocol/bulk.ts';

export function count(figure: number): string {
  return figure.toLocaleString();
}

export function records(figure: number): string {
  return figure === 1 ? '1 record' : `${count(figure)} records`;
}

export const ways: Readonly<Record<BulkWay, string>> = {
  records: 'Record by record, through the documented interface of the service.',
  endpoint:
    "Through the service's own bulk endpoint, 100 records at a time; each is read afterwards to see what became of it.",
};

export const cannotRestore =
  'Deleted records cannot be restored: the interface of the service has no way to do it. What they hold is kept in the journal of the run.';

export const kinds = { set: 'Set to', clear: 'Clear', replace: 'Find and replace', add: 'Add' } as const;

export const filters: Readonly<Record<BulkFilter, string>> = {
  all: 'All',
  change: 'Will change',
  unchanged: 'Unchanged',
  refused: 'Refused',
  done: 'Done',
  failed: 'Failed',
  waiting: 'Waiting',
  left: 'Left out',
};

const states: Readonly<Record<EntryState, string>> = {
  waiting: 'Waiting',
  sent: 'Being written',
  done: 'Done',
  failed: 'Failed',
  unclear: 'Unclear',
  unchanged: 'Unchanged',
  refused: 'Refused',
  dropped: 'Left out',
};

export function stateWords(state: EntryState, { step, kind }: BulkState): string {
  if (state === 'waiting' && step === 'preview') return kind === 'edit' ? 'Will change' : 'Will be deleted';
  return states[state];
}

export function runWords({ status }: RunState, { kind, counts }: BulkState): string {
  const failed = (counts?.failed ?? 0) + (counts?.unclear ?? 0);
  const done = `${records(counts?.done ?? 0)} ${kind === 'edit' ? 'changed' : 'deleted'}${failed > 0 ? `, ${count(failed)} failed` : ''}`;
  switch (status) {
    case 'running':
      return kind === 'edit' ? 'Changing the records' : 'Deleting the records';
    case 'paused':
      return 'Paused';
    case 'cancelling':
      return 'Cancelling: what is under way is waited for';
    case 'finished':
      return `Finished: ${done}.`;
    case 'cancelled':
      return `Cancelled: ${done}.`;
    case 'stopped':
      return `Interrupted: ${done}. Resume it to go on.`;
  }
  return '';
}
