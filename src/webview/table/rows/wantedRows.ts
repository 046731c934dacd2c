import type { BlockStore } from './blockStore.ts';

/** Places in a list, the last one not included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** What is at hand, under way, or was asked for in vain. */
export interface Holdings {
  readonly rows: BlockStore;
  readonly pageSize: number;
  /** Nothing is asked for from here on; undefined while nobody knows. */
  readonly end: number | undefined;
  readonly flights: Iterable<RowRange>;
  readonly nothingAt: ReadonlySet<number>;
  readonly failedAt: ReadonlySet<number>;
}

/** What the screen lacks, then what is just outside of it. */
export function wantedNear(
  { first, last }: { readonly first: number; readonly last: number },
  length: number,
  holdings: Holdings,
): RowRange | undefined {
  const { rows, pageSize } = holdings;
  const ahead = Math.ceil(pageSize / 4);
  for (const [from, to] of [
    [first, last],
    [last + 1, last + ahead],
    [first - ahead, first - 1],
  ] as const)
    for (let place = Math.max(0, from); place <= Math.min(to, length - 1); place++)
      if (!rows.at(place)) {
        const want = wantedAt(place, holdings);
        if (want) return want;
        place += pageSize - 1 - (place % pageSize); // the rest of the block waits with it
      }
  return undefined;
}

/** The rest of the block that begins at a missing row, unless it is on its way or was asked for in vain. */
export function wantedAt(place: number, holdings: Holdings): RowRange | undefined {
  const { rows, pageSize, end, flights, nothingAt, failedAt } = holdings;
  const blockStart = place - (place % pageSize);
  let from = place;
  while (from > blockStart && !rows.at(from - 1) && !nothingAt.has(from - 1)) from--;
  if (nothingAt.has(place) || nothingAt.has(from) || failedAt.has(from)) return undefined;
  let to = Math.min(blockStart + pageSize, end ?? Number.POSITIVE_INFINITY);
  for (let next = from; next < to; next++) if (rows.at(next)) to = next;
  for (const flight of flights) if (flight.from < to && flight.to > from) return undefined;
  return { from, to };
}
