import type { HistoryEntry } from './historyEntry.ts';

/** What VS Code asks for at a time. */
export interface TimelineRange {
  /** The key of the last one that was answered. */
  readonly cursor?: string;
  /** So many, or all that are not older. */
  readonly limit?: number | { readonly timestamp: number };
}

export interface TimelinePage {
  readonly entries: readonly HistoryEntry[];
  /** Undefined at the end. */
  readonly cursor: string | undefined;
}

/** Before this version the function is there as well, and throws. */
const firstMinor = 145;

/** Whether VS Code lets everyone add to its Timeline. */
export function hasTimeline(version: string, register: unknown): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return typeof register === 'function' && (major > 1 || (major === 1 && minor >= firstMinor));
}

/** Of all that is known, the newest first. After one that is not kept any more, nothing is known to follow. */
export function timelinePage(all: readonly HistoryEntry[], { cursor, limit }: TimelineRange): TimelinePage {
  const last = all.findIndex(({ key }) => key === cursor);
  const rest = cursor !== undefined && last < 0 ? [] : all.slice(last + 1);
  const isIn = ({ at }: HistoryEntry, index: number): boolean =>
    limit === undefined || (typeof limit === 'number' ? index < limit : at >= limit.timestamp);
  const entries = rest.filter(isIn);
  return { entries, cursor: entries.length < rest.length ? (entries.at(-1)?.key ?? cursor) : undefined };
}
