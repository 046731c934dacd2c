import { t } from '@vscode/l10n';
import type { WriteMethod } from '../../../model/bulk/bulkJournal.ts';
import { stateWord } from '../../../model/bulk/bulkLedger.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { dateAndTime } from '../../../model/momentFormat.ts';
import type { BulkFilter, BulkRow, BulkState, PlanState, RunState } from '../bulkProtocol.ts';
import { lazyWords } from '../../common/page/locale.ts';

function recordCount(total: number): string {
  return total === 1 ? t('1 record') : t('{0} records', formatNumber(total));
}

/** Connection, controller and number of records, as far as known. */
export function locationText({ connection, controller, records }: BulkState): string {
  const count = records === null ? '' : recordCount(records);
  return [connection, controller, count].filter((part) => part !== '').join(' · ');
}

export const wayDescriptions = lazyWords((): Readonly<Record<WriteMethod, string>> => ({
  records: t('Records are processed one at a time; each is re-read before it is written.'),
  endpoint: t('100 records per request; each is re-read afterward to check the result.'),
}));

export const cannotRestore = (): string =>
  t("Deleted records can't be restored from here. Their values are kept in the journal of the run.");

export const changeKindLabels = lazyWords(() => ({
  set: t('Set to'),
  clear: t('Clear'),
  replace: t('Find and replace'),
  add: t('Add'),
}));

const filterLabels = lazyWords((): Readonly<Record<BulkFilter, string>> => ({
  all: t('All'),
  change: t('Will change'),
  changed: t('Changed since'),
  unchanged: t('Unchanged'),
  refused: t('Refused'),
  gone: t('Not found'),
  skipped: t('Skipped'),
  done: t('Done'),
  failed: t('Failed'),
  waiting: t('Waiting'),
  left: t('Skipped'),
}));

export function filterLabel(filter: BulkFilter, state: BulkState): string {
  if (filter === 'change') return workWords(state).filter();
  return filter === 'unchanged' && isOfPlan(state) ? t('No change') : filterLabels[filter];
}

/** Author, date, service and reason of a plan, as far as given. */
export function madeSentence({ connection, madeBy, madeAt, why }: PlanState): string {
  const made = [
    connection === '' ? '' : t('made for {0}', connection),
    madeBy === '' ? '' : t('by {0}', madeBy),
    madeAt === null ? '' : dateAndTime(madeAt),
  ];
  return [...made, why].filter((part) => part !== '').join(' · ');
}

function isOfPlan({ plan, isUndo }: Pick<BulkState, 'plan' | 'isUndo'>): boolean {
  return plan !== null && !isUndo;
}

const plans = lazyWords(() => ({ edit: t('Will change'), delete: t('Will be deleted'), add: t('Will be added') }));

export function stateLabel({ state, action }: Pick<BulkRow, 'state' | 'action'>, shown: BulkState): string {
  if (state === 'waiting' && shown.step !== 'run') return plans[action];
  if (state === 'unchanged' && isOfPlan(shown)) return t('No change');
  if (state === 'changed') return filterLabels.changed;
  return stateWord(state);
}

/** Summary of the preview. */
export function planSentence(state: BulkState): string {
  const {
    waiting = 0,
    unchanged = 0,
    refused = 0,
    gone = 0,
    dropped = 0,
    changed = 0,
    skipped = 0,
  } = state.counts ?? {};
  const alike = isOfPlan(state)
    ? t('{0} with no change', formatNumber(unchanged))
    : t('{0} unchanged', formatNumber(unchanged));
  const parts = [
    workWords(state).will(waiting),
    changed > 0 ? t('{0} changed since the plan was made', formatNumber(changed)) : '',
    unchanged > 0 ? alike : '',
    refused > 0 ? t('{0} refused', formatNumber(refused)) : '',
    gone > 0 ? t('{0} no longer found', formatNumber(gone)) : '',
    dropped + skipped > 0 ? t('{0} skipped', formatNumber(dropped + skipped)) : '',
  ];
  return `${parts.filter((item) => item !== '').join(', ')}. ${t('Nothing has been written yet.')}`;
}

export function runSentence({ status }: RunState, state: BulkState): string {
  const { done: written = 0, failed: refused = 0, unclear = 0 } = state.counts ?? {};
  const failed = refused + unclear;
  const words = workWords(state);
  const summary = words.written(written);
  const done = failed > 0 ? t('{0}, {1} failed', summary, formatNumber(failed)) : summary;
  switch (status) {
    case 'running':
      return words.doing();
    case 'paused':
      return t('Paused');
    case 'canceling':
      return t('Canceling: waiting for requests in progress');
    case 'finished':
      return t('Finished: {0}.', done);
    case 'canceled':
      return t('Canceled: {0}.', done);
    case 'stopped':
      return t('Interrupted: {0}. Resume the run to continue.', done);
  }
  return '';
}

type Work = Pick<BulkState, 'kind' | 'adds' | 'deletes' | 'isUndo' | 'plan'>;

/** Texts about records, by kind of work. */
interface WorkWords {
  readonly will: (count: number) => string;
  readonly written: (count: number) => string;
  readonly doing: () => string;
  /** Label of the start button. */
  readonly begin: (count: number) => string;
  readonly filter: () => string;
}

const editing: WorkWords = {
  will: (count) => (count === 1 ? t('1 record will change') : t('{0} records will change', formatNumber(count))),
  written: (count) => (count === 1 ? t('1 record changed') : t('{0} records changed', formatNumber(count))),
  doing: () => t('Changing the records'),
  begin: (count) => (count === 1 ? t('Change 1 record') : t('Change {0} records', formatNumber(count))),
  filter: () => t('Will change'),
};

const undoing: WorkWords = {
  ...editing,
  begin: (count) => (count === 1 ? t('Restore 1 record') : t('Restore {0} records', formatNumber(count))),
};

const deleting: WorkWords = {
  will: (count) =>
    count === 1 ? t('1 record will be deleted') : t('{0} records will be deleted', formatNumber(count)),
  written: (count) => (count === 1 ? t('1 record deleted') : t('{0} records deleted', formatNumber(count))),
  doing: () => t('Deleting the records'),
  begin: (count) => (count === 1 ? t('Delete 1 record') : t('Delete {0} records', formatNumber(count))),
  filter: () => t('Will be deleted'),
};

const importing: WorkWords = {
  will: (count) =>
    count === 1
      ? t('1 record will be added or changed')
      : t('{0} records will be added or changed', formatNumber(count)),
  written: (count) =>
    count === 1 ? t('1 record added or changed') : t('{0} records added or changed', formatNumber(count)),
  doing: () => t('Importing the records'),
  begin: (count) => (count === 1 ? t('Import 1 record') : t('Import {0} records', formatNumber(count))),
  filter: () => t('Will be imported'),
};

const undoingImport: WorkWords = {
  will: (count) =>
    count === 1
      ? t('1 record will be restored or deleted')
      : t('{0} records will be restored or deleted', formatNumber(count)),
  written: (count) =>
    count === 1 ? t('1 record restored or deleted') : t('{0} records restored or deleted', formatNumber(count)),
  doing: () => t('Undoing the import'),
  begin: (count) => (count === 1 ? t('Revert 1 record') : t('Revert {0} records', formatNumber(count))),
  filter: () => t('Will be undone'),
};

const planned: WorkWords = {
  will: (count) =>
    count === 1
      ? t('1 record will be added, changed or deleted')
      : t('{0} records will be added, changed or deleted', formatNumber(count)),
  written: (count) =>
    count === 1
      ? t('1 record added, changed or deleted')
      : t('{0} records added, changed or deleted', formatNumber(count)),
  doing: () => t('Running the plan'),
  begin: (count) => (count === 1 ? t('Run on 1 record') : t('Run on {0} records', formatNumber(count))),
  filter: () => t('Will be written'),
};

/** An import may add records, and undoing it deletes them. */
export function workWords({ kind, adds, deletes, isUndo, plan }: Work): WorkWords {
  if (kind === 'delete') return deleting;
  if (plan && !isUndo && adds + deletes > 0) return planned;
  if (adds > 0) return importing;
  if (deletes > 0) return undoingImport;
  return isUndo ? undoing : editing;
}
