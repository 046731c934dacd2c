import { t } from '@vscode/l10n';
import type { BulkWay } from '../../model/bulk/bulkJournal.ts';
import { stateWord } from '../../model/bulk/bulkLedger.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { BulkFilter, BulkRow, BulkState, RunState } from '../../protocol/bulk.ts';
import { lazyWords } from '../common/locale.ts';
import { workWords } from './workWords.ts';

export const count = formatNumber;

export function records(total: number): string {
  return total === 1 ? t('1 record') : t('{0} records', formatNumber(total));
}

export const ways = lazyWords((): Readonly<Record<BulkWay, string>> => ({
  records: t('Record by record, through the documented interface of the service.'),
  endpoint: t(
    "Through the service's own bulk endpoint, 100 records at a time; each is read afterward to see what became of it.",
  ),
}));

export const cannotRestore = (): string =>
  t(
    'Deleted records cannot be restored: the interface of the service has no way to do it. What they hold is kept in the journal of the run.',
  );

export const kinds = lazyWords(() => ({
  set: t('Set to'),
  clear: t('Clear'),
  replace: t('Find and replace'),
  add: t('Add'),
}));

export const filters = lazyWords((): Readonly<Record<BulkFilter, string>> => ({
  all: t('All'),
  change: t('Will change'),
  unchanged: t('Unchanged'),
  refused: t('Refused'),
  done: t('Done'),
  failed: t('Failed'),
  waiting: t('Waiting'),
  left: t('Left out'),
}));

const plans = lazyWords(() => ({ edit: t('Will change'), delete: t('Will be deleted'), add: t('Will be added') }));

export function stateWords({ state, action }: Pick<BulkRow, 'state' | 'action'>, { step }: BulkState): string {
  if (state === 'waiting' && step === 'preview') return plans[action];
  return stateWord(state);
}

/** What the preview shows. */
export function planWords(state: BulkState): string {
  const { waiting = 0, unchanged = 0, refused = 0, dropped = 0 } = state.counts ?? {};
  const parts = [
    workWords(state).will(waiting, count(waiting)),
    unchanged > 0 ? t('{0} unchanged', count(unchanged)) : '',
    refused > 0 ? t('{0} refused', count(refused)) : '',
    dropped > 0 ? t('{0} left out', count(dropped)) : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}. ${t('Nothing is written yet.')}`;
}

export function runWords({ status }: RunState, state: BulkState): string {
  const { done: written = 0, failed: refused = 0, unclear = 0 } = state.counts ?? {};
  const failed = refused + unclear;
  const words = workWords(state);
  const told = words.written(written, count(written));
  const done = failed > 0 ? t('{0}, {1} failed', told, count(failed)) : told;
  switch (status) {
    case 'running':
      return words.doing();
    case 'paused':
      return t('Paused');
    case 'canceling':
      return t('Canceling: what is under way is waited for');
    case 'finished':
      return t('Finished: {0}.', done);
    case 'canceled':
      return t('Canceled: {0}.', done);
    case 'stopped':
      return t('Interrupted: {0}. Resume it to go on.', done);
  }
  return '';
}
