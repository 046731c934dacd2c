import type { BulkLedger, EntryState, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import type { JsonValue } from '../../model/json.ts';
import type { BulkColumn, BulkFilter, BulkRow, BulkSort } from '../../protocol/bulkProtocol.ts';

const shownStates: Readonly<Record<Exclude<BulkFilter, 'all' | 'changed'>, readonly EntryState[]>> = {
  change: ['waiting', 'dropped'],
  unchanged: ['unchanged'],
  refused: ['refused'],
  gone: ['gone'],
  done: ['done'],
  failed: ['failed', 'unclear'],
  waiting: ['waiting', 'sent'],
  left: ['refused', 'gone', 'dropped', 'changed'],
};

const longest = 500;

/** The records as the page lists them. What was filtered is kept until the ledger changes, what was sorted while it may. */
export class BulkRows {
  #of: BulkLedger | undefined;
  #version = -1;
  #asked = '';
  #sorted: readonly LedgerEntry[] = [];
  #sortedBy = '';
  #shown: readonly LedgerEntry[] = [];

  get(
    ledger: BulkLedger | undefined,
    filter: BulkFilter,
    from: number,
    count: number,
    sort?: BulkSort,
  ): { total: number; rows: BulkRow[] } {
    if (!ledger) return { total: 0, rows: [] };
    const asked = `${filter} ${sort?.by} ${sort?.isDescending}`;
    if (this.#of !== ledger || this.#version !== ledger.version || this.#asked !== asked) {
      this.#shown = shownBy(filter, this.#inOrder(ledger, sort));
      this.#of = ledger;
      this.#version = ledger.version;
      this.#asked = asked;
    }
    const rows = this.#shown.slice(from, from + count).map((entry) => rowOf(ledger, entry));
    return { total: this.#shown.length, rows };
  }

  #inOrder(ledger: BulkLedger, sort: BulkSort | undefined): readonly LedgerEntry[] {
    const by = `${sort?.by} ${sort?.isDescending} ${ledger.entries.length}`;
    // names and changes stay as they are while a run goes on, which moves an outcome several times a second
    if (this.#of === ledger && this.#sortedBy === by && sort?.by !== 'outcome') return this.#sorted;
    const ascending = ordered(ledger, sort?.by);
    this.#sorted = sort?.isDescending ? ascending.toReversed() : ascending;
    this.#sortedBy = by;
    return this.#sorted;
  }
}

function shownBy(filter: BulkFilter, all: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (filter === 'all') return all;
  // what is taken in stays where it was taken in
  if (filter === 'changed') return all.filter(({ since }) => since !== undefined);
  const states = shownStates[filter];
  return all.filter(({ state }) => states.includes(state));
}

/** What is written, then why others are not, then those that are as they should be: no record moves when a run begins. */
const places: Readonly<Record<EntryState, number>> = {
  waiting: 0,
  sent: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  dropped: 0,
  changed: 1,
  refused: 2,
  gone: 2,
  unchanged: 3,
};

/** What needs a look first. */
const outcomes: readonly EntryState[] = [
  'failed',
  'unclear',
  'changed',
  'refused',
  'gone',
  'sent',
  'waiting',
  'dropped',
  'unchanged',
  'done',
];

function ordered(ledger: BulkLedger, by: BulkColumn | undefined): LedgerEntry[] {
  const { entries } = ledger;
  if (by === 'outcome') return entries.toSorted((a, b) => outcomes.indexOf(a.state) - outcomes.indexOf(b.state));
  const usual = entries.toSorted((a, b) => places[a.state] - places[b.state]);
  if (by === undefined) return usual;
  const text =
    by === 'record'
      ? (entry: LedgerEntry) => entry.name || entry.id
      : (entry: LedgerEntry) => changeText(ledger, entry);
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return (
    usual
      .map((entry) => ({ entry, text: text(entry) }))
      // those without a change stay behind the others
      .toSorted((a, b) => Number(a.text === '') - Number(b.text === '') || compare(a.text, b.text))
      .map(({ entry }) => entry)
  );
}

/** As it is read in a row. */
function changeText(ledger: BulkLedger, entry: LedgerEntry): string {
  return rowOf(ledger, entry)
    .cells.map(({ label, before, after }) => `${label}: ${before} → ${after}`)
    .join(' · ');
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
