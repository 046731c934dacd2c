import type { BulkRow, BulkState } from '../../src/features/bulk/bulkProtocol.ts';
import { choosing } from './openedBulk.ts';

const bulkState: BulkState = {
  ...choosing,
  title: 'Title from the host',
  records: 1_000,
  fields: [{ field: 'city', label: 'City', kind: 'text', options: [], example: '' }],
  drafts: [{ field: 'city', kind: 'replace', find: 'a', value: [] }],
};
const counts = {
  waiting: 5,
  sent: 0,
  done: 3,
  failed: 1,
  unclear: 1,
  unchanged: 1,
  refused: 1,
  gone: 1,
  dropped: 1,
  changed: 1,
  skipped: 1,
};
/** The steps: choosing, preview, and result. */
export const bulkSteps: readonly BulkState[] = [
  bulkState,
  { ...bulkState, step: 'preview', kind: 'delete', deletes: 5, counts, way: 'endpoint', asksCount: true },
  { ...bulkState, step: 'run', counts, run: { id: 'a', status: 'stopped', pace: [], canUndo: true, unclearAdds: 1 } },
];

export const bulkRow: BulkRow = {
  id: '1',
  name: 'Lead 1',
  state: 'waiting',
  action: 'edit',
  why: null,
  canOpen: true,
  cells: [{ label: 'City', before: 'Goa', after: '' }],
};
