import { comparedText } from './draft/comparedText.ts';
import { changedUnits } from './draft/changeUnits.ts';
import type { JsonObject } from './json.ts';
import { type RecordForm, recordTitle } from './form/recordForm.ts';
import type { RecordPage } from './list/recordPage.ts';
import { textValues } from './draft/recordText.ts';

/** What a watched record or list view was like when it was looked at. It lives in memory alone. */
export type Snapshot = RecordSnapshot | ListSnapshot | GoneSnapshot;

interface RecordSnapshot {
  readonly kind: 'record';
  readonly name: string;
  readonly form: RecordForm;
  readonly values: JsonObject;
}

interface SeenRow {
  readonly name: string;
  /** Of the columns that are shown, in their order. */
  readonly cells: readonly (string | null)[];
}

interface ListSnapshot {
  readonly kind: 'list';
  readonly name: string;
  readonly labels: readonly string[];
  readonly rows: ReadonlyMap<string, SeenRow>;
  /** Undefined when the service does not tell. */
  readonly total: number | undefined;
}

interface GoneSnapshot {
  readonly kind: 'gone';
  readonly name: string;
}

export function snapshotOfRecord(form: RecordForm): Snapshot {
  const name = recordTitle(form);
  return form.isDeleted ? { kind: 'gone', name } : { kind: 'record', name, form, values: textValues(form) };
}

export function snapshotOfList({ columns, rows, total, listViewName }: RecordPage, name: string): Snapshot {
  const shown = columns.flatMap((column, index) => (column.isVisible && column.isDeclared ? [index] : []));
  return {
    kind: 'list',
    name: listViewName ?? name,
    labels: shown.map((index) => columns[index]?.label ?? ''),
    rows: new Map(
      rows.map((row, index) => [
        row.id ?? `row ${index + 1}`,
        { name: row.name, cells: shown.map((cell) => row.cells[cell] ?? null) },
      ]),
    ),
    total,
  };
}

/** What is new between two looks. */
export type SnapshotNews =
  | { readonly kind: 'fields'; readonly labels: readonly string[] }
  | {
      readonly kind: 'rows';
      readonly added: number;
      readonly changed: number;
      readonly gone: number;
      readonly more: number;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'back' };

/** Undefined when nothing is. What the service keeps for itself, such as the time of the last change, is no news. */
export function newsBetween(before: Snapshot, now: Snapshot): SnapshotNews | undefined {
  if (now.kind === 'gone') return before.kind === 'gone' ? undefined : { kind: 'gone' };
  if (before.kind === 'gone') return { kind: 'back' };
  if (before.kind === 'record' && now.kind === 'record') {
    const changed = changedUnits(now.form, before.values, now.values).filter(({ isSystem }) => !isSystem);
    return changed.length === 0 ? undefined : { kind: 'fields', labels: changed.map(({ label }) => label) };
  }
  return before.kind === 'list' && now.kind === 'list' ? rowNews(before, now) : undefined;
}

function rowNews(before: ListSnapshot, now: ListSnapshot): SnapshotNews | undefined {
  const added = [...now.rows.keys()].filter((id) => !before.rows.has(id)).length;
  const changed = [...now.rows].filter(([id, row]) => {
    const old = before.rows.get(id);
    return old !== undefined && !sameCells(labeled(before, old), labeled(now, row));
  }).length;
  // of a list that is longer than a look, a row that is not there may only have moved
  const gone = isCut(now) ? 0 : [...before.rows.keys()].filter((id) => !now.rows.has(id)).length;
  const more = isCut(now) && before.total !== undefined && now.total !== undefined ? now.total - before.total : 0;
  return added + changed + gone === 0 && more === 0 ? undefined : { kind: 'rows', added, changed, gone, more };
}

function isCut({ rows, total }: ListSnapshot): boolean {
  return total === undefined || total > rows.size;
}

/** A column that came or went is no change of a row. */
function labeled({ labels }: ListSnapshot, { cells }: SeenRow): Map<string, string | null> {
  return new Map(labels.map((label, index) => [label, cells[index] ?? null]));
}

function sameCells(one: ReadonlyMap<string, string | null>, other: ReadonlyMap<string, string | null>): boolean {
  return [...one].every(([label, cell]) => !other.has(label) || (other.get(label) ?? '') === (cell ?? ''));
}

/** The earlier look, with what the person did themselves since: that is no news to them. */
export function withOwn(before: Snapshot, now: Snapshot, ids: ReadonlySet<string>): Snapshot {
  if (before.kind !== 'list' || now.kind !== 'list') return now;
  const rows = new Map(before.rows);
  for (const id of ids) {
    const row = now.rows.get(id);
    if (row) rows.set(id, row);
    else rows.delete(id);
  }
  return { ...before, rows, total: now.total };
}

/** For the diff editor. */
export function snapshotText(snapshot: Snapshot): string {
  if (snapshot.kind === 'gone') return '';
  if (snapshot.kind === 'record') return comparedText(snapshot.form, snapshot.values, true);
  const rows = [...snapshot.rows].map(([id, { name, cells }]) => {
    const lines = snapshot.labels.map(
      (label, index) => `  ${label}: ${(cells[index] ?? '').replaceAll(/\s+/g, inOneLine)}`,
    );
    return [name === '' || name === id ? id : `${name} (${id})`, ...lines].join('\n');
  });
  return `${rows.join('\n\n')}\n`;
}

function inOneLine(blank: string): string {
  return blank.includes('\n') ? ' ⏎ ' : blank;
}
