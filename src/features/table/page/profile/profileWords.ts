import { t } from '@vscode/l10n';
import { formatNumber, numberLocale } from '../../../../model/formatNumber.ts';
import { lazyWords } from '../../../common/page/locale.ts';

/** UI strings of the profile of a column. */
export const profileWords = lazyWords(() => ({
  title: (label: string) => t('Profile of {0}', label),
  allRecords: t('All records'),
  scope: (what: string) => t('Records matching {0}', what),
  tableShows: (what: string) => t('The table shows records matching {0}.', what),
  tableShowsAll: t('The table shows all records.'),
  showAllProfiled: t('Show All Profiled Records'),
  starting: t('Reading…'),
  reading: (read: number, total: number | undefined) =>
    total === undefined
      ? t('Reading… {0} records so far', formatNumber(read))
      : t('Reading… {0} of {1} records', formatNumber(read), formatNumber(total)),
  stopped: (read: number) => t('Stopped after {0} records.', formatNumber(read)),
  failed: (read: number, why: string) => t('Reading stopped after {0} records. {1}', formatNumber(read), why),
  complete: (read: number, time: string) =>
    read === 1 ? t('1 record, read at {0}', time) : t('{0} records, read at {1}', formatNumber(read), time),
  ofFirst: (read: number) => t('of the first {0}', formatNumber(read)),
  stop: t('Stop'),
  resume: t('Continue'),
  retry: t('Retry'),
  readAgain: t('Refresh'),
  close: t('Close'),
  facts: t('Numbers'),
  filled: t('Filled'),
  empty: t('Empty'),
  distinct: t('Distinct'),
  moreThan: (count: number) => t('more than {0}', formatNumber(count)),
  repeated: t('Repeated'),
  repeatedValues: (values: number, records: number) =>
    values === 1
      ? t('1 value in {0} records', formatNumber(records))
      : t('{0} values in {1} records', formatNumber(values), formatNumber(records)),
  min: t('Min'),
  max: t('Max'),
  average: t('Avg'),
  sum: t('Sum'),
  oldest: t('Oldest'),
  newest: t('Newest'),
  earliest: t('Earliest'),
  latest: t('Latest'),
  shortest: t('Shortest'),
  longest: t('Longest'),
  averageLength: t('Avg length'),
  characters: (count: string) => (count === '1' ? t('1 character') : t('{0} characters', count)),
  yes: t('Yes'),
  no: t('No'),
  nonNumeric: t('Not a number'),
  ambiguousDates: t('Ambiguous dates'),
  otherValues: t('Other values'),
  frequent: t('Most frequent values'),
  everyOnce: t('Every value occurs once.'),
  firstDistinct: (count: number) => t('Only the first {0} distinct values are counted.', formatNumber(count)),
  unused: t('Unused choices'),
  none: t('None'),
  repeatedTitle: t('Values that occur more than once'),
  someListed: (listed: number, values: number) =>
    t('The first {0} of {1} values', formatNumber(listed), formatNumber(values)),
  times: (count: number) => t('{0} records', formatNumber(count)),
  more: (count: number) => t('and {0} more', formatNumber(count)),
  unnamed: (id: string) => t('Record {0}', id),
  noRecords: t('There are no records.'),
  filterTheTable: t('Show in the table'),
  openRecord: t('Open the record'),
  percent: (part: number, whole: number) =>
    new Intl.NumberFormat(numberLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(part / whole),
}));
