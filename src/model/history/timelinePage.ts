import type { HistoryEntry } from './historyEntry.ts';

/** A page that VS Code requests. */
export interface TimelineRange {
  /** Key of the last entry returned. */
  readonly cursor?: string;
  /** Max number of entries, or all entries that aren't older. */
  readonly limit?: number | { readonly timestamp: number };
}

export interface TimelinePage {
  readonly entries: readonly HistoryEntry[];
  /** Undefined at the end. */
  readonly cursor: string | undefined;
}

/** First minor version with the API: earlier ones have the function, but it throws. */
const firstMinor = 145;

/** True if VS Code lets any extension contribute to the Timeline. */
export function hasTimeline(version: string, register: unknown): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return typeof register === 'function' && (major > 1 || (major === 1 && minor >= firstMinor));
}

/** Entries must be sorted newest first. If the cursor's entry is no longer stored, returns an empty page. */
export function timelinePage(all: readonly HistoryEntry[], { cursor, limit }: TimelineRange): TimelinePage {
  const last = all.findIndex(({ key }) => key === cursor);
  const rest = cursor !== undefined && last < 0 ? [] : all.slice(last + 1);
  const isIn = ({ at }: HistoryEntry, index: number): boolean =>
    limit === undefined || (typeof limit === 'number' ? index < limit : at >= limit.timestamp);
  const entries = rest.filter(isIn);
  return { entries, cursor: entries.length < rest.length ? (entries.at(-1)?.key ?? cursor) : undefined };
}
