import type { ChartKind } from '../../model/listView.ts';
import { numberText } from './chartNumber.ts';

const several = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** Every sentence of the charts that a person reads or hears. */
export const words = {
  kinds: {
    line: 'Line chart',
    pie: 'Pie chart',
    bar: 'Bar chart',
    gauge: 'Gauge',
    geo: 'Map',
    other: 'Chart',
  } satisfies Record<ChartKind, string>,
  records: 'Records',
  row: 'Row',
  value: 'Value',
  minimum: 'Minimum',
  maximum: 'Maximum',
  emptyLabel: '(empty)',
  other: (count: number) => `Other (${numberText(count)})`,
  noRows: 'There are no records to draw.',
  noNumbers: 'None of the columns holds numbers, so there is nothing to draw.',
  noPlaces:
    'None of the columns names a country or a latitude and longitude, so there is no map. The table shows the records.',
  unknownKind: (helper: string) =>
    `The chart kind${helper === '' ? ' of this list view' : ` “${helper}”`} is not known: the table is shown.`,
  notNumbers: (count: number) =>
    `${several(count, 'value is', 'values are')} not a number and ${count === 1 ? 'is' : 'are'} left out.`,
  notTimes: (count: number) =>
    `${several(count, 'row has', 'rows have')} no date and ${count === 1 ? 'is' : 'are'} left out.`,
  addedUp: (label: string) => `Rows with the same ${label} are added up.`,
  counted: (label: string) => `No column holds numbers: the rows of each ${label} are counted.`,
  negativePie: 'A pie cannot show negative values, so bars are shown.',
  zeroPie: 'A pie cannot show values that are all 0, so bars are shown.',
  groupedPie: (count: number) => `The ${numberText(count)} smallest are shown as one.`,
  someSeries: (shown: number, all: number) => `${shown} of ${all} columns with numbers are shown.`,
  firstGauge: (rows: number) => `A gauge shows one value: the first of ${numberText(rows)} rows.`,
  firstRows: (rows: number, total: number) =>
    `Drawn from the first ${numberText(rows)} of ${numberText(total)} records.`,
  unknownPlaces: (names: readonly string[]) => {
    const shown = names.slice(0, 10).join(', ');
    const more = names.length > 10 ? ' …' : '';
    return `${several(names.length, 'place is', 'places are')} not on the map: ${shown}${more}`;
  },
  values: (count: number) => several(count, 'value', 'values'),
  places: (count: number) => several(count, 'place', 'places'),
  highest: (label: string, value: string) => `highest ${label} ${value}`,
  lowest: (label: string, value: string) => `lowest ${label} ${value}`,
  allSame: (value: string) => `all ${value}`,
  from: (first: string, last: string) => `from ${first} to ${last}`,
  scale: (value: string, minimum: string, maximum: string) => `${value} on a scale from ${minimum} to ${maximum}`,
  noValue: 'no value',
  ofAll: (place: number, count: number) => `${numberText(place)} of ${numberText(count)}`,
  walk: (title: string) => `Points of ${title}`,
  howToWalk: 'Arrow keys go from point to point, Enter shows the point in the table.',
  numbers: 'Numbers',
  notes: 'Notes',
  show: 'Show',
} as const;
