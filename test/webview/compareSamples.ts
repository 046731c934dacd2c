import type { CompareRow, CompareState } from '../../src/features/compare/compareProtocol.ts';

export const compareState: CompareState = {
  id: 'of-the-tab',
  title: 'Title from the host',
  problem: null,
  here: 'All leads (Live)',
  there: 'All leads (Test)',
  sideLabels: ['Live', 'Test'],
  matchedBy: 'Email',
  compared: ['Name', 'City', 'Score'],
  counts: { different: 700, onlyHere: 200, onlyThere: 99, duplicate: 1, same: 12_345, notCompared: 0 },
  fields: [
    { field: 2, label: 'City', count: 600 },
    { field: 5, label: 'Score', count: 200 },
  ],
  onlyHere: ['Region'],
  onlyThere: [],
  notes: [],
  said: [],
  isComplete: true,
  version: 0,
  isBusy: false,
};

const compareRows: readonly CompareRow[] = [
  {
    kind: 'different',
    name: 'Lead 1',
    key: '1',
    cells: [
      { label: 'City', here: 'Goa', there: 'Pune' },
      { label: 'Score', here: '1,200', there: '' },
    ],
    times: null,
  },
  { kind: 'onlyHere', name: 'Lead 2', key: '2', cells: [{ label: 'City', here: 'Goa', there: '' }], times: null },
  { kind: 'onlyThere', name: '', key: '3', cells: [{ label: 'City', here: '', there: 'Goa' }], times: null },
  { kind: 'duplicate', name: 'Lead 4', key: '4', cells: [], times: [2, 1] },
];

/** This many rows in total, repeating the samples. */
export function compareWindow(
  total: number,
  name?: string,
): (asked: { readonly from: number; readonly count: number }) => { total: number; rows: CompareRow[] } {
  return ({ from, count }) => ({
    total,
    rows: Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, place): CompareRow => {
      const row = compareRows[(from + place) % compareRows.length] as CompareRow;
      const cells = row.cells.map(({ label, here, there }) => ({
        label: name ?? label,
        here: here && (name ?? here),
        there: there && (name ?? there),
      }));
      return { ...row, name: name ?? `Lead ${from + place + 1}`, cells };
    }),
  });
}
