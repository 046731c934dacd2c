import type { BulkLedger, EntryState, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import type { JsonValue } from '../../model/json.ts';
import type { BulkFilter, BulkRow } from '../../protocol/bulkProtocol.ts';

const shownStates: Readonly<Record<Exclude<BulkFilter, 'all'>, readonly EntryState[]>> = {
  change: ['waiting', 'dropped'],
  unchanged: ['unchanged'],
  refused: ['refused'],
  done: ['done'],
  failed: ['failed', 'unclear'],
  waiting: ['waiting', 'sent'],
  left: ['unchanged', 'refused', 'dropped'],
};

const longest = 500;

/** The records as the page lists them. What was filtered is kept until the ledger changes. */
export class BulkRows {
  #of: BulkLedger | undefined;
  #version = -1;
  #filter: BulkFilter = 'all';
  #shown: readonly LedgerEntry[] = [];

  get(
    ledger: BulkLedger | undefined,
    filter: BulkFilter,
    from: number,
    count: number,
  ): { total: number; rows: BulkRow[] } {
    if (!ledger) return { total: 0, rows: [] };
    if (this.#of !== ledger || this.#version !== ledger.version || this.#filter !== filter) {
      const states = filter === 'all' ? undefined : shownStates[filter];
      this.#shown = states ? ledger.entries.filter(({ state }) => states.includes(state)) : ledger.entries;
      this.#of = ledger;
      this.#version = ledger.version;
      this.#filter = filter;
    }
    const rows = this.#shown.slice(from, from + count).map((entry) => rowOf(ledger, entry));
    return { total: this.#shown.length, rows };
  }
}

function rowOf(ledger: BulkLedger, { id, name, state, action, made, why, cells }: LedgerEntry): BulkRow {
  return {
    id,
    name,
    state,
    action,
    why: why ?? null,
    canOpen: action !== 'add' || made !== undefined,
    cells: cells.map(({ at, before, after, beforeText, afterText }) => ({
      label: ledger.labels.get(pathKey(at)) ?? at.join('.'),
      before: shortened(beforeText ?? plain(before)),
      after: shortened(afterText ?? plain(after)),
    })),
  };
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
