import { comparedText } from './draft/comparedText.ts';
import { changedUnits } from './draft/changeUnits.ts';
import type { HistoryField } from './history/historyEntry.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { type RecordForm, recordTitle } from './form/recordForm.ts';
import { withoutSecrets } from './form/secrets.ts';
import type { IsSecret } from './secretNames.ts';
import { isSecretColumn } from './list/columnField.ts';
import type { ColumnKind, RecordPage } from './list/recordPage.ts';
import { textValues, writtenEntries } from './draft/recordText.ts';
import { formatText, isIdentifier } from './formatValue.ts';
import { readableText, type TextPair } from './history/readableText.ts';

/** State of a watched record or list view at the last check. */
export type Snapshot = RecordSnapshot | ListSnapshot | GoneSnapshot;

interface RecordSnapshot {
  readonly kind: 'record';
  readonly name: string;
  /** Undefined for a snapshot from an earlier window. */
  readonly form?: RecordForm;
  readonly values: JsonObject;
}

interface SeenRow {
  readonly name: string;
  /** Cells of the visible columns, in order. */
  readonly cells: readonly (string | null)[];
}

interface ListSnapshot {
  readonly kind: 'list';
  readonly name: string;
  readonly labels: readonly string[];
  /** Kinds of the columns. Undefined for a snapshot from an earlier window. */
  readonly kinds?: readonly ColumnKind[];
  readonly rows: ReadonlyMap<string, SeenRow>;
  /** Undefined if the service doesn't provide it. */
  readonly total: number | undefined;
}

interface GoneSnapshot {
  readonly kind: 'gone';
  readonly name: string;
}

/** Excludes secrets, which are neither stored nor reported as changes. */
export function snapshotOfRecord(form: RecordForm, isSecret: IsSecret): Snapshot {
  const name = recordTitle(form);
  if (form.isDeleted) return { kind: 'gone', name };
  return { kind: 'record', name, form, values: withoutSecrets(form, textValues(form), isSecret) };
}

export function snapshotOfList({ columns, rows, total, listViewName }: RecordPage, name: string): Snapshot {
  const shown = columns.flatMap((column, index) => (column.isVisible && !isSecretColumn(column) ? [index] : []));
  return {
    kind: 'list',
    name: listViewName ?? name,
    labels: shown.map((index) => columns[index]?.label ?? ''),
    kinds: shown.map((index) => kindOf(columns[index])),
    rows: new Map(
      rows.map((row, index) => [
        row.id ?? `row ${index + 1}`,
        { name: row.name, cells: shown.map((cell) => row.cells[cell] ?? null) },
      ]),
    ),
    total,
  };
}

/** Shows id numbers unformatted. */
function kindOf(column: RecordPage['columns'][number] | undefined): ColumnKind {
  if (!column || (column.kind === 'number' && isIdentifier(column.columnName ?? column.label))) return 'text';
  return column.kind;
}

/** Differences between two checks. */
export type SnapshotChange =
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

/** Returns undefined if nothing changed. Ignores system values, such as the modification time. */
export function changesBetween(before: Snapshot, now: Snapshot): SnapshotChange | undefined {
  if (now.kind === 'gone') return before.kind === 'gone' ? undefined : { kind: 'gone' };
  if (before.kind === 'gone') return { kind: 'back' };
  if (before.kind === 'record' && now.kind === 'record' && now.form) {
    const changed = changedUnits(now.form, before.values, now.values).filter(({ isSystem }) => !isSystem);
    return changed.length === 0 ? undefined : { kind: 'fields', labels: changed.map(({ label }) => label) };
  }
  return before.kind === 'list' && now.kind === 'list' ? rowNews(before, now) : undefined;
}

function rowNews(before: ListSnapshot, now: ListSnapshot): SnapshotChange | undefined {
  const added = [...now.rows.keys()].filter((id) => !before.rows.has(id)).length;
  const changed = [...now.rows].filter(([id, row]) => {
    const old = before.rows.get(id);
    return old !== undefined && !sameCells(labeled(before, old), labeled(now, row));
  }).length;
  // in a list longer than the snapshot, a missing row may just have moved
  const gone = isCut(now) ? 0 : [...before.rows.keys()].filter((id) => !now.rows.has(id)).length;
  const more = isCut(now) && before.total !== undefined && now.total !== undefined ? now.total - before.total : 0;
  return added + changed + gone === 0 && more === 0 ? undefined : { kind: 'rows', added, changed, gone, more };
}

function isCut({ rows, total }: ListSnapshot): boolean {
  return total === undefined || total > rows.size;
}

/** An added or removed column doesn't count as a change of a row. */
function labeled({ labels }: ListSnapshot, { cells }: SeenRow): Map<string, string | null> {
  return new Map(labels.map((label, index) => [label, cells[index] ?? null]));
}

/** Returns the rows in both snapshots whose cells differ, with column labels. */
export function changedRows(
  before: Snapshot,
  now: Snapshot,
): { readonly id: string; readonly name: string; readonly fields: readonly HistoryField[] }[] {
  if (before.kind !== 'list' || now.kind !== 'list') return [];
  return [...now.rows].flatMap(([id, row]) => {
    const old = before.rows.get(id);
    const earlier = old && labeled(before, old);
    const fields = [...labeled(now, row)].flatMap(([label, cell]): HistoryField[] => {
      const [from, to] = [earlier?.get(label) ?? '', cell ?? ''];
      return earlier?.has(label) === true && from !== to ? [{ at: [label], label, from, to }] : [];
    });
    return fields.length === 0 ? [] : [{ id, name: row.name, fields }];
  });
}

function sameCells(one: ReadonlyMap<string, string | null>, other: ReadonlyMap<string, string | null>): boolean {
  return [...one].every(([label, cell]) => !other.has(label) || (other.get(label) ?? '') === (cell ?? ''));
}

/** Applies the user's own changes to the earlier snapshot, so that they aren't reported. */
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

/** Returns both sides for the diff editor, as readable text and as JSON. */
export function snapshotTexts(
  before: Snapshot,
  now: Snapshot,
): { readonly readable: TextPair; readonly json: TextPair } {
  // for an earlier window, only the values are known
  const form = now.kind === 'record' ? now.form : undefined;
  const kinds = new Map(now.kind === 'list' ? now.labels.map((label, index) => [label, now.kinds?.[index]]) : []);
  const readable = (one: Snapshot): string => {
    if (one.kind === 'gone') return '';
    if (one.kind === 'list') return rowsText(one, (label) => kinds.get(label) ?? 'text');
    return readableText(one.values, one.form ?? form, { hidesSystem: true });
  };
  const json = (one: Snapshot): string => {
    if (one.kind === 'gone') return '';
    const known = one.kind === 'record' ? (one.form ?? form) : undefined;
    if (one.kind === 'record')
      return known ? comparedText(known, one.values, true) : writtenEntries(Object.entries(one.values));
    return writtenEntries([...one.rows].map(([id, row]) => [id, Object.fromEntries(labeled(one, row))] as const));
  };
  return {
    readable: { before: readable(before), after: readable(now) },
    json: { before: json(before), after: json(now) },
  };
}

function rowsText({ labels, rows }: ListSnapshot, kindOfColumn: (label: string) => ColumnKind): string {
  const texts = [...rows].map(([id, { name, cells }]) => {
    const lines = labels.map((label, index) => {
      const shown = formatText(cells[index] ?? '', kindOfColumn(label), '');
      return `  ${label}: ${shown.replaceAll(/\s+/g, inOneLine)}`;
    });
    return [name === '' ? id : name, ...lines].join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

function inOneLine(blank: string): string {
  return blank.includes('\n') ? ' ⏎ ' : blank;
}

/** Serializes a snapshot for the next window. */
export function snapshotJson(snapshot: Snapshot): JsonObject {
  const { kind, name } = snapshot;
  if (snapshot.kind === 'record') return { kind, name, values: snapshot.values };
  if (snapshot.kind === 'gone') return { kind, name };
  const rows = [...snapshot.rows].map(([id, row]): JsonValue[] => [id, row.name, [...row.cells]]);
  return { kind, name, labels: [...snapshot.labels], rows, total: snapshot.total ?? null };
}

/** Returns undefined if it isn't a valid snapshot. */
export function readSnapshot(json: JsonValue | undefined): Snapshot | undefined {
  if (!isObject(json) || typeof json['name'] !== 'string') return undefined;
  const { kind, name, values, labels, rows, total } = json;
  if (kind === 'gone') return { kind, name };
  if (kind === 'record') return isObject(values) ? { kind, name, values } : undefined;
  if (kind !== 'list' || !Array.isArray(rows) || !Array.isArray(labels)) return undefined;
  if (!labels.every((label) => typeof label === 'string')) return undefined;
  const seen = rows.map(seenRow);
  if (seen.some((row) => row === undefined)) return undefined;
  const found = new Map(seen.flatMap((row) => (row ? [row] : [])));
  return { kind, name, labels, rows: found, total: typeof total === 'number' ? total : undefined };
}

function seenRow(row: JsonValue): [string, SeenRow] | undefined {
  if (!Array.isArray(row)) return undefined;
  const [id, name, cells] = row;
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(cells)) return undefined;
  const isCell = (cell: JsonValue): cell is string | null => cell === null || typeof cell === 'string';
  return cells.every(isCell) ? [id, { name, cells }] : undefined;
}
