import { controllerName } from '../../src/model/controller.ts';
import type { BulkField } from '../../src/model/bulk/bulkPlan.ts';
import type { Counts } from '../../src/model/bulk/bulkLedger.ts';
import type { Handlers } from '../../src/features/common/channel.ts';
import { type BulkFilter, type bulkHost, type BulkRow, type BulkState } from '../../src/features/bulk/bulkProtocol.ts';
import type { OpenedPage } from './openedPage.ts';

export const total = 100_000;

const field = (name: string, label: string, kind: BulkField['kind'], more: Partial<BulkField> = {}): BulkField => ({
  field: name,
  label,
  kind,
  options: [],
  example: '',
  ...more,
});

export const fields: readonly BulkField[] = [
  field('city', 'City', 'text'),
  field('score', 'Score', 'number', { example: '12.50' }),
  field('notes', 'Notes', 'longText'),
  field('due', 'Due', 'date', { example: '2026-12-31' }),
  field('seen', 'Seen', 'dateTime', { example: '31.12.2026 10:00' }),
  field('active', 'Active', 'boolean'),
  field('met', 'Met', 'dateTime', { example: '2026-12-31 10:00:00' }),
  field('owner', 'Owner', 'reference', { reference: { controller: controllerName('crm', 'users') } }),
  field('parent', 'Parent', 'reference'),
  field('tags', 'Tags', 'choices', {
    options: [
      { value: 'a', text: 'Alpha' },
      { value: 'b', text: 'Beta' },
    ],
  }),
  field('stage', 'Stage', 'choice', {
    options: [
      { value: 'new', text: 'New lead' },
      { value: 'won', text: 'Won lead' },
    ],
  }),
];

export const none: Counts = {
  waiting: 0,
  sent: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  unchanged: 0,
  refused: 0,
  gone: 0,
  dropped: 0,
  skipped: 0,
  changed: 0,
};

export const choosing: BulkState = {
  step: 'choose',
  kind: 'edit',
  title: 'Edit records',
  connection: 'Example',
  controller: 'crm/leads',
  records: total,
  work: null,
  fields,
  drafts: [],
  counts: null,
  version: 0,
  way: null,
  isUndo: false,
  plan: null,
  changedSince: 0,
  adds: 0,
  deletes: 0,
  asksCount: false,
  run: null,
  note: null,
  problem: null,
  canWrite: true,
};

export const previewing: BulkState = {
  ...choosing,
  step: 'preview',
  title: 'Edit City of 100000 records',
  fields: [],
  counts: { ...none, waiting: total - 2, unchanged: 1, refused: 1 },
  way: 'records',
};

export const running: BulkState = {
  ...previewing,
  step: 'run',
  counts: { ...none, waiting: total - 3, done: 1, failed: 1, unclear: 1 },
  run: {
    id: 'a',
    status: 'running',
    pace: ['3 of 100,000', '45 records a second', '37 min left'],
    canUndo: false,
    unclearAdds: 0,
  },
};

/** A range of the records of a preview or a run. */
export function bulkRows(filter: BulkFilter, from: number, count: number): { total: number; rows: BulkRow[] } {
  const states = ['waiting', 'refused', 'unchanged', 'done', 'failed', 'unclear'] as const;
  const all = filter === 'refused' ? 1 : total;
  const length = Math.max(0, Math.min(count, all - from));
  const made = Array.from({ length }, (_, index): BulkRow => {
    const place = from + index;
    const state = filter === 'refused' ? 'refused' : (states[place % 6] ?? 'waiting');
    return {
      id: String(place + 1),
      name: `Lead ${place + 1} <b>`,
      state,
      action: 'edit',
      why: state === 'refused' ? '“City” is read-only.' : null,
      canOpen: place % 6 !== 5,
      cells: [{ label: 'City', before: 'Goa', after: place % 2 === 0 ? '' : '<i>Pune</i>' }],
    };
  });
  return { total: all, rows: made };
}
const users = [
  { id: '3', text: 'Ana Roy', detail: 'Sales' },
  { id: '5', text: 'Bo Lee' },
];

/** A host with all the records; `asked` collects how many the page requests at once. */
export const handlers = (start: BulkState, asked: number[] = []): Handlers<typeof bulkHost> => ({
  start: () => start,
  lookUp: ({ text }) => ({ records: users.filter((user) => user.text.toLowerCase().includes(text)), isCut: false }),
  rows: ({ filter, from, count }) => {
    asked.push(count);
    return bulkRows(filter, from, count);
  },
});

export async function showState({ page }: OpenedPage, state: BulkState): Promise<void> {
  const data = JSON.stringify({ kind: 'event', name: 'state', data: state });
  await page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${data} }))`);
}

export async function choose({ page }: OpenedPage, label: string): Promise<void> {
  await page.getByLabel('Field to change').selectOption({ label });
  await page.getByRole('group', { name: label }).waitFor();
}
