import { compareHost, type CompareState } from '../../../src/features/compare/compareProtocol.ts';
import { compareState, compareWindow } from '../compareSamples.ts';
import { hebrewName, longSentence, longWord, never, type SheetState, type StateName } from './sheetState.ts';

const none = { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 0 };

interface StateOptions {
  readonly part?: string;
  readonly records?: number;
  readonly name?: string;
}

function compare(
  state: StateName,
  start: CompareState | undefined,
  { part, records = 1_000, name }: StateOptions = {},
): SheetState {
  return {
    page: 'compare',
    state,
    ...(part && { part }),
    show: async (view) => {
      await view.openWith('compare', compareHost, {
        start: () => start ?? never<CompareState>(),
        rows: compareWindow(records, name),
      });
      if (start) await view.page.locator('main').first().waitFor();
      if (start && records > 0) await view.page.locator('.list .rows .row').first().waitFor();
    },
  };
}

const usual: CompareState = { ...compareState, title: 'All leads (Live) ↔ All leads (Test)' };

export const compareStates: readonly SheetState[] = [
  compare('as usual', usual),
  compare('nothing', { ...usual, counts: { ...none, same: 12_345 }, fields: [], onlyHere: [] }, { records: 0 }),
  compare('one', { ...usual, counts: { ...none, different: 1 }, fields: usual.fields.slice(0, 1) }, { records: 1 }),
  compare(
    'very many',
    { ...usual, counts: { ...usual.counts, different: 1_000_000, onlyThere: 1_000_000 } },
    { records: 2_000_000 },
  ),
  compare(
    'very long',
    {
      ...usual,
      title: longSentence,
      here: longSentence,
      there: longWord,
      sideLabels: [longSentence, longWord],
      matchedBy: longWord,
      fields: [{ field: 1, label: longSentence, count: 3 }],
      onlyHere: [longSentence, longWord],
      onlyThere: [longWord],
      notes: [longSentence],
      said: [longWord],
    },
    { name: longSentence },
  ),
  compare(
    'right to left',
    {
      ...usual,
      title: hebrewName,
      here: hebrewName,
      there: hebrewName,
      sideLabels: [hebrewName, 'Test'],
      notes: [hebrewName],
    },
    { name: hebrewName },
  ),
  compare('loading', undefined, { part: 'opened', records: 0 }),
  compare('loading', { ...usual, isBusy: true }, { part: 'again' }),
  compare(
    'service gone',
    {
      ...usual,
      problem: 'The result of this comparison is no longer on disk. Compare again to see it.',
      counts: none,
      fields: [],
      onlyHere: [],
      isComplete: false,
    },
    { part: 'came back', records: 0 },
  ),
  compare('service gone', {
    ...usual,
    isComplete: false,
    notes: [
      'All leads (Test): Reading stopped after 500, so records that exist on only one side are not reported. The connection was refused.',
    ],
  }),
];
