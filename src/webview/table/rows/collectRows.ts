import type { RowsRequest, TableRow, TableRows } from '../../../protocol/table.ts';
import type { RowSource } from './rowSource.ts';

/** What is held is taken from there, the rest is asked for. All of it answers the query that the source has now. */
export async function collectRows(
  source: RowSource,
  ask: (request: RowsRequest) => Promise<TableRows>,
  first: number,
  last: number,
): Promise<TableRow[]> {
  const { query } = source;
  const rows: TableRow[] = [];
  let place = first;
  while (place <= last) {
    const held = source.isStale || source.query !== query ? undefined : source.row(place);
    if (held) {
      rows.push(held);
      place++;
      continue;
    }
    const reply = await ask({ query, from: place, count: Math.min(source.pageSize, last - place + 1) });
    const found = source.align(reply).slice(Math.max(0, place - reply.from));
    if (found.length === 0) break; // the list ends before
    rows.push(...found.slice(0, last - place + 1));
    place += found.length;
  }
  return rows;
}
