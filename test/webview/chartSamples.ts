import type { ChartKind } from '../../src/model/list/listView.ts';
import type { Column, ColumnKind } from '../../src/model/list/recordPage.ts';
import type { TableRow } from '../../src/features/table/tableProtocol.ts';
import { plainColumn } from '../support/plainColumn.ts';

/** Input of a chart element. */
export interface Sample {
  readonly kind: ChartKind;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly helper?: string;
  readonly total?: number;
}

function sample(
  kind: ChartKind,
  title: string,
  columns: readonly (readonly [label: string, kind?: ColumnKind])[],
  cells: readonly (readonly (string | null)[])[],
): Sample {
  return {
    kind,
    title,
    columns: columns.map(([label, type = 'number']) =>
      plainColumn(label, { name: label.toLowerCase().replaceAll(' ', '_'), kind: type, isData: false }),
    ),
    rows: cells.map((one) => ({
      id: null,
      name: '',
      isDeleted: false,
      canEdit: undefined,
      canDelete: undefined,
      cells: one,
    })),
  };
}

const stages = ['1. New', '2. Contacted', '3. Qualified', '4. Proposal', '5. Won', '6. Lost'];
const months = Array.from(
  { length: 24 },
  (_, place) => `${2025 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
);
const sources = ['Web', 'Trade Fair', 'Referral', 'Cold Call', 'Partner', 'Advertisement', 'Social Media', 'Other'];
const countries: readonly (readonly string[])[] = [
  ['Germany', 'DE', '52.5', '13.4'],
  ['United States', 'US', '40.7', '-74'],
  ['India', 'IN', '19', '72.9'],
  ['Brazil', 'BR', '-23.5', '-46.6'],
  ['Singapore', 'SG', '1.3', '103.8'],
  ['Japan', 'JP', '35.7', '139.7'],
  ['Korea, Republic of', 'KR', '37.6', '127'],
  ['Kenya', 'KE', '-1.3', '36.8'],
  ['Atlantis', 'ATL', '', ''],
];

/** One of each kind, as the embedded service sends them. */
export const samples = {
  line: sample(
    'line',
    'Leads by Month',
    [['Created', 'text'], ['Records']],
    months.map((month, place) => [month, String(300 + Math.round(200 * Math.sin(place / 2)) + place * 9)]),
  ),
  lines: sample(
    'line',
    'Activities by Month',
    [['Due', 'text'], ['Records'], ['Cost'], ['Minutes']],
    months.map((month, place) => [
      month,
      String(100 + ((place * 37) % 60)),
      String(90_000 + ((place * 7919) % 40_000)),
      place === 9 ? null : String(1000 + ((place * 97) % 700)),
    ]),
  ),
  pie: sample(
    'pie',
    'Leads by Source',
    [['Lead source', 'text'], ['Records'], ['Budget']],
    sources.map((source, place) => [source, String(1200 - place * 140), String(5 + place)]),
  ),
  bar: sample(
    'bar',
    'Pipeline by Stage',
    [['Current stage', 'text'], ['Records'], ['Budget'], ['Expected amount']],
    stages.map((stage, place) => [
      stage,
      String(1204 - place * 190),
      String(9_500_000 - place * 1_100_000),
      String(6_000_000 - place * 800_000),
    ]),
  ),
  gauge: sample(
    'gauge',
    'Share Won',
    [['Value'], ['Minimum'], ['Maximum'], ['Records']],
    [['16.42', '0', '100', '5000']],
  ),
  geo: sample(
    'geo',
    'Leads by Country',
    [['Country', 'text'], ['Country code', 'text'], ['Latitude'], ['Longitude'], ['Records'], ['Expected amount']],
    countries.map((country, place) => [...country, String(900 - place * 100), String(1_000_000 + place * 250_000)]),
  ),
  other: { ...sample('other', 'Flow', [['Stage', 'text'], ['Records']], [['New', '1']]), helper: 'sankey_chart' },
} as const satisfies Record<string, Sample>;

export type SampleName = keyof typeof samples;
