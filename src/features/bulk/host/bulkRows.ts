import { setImmediate } from 'node:timers/promises';
import { type BulkLedger, type EntryState, type LedgerEntry, maxSortedByText } from '../../../model/bulk/bulkLedger.ts';
import { pathKey } from '../../../model/form/fieldPath.ts';
import { formatText } from '../../../model/formatValue.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { BulkColumn, BulkFilter, BulkRow, BulkSort } from '../bulkProtocol.ts';

const shownStates: Readonly<Record<Exclude<BulkFilter, 'all' | 'changed'>, readonly EntryState[]>> = {
  change: ['waiting', 'dropped'],
  unchanged: ['unchanged'],
  refused: ['refused'],
  gone: ['gone'],
  skipped: ['skipped'],
  done: ['done'],
  failed: ['failed', 'unclear'],
  waiting: ['waiting', 'sent'],
  left: ['refused', 'gone', 'dropped', 'changed', 'skipped'],
};

const longest = 500;

/** Number of texts read per batch when sorting; the event loop runs in between. */
const readAtOnce = 5_000;

type Indexes = Int32Array;

/**
 * The records as listed by the page, by index; only visible ones are read. Filter results are cached until the ledger
 * changes, sort results as long as they stay valid.
 */
export class BulkRows {
  #of: BulkLedger | undefined;
  #version = -1;
  #asked = '';
  #sorted: Indexes = new Int32Array();
  #sortedBy = '';
  #shown: Indexes = new Int32Array();

  async get(
    ledger: BulkLedger | undefined,
    filter: BulkFilter,
    from: number,
    count: number,
    sort?: BulkSort,
  ): Promise<{ total: number; rows: BulkRow[] }> {
    if (!ledger) return { total: 0, rows: [] };
    const { entries, version } = ledger;
    const asked = `${filter} ${sort?.by} ${sort?.isDescending}`;
    if (this.#of !== ledger || this.#version !== version || this.#asked !== asked) {
      const sorted = await this.#inOrder(ledger, sort);
      this.#shown = shownBy(filter, ledger, sorted);
      this.#of = ledger;
      this.#version = version;
      this.#asked = asked;
    }
    const shown = [...this.#shown.subarray(from, from + count)];
    const rows = shown.map((index) => entries.at(index)).filter((entry) => entry !== undefined);
    return { total: this.#shown.length, rows: rows.map((entry) => rowOf(ledger, entry)) };
  }

  async #inOrder(ledger: BulkLedger, sort: BulkSort | undefined): Promise<Indexes> {
    const by = `${sort?.by} ${sort?.isDescending} ${ledger.entries.length}`;
    // names and changes don't change during a run, but outcomes do, several times a second
    if (this.#of === ledger && this.#sortedBy === by && sort?.by !== 'outcome') return this.#sorted;
    const ascending = await ordered(ledger, sort?.by);
    this.#sorted = sort?.isDescending ? ascending.toReversed() : ascending;
    this.#sortedBy = by;
    return this.#sorted;
  }
}

function shownBy(filter: BulkFilter, ledger: BulkLedger, all: Indexes): Indexes {
  if (filter === 'all') return all;
  // records that the user included stay listed here
  if (filter === 'changed') return all.filter((index) => ledger.isChangedSinceAt(index));
  const states = shownStates[filter];
  return all.filter((index) => states.includes(ledger.stateAt(index)));
}

/** Records to write, then skipped ones, then unchanged ones; no record moves when a run starts. */
const ranks: Readonly<Record<EntryState, number>> = {
  waiting: 0,
  sent: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  dropped: 0,
  changed: 1,
  refused: 2,
  gone: 2,
  skipped: 2,
  unchanged: 3,
};

/** Outcomes that need attention come first. */
const outcomes: readonly EntryState[] = [
  'failed',
  'unclear',
  'changed',
  'refused',
  'gone',
  'sent',
  'waiting',
  'dropped',
  'skipped',
  'unchanged',
  'done',
];

async function ordered(ledger: BulkLedger, by: BulkColumn | undefined): Promise<Indexes> {
  if (by === 'outcome') return byRank(ledger, outcomes.length, (state) => outcomes.indexOf(state));
  const usual = byRank(ledger, 4, (state) => ranks[state]);
  if (by === undefined || usual.length > maxSortedByText) return usual;
  const texts: { readonly index: number; readonly text: string }[] = [];
  for (const index of usual) {
    const entry = ledger.entries.at(index);
    if (entry) texts.push({ index, text: by === 'record' ? entry.name || entry.id : changeText(ledger, entry) });
    if (texts.length % readAtOnce === 0) await setImmediate();
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  // records without a change come last
  texts.sort((a, b) => Number(a.text === '') - Number(b.text === '') || compare(a.text, b.text));
  return Int32Array.from(texts, ({ index }) => index);
}

/** Sorts by rank; equal ranks keep the order of the plan. */
function byRank(ledger: BulkLedger, count: number, rankOf: (state: EntryState) => number): Indexes {
  const { length } = ledger.entries;
  const next = new Int32Array(count + 1);
  for (let index = 0; index < length; index++) next[rankOf(ledger.stateAt(index)) + 1]! += 1;
  for (let rank = 1; rank <= count; rank++) next[rank]! += next[rank - 1]!;
  const indexes = new Int32Array(length);
  for (let index = 0; index < length; index++) indexes[next[rankOf(ledger.stateAt(index))]!++] = index;
  return indexes;
}

/** Text of the change as shown in a row. */
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
    cells: cells.map(({ at, before, after, beforeText, afterText }) => {
      const decimals = ledger.decimals.get(pathKey(at));
      const text = (value: JsonValue, shown: string | undefined): string =>
        shortened(decimals === undefined ? (shown ?? plain(value)) : formatText(plain(value), 'number', '', decimals));
      return {
        label: ledger.labels.get(pathKey(at)) ?? at.join('.'),
        before: text(before, beforeText),
        after: text(after, afterText),
      };
    }),
  };
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
