import assert from 'node:assert/strict';
import type { RowsRequest, TableRow, TableRows } from '../../../../../src/features/table/tableProtocol.ts';
import { plainColumn, plainRow } from '../../../../support/plainColumn.ts';
import { RowSource, type RowSourceOptions } from '../../../../../src/features/table/page/rows/rowSource.ts';

export const rowAt = (place: number, mark = ''): TableRow =>
  plainRow(String(place), [`${mark}${place}`], { name: `${place}` });

interface Pending {
  readonly request: RowsRequest;
  readonly signal: AbortSignal;
  readonly answer: (reply: Partial<TableRows> & { readonly rows: readonly TableRow[] }) => Promise<void>;
  readonly refuse: (message: string, code?: string) => Promise<void>;
}

/** A source with a host that responds when the test lets it. */
export function sourceWithHost(
  options: Partial<Pick<RowSourceOptions, 'pageSize' | 'startAt' | 'first' | 'onReply'>> = {},
) {
  const pending: Pending[] = [];
  const waiting: (() => void)[] = [];
  const seen = { changes: 0, restarts: 0 };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const source = new RowSource({
    query: {},
    pageSize: 10,
    startAt: 0,
    ...options,
    ask: (request, signal = new AbortController().signal) =>
      new Promise((resolve, reject) => {
        pending.push({
          request,
          signal,
          answer: async (reply) => {
            resolve({ from: request.from, columns: [plainColumn('name')], total: null, ...reply });
            await settled();
          },
          refuse: async (message, code = 'failed') => {
            reject(Object.assign(new Error(message), { code }));
            await settled();
          },
        });
      }),
    onChange: () => seen.changes++,
    onRestart: () => seen.restarts++,
    later: (work) => waiting.push(work),
  });
  const next = (): Pending => {
    const first = pending.shift();
    assert.ok(first, 'nothing was asked');
    return first;
  };
  const rows = (from: number, count: number, mark = ''): TableRow[] =>
    Array.from({ length: count }, (_, offset) => rowAt(from + offset, mark));
  const afterPause = (): void => {
    for (const work of waiting.splice(0)) work();
  };
  return { source, pending, next, rows, seen, settled, afterPause };
}

export const textAt = (source: RowSource, place: number): string | null | undefined => source.row(place)?.cells[0];
