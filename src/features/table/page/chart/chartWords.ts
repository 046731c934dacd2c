import { t } from '@vscode/l10n';
import { numberText } from './data/chartNumber.ts';
import { lazyWords } from '../../../common/page/locale.ts';

/** UI strings of the charts. */
export const chartWords = lazyWords(() => ({
  records: t('Records'),
  row: t('Row'),
  value: t('Value'),
  minimum: t('Minimum'),
  maximum: t('Maximum'),
  emptyLabel: t('(empty)'),
  other: (count: number) => t('Other ({0})', numberText(count)),
  noRows: t('There are no records to show.'),
  noNumbers: t('No column contains numbers, so there is no chart. The table shows the records.'),
  noPlaces: t(
    'None of the columns names a country or a latitude and longitude, so there is no map. The table shows the records.',
  ),
  unknownKind: (helper: string) =>
    helper === ''
      ? t('The chart type of this list view is not supported. Showing the table instead.')
      : t('The chart type “{0}” is not supported. Showing the table instead.', helper),
  notNumbers: (count: number) =>
    count === 1
      ? t('1 value is not a number and was skipped.')
      : t('{0} values are not numbers and were skipped.', numberText(count)),
  notTimes: (count: number) =>
    count === 1
      ? t('1 row has no date and was skipped.')
      : t('{0} rows have no date and were skipped.', numberText(count)),
  addedUp: (label: string) => t('Rows with the same {0} are added up.', label),
  counted: (label: string) => t('No column contains numbers. Showing the number of rows for each {0}.', label),
  negativePie: t("A pie chart can't show negative values. Showing bars instead."),
  zeroPie: t("A pie chart can't show only zeros. Showing bars instead."),
  groupedPie: (count: number) => t('The {0} smallest values are grouped.', numberText(count)),
  someSeries: (shown: number, all: number) => t('{0} of {1} columns with numbers are shown.', shown, all),
  firstGauge: (rows: number) => t('A gauge shows one value: the first of {0} rows.', numberText(rows)),
  firstRows: (rows: number, total: number) =>
    t('Shows the first {0} of {1} records.', numberText(rows), numberText(total)),
  unknownPlaces: (names: readonly string[]) => {
    const shown = names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '');
    return names.length === 1
      ? t('1 place is not on the map: {0}', shown)
      : t('{0} places are not on the map: {1}', numberText(names.length), shown);
  },
  values: (count: number) => (count === 1 ? t('1 value') : t('{0} values', numberText(count))),
  places: (count: number) => (count === 1 ? t('1 place') : t('{0} places', numberText(count))),
  highest: (label: string, value: string) => t('highest {0} {1}', label, value),
  lowest: (label: string, value: string) => t('lowest {0} {1}', label, value),
  allSame: (value: string) => t('all {0}', value),
  from: (first: string, last: string) => t('from {0} to {1}', first, last),
  scale: (value: string, minimum: string, maximum: string) =>
    t('{0} on a scale from {1} to {2}', value, minimum, maximum),
  noValue: t('no value'),
  ofAll: (index: number, count: number) => t('{0} of {1}', numberText(index), numberText(count)),
  walk: (title: string) => t('Points of {0}', title),
  howToWalk: t('Use the arrow keys to move between points. Press Enter to show a point in the table.'),
  numbers: t('Numbers'),
  notes: t('Notes'),
  groupBy: t('Group by'),
  measure: t('Measure'),
  count: t('Number of records'),
  guess: t('Automatic'),
  guessed: (label: string) => t('Automatic: {0}', label),
}));
