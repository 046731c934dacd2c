import { bulkHost, type BulkRow, type BulkState } from '../../../src/features/bulk/bulkProtocol.ts';
import { bulkRow, bulkSteps } from '../bulkSamples.ts';
import { none } from '../openedBulk.ts';
import { hebrewName, longSentence, longWord, never, type SheetState, type StateName } from './sheetState.ts';

const [choosing, deleting, stopped] = bulkSteps as [BulkState, BulkState, BulkState];
const previewing: BulkState = {
  ...choosing,
  title: 'Edit City of 1,000 records',
  step: 'preview',
  fields: [],
  counts: { ...none, waiting: 997, unchanged: 1, refused: 2 },
  way: 'records',
};
const running: BulkState = {
  ...previewing,
  step: 'run',
  counts: { ...none, waiting: 500, done: 496, failed: 3, unclear: 1 },
  run: {
    id: 'a',
    status: 'running',
    pace: ['500 of 1,000', '45 records a second', '11 s left'],
    canUndo: false,
    unclearAdds: 0,
  },
};
const finished: BulkState = {
  ...running,
  counts: { ...none, done: 1_000 },
  run: { id: 'a', status: 'finished', pace: [], canUndo: true, unclearAdds: 0 },
};

const planned: BulkState = {
  ...previewing,
  title: 'Plan cities.recordplan.json',
  plan: {
    name: 'cities.recordplan.json',
    isRead: true,
    connection: 'Staging',
    address: 'https://staging.example/api',
    madeBy: 'Recordbench',
    madeAt: 1_760_000_000_000,
    why: 'Edit City of 1,000 records',
  },
  changedSince: 3,
  counts: { ...none, waiting: 990, changed: 3, unchanged: 4, refused: 2, gone: 1 },
  note: 'This plan was made for Staging (https://staging.example/api). It would run on Example (https://example.com), on the records with the same “E-mail”.',
};
const unreadPlan: BulkState = {
  ...planned,
  step: 'choose',
  plan: planned.plan && { ...planned.plan, isRead: false },
  counts: null,
  connection: '',
  controller: '',
  records: null,
  problem:
    'Could not read line 12 of the plan: it is not valid JSON. Fix it there, or restore an earlier version of the file.',
};

const states = {
  preview: ['waiting', 'changed', 'refused', 'unchanged', 'gone'],
  run: ['waiting', 'refused', 'unchanged', 'done', 'failed', 'unclear'],
} as const;
/** States without changes. */
const settled: readonly BulkRow['state'][] = ['refused', 'unchanged', 'gone'];

function rowsCalled(name: string | undefined, count: number, step: 'preview' | 'run'): BulkRow[] {
  return Array.from({ length: count }, (_, place): BulkRow => {
    const state = states[step][place % states[step].length] ?? 'waiting';
    const isReasoned = state === 'refused' || state === 'failed';
    return {
      ...bulkRow,
      id: String(place + 1),
      name: name ?? `Lead ${place + 1}`,
      state,
      why:
        state === 'changed'
          ? '“City” was “Agra” in the plan'
          : isReasoned
            ? (name ?? '“City” is read-only for you.')
            : null,
      cells: settled.includes(state) ? [] : [{ label: name ?? 'City', before: name ?? 'Goa', after: name ?? 'Pune' }],
    };
  });
}

interface StateOptions {
  readonly part?: string;
  readonly records?: number;
  readonly name?: string;
}

function bulk(
  state: StateName,
  start: BulkState | undefined,
  { part, records = 1_000, name }: StateOptions = {},
): SheetState {
  return {
    page: 'bulk',
    state,
    ...(part && { part }),
    show: async (view) => {
      await view.openWith('bulk', bulkHost, {
        start: () => start ?? never<BulkState>(),
        lookUp: () => ({ records: [], isCut: false }),
        rows: ({ from, count }) => ({
          total: records,
          rows: rowsCalled(
            name,
            Math.max(0, Math.min(count, records - from)),
            start?.step === 'run' ? 'run' : 'preview',
          ),
        }),
      });
      if (start) await view.page.locator('main').first().waitFor();
      if (start && start.step !== 'choose' && records > 0)
        await view.page.locator('.list .rows .row').first().waitFor();
    },
  };
}

export const bulkStates: readonly SheetState[] = [
  bulk('as usual', choosing, { part: 'choose' }),
  bulk('as usual', previewing, { part: 'preview' }),
  bulk('as usual', deleting, { part: 'delete' }),
  bulk('as usual', running, { part: 'run' }),
  bulk('as usual', finished, { part: 'finished' }),
  bulk('as usual', planned, { part: 'plan' }),
  bulk(
    'as usual',
    { ...planned, adds: 2, deletes: 3, changedSince: 3, note: null, asksCount: true },
    { part: 'plan with all states' },
  ),
  bulk('refused', unreadPlan, { part: 'plan' }),
  bulk('nothing', { ...choosing, records: 0, fields: [], drafts: [] }, { part: 'choose' }),
  bulk('nothing', { ...previewing, counts: { ...none, unchanged: 1 }, records: 0 }, { records: 0, part: 'preview' }),
  bulk(
    'one',
    { ...previewing, title: 'Edit City of 1 record', records: 1, counts: { ...none, waiting: 1 } },
    { records: 1 },
  ),
  bulk(
    'very many',
    { ...previewing, records: 1_000_000, counts: { ...none, waiting: 1_000_000 } },
    { records: 1_000_000 },
  ),
  bulk(
    'very long',
    { ...previewing, title: longSentence, note: longSentence, problem: longWord },
    { name: longSentence },
  ),
  bulk('right to left', { ...previewing, title: hebrewName, note: hebrewName }, { name: hebrewName }),
  bulk('loading', undefined, { part: 'opened' }),
  bulk(
    'loading',
    { ...choosing, step: 'working', work: { words: 'Reading the records', done: 300, total: 1_000 } },
    { part: 'reading', records: 0 },
  ),
  bulk('service gone', {
    ...choosing,
    problem:
      'Could not list the records: the connection was refused. Check that the service is running and that the address and port are correct.',
  }),
  bulk('may not', { ...previewing, canWrite: false, note: 'The connection is read-only.' }),
  bulk('refused', { ...stopped, problem: 'The service refused 3 records.' }),
  bulk('conflict', { ...stopped, problem: 'Someone else changed 2 of the records.' }),
];
