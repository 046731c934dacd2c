import * as z from 'zod/mini';
import { tableQuery } from '../../protocol/table.ts';
import type { KeptState } from '../common/hostChannel.ts';

const place = z.int().check(z.gte(-1));
const keptView = z.object({
  query: tableQuery,
  top: z.int().check(z.gte(0)),
  active: z.object({ row: place, column: place }),
  selection: z.object({ all: z.boolean(), ids: z.array(z.string()).check(z.maxLength(10_000)) }),
  isFiltering: z.boolean(),
  isPreviewing: z.boolean(),
  /** Of a list view that is a chart. */
  views: z.optional(z.enum(['table', 'chart', 'both'])),
});

/** How the person left the table, for when it is shown again. */
export type KeptView = z.output<typeof keptView>;

/** Undefined when nothing was kept, or by a version that kept something else. */
export function readKeptView(kept: KeptState): KeptView | undefined {
  const read = keptView.safeParse(kept.getState());
  return read.success ? read.data : undefined;
}

export function writeKeptView(kept: KeptState, view: KeptView): void {
  const isTooMuch = view.selection.ids.length > 10_000;
  kept.setState(isTooMuch ? { ...view, selection: { all: false, ids: [] } } : view);
}
