import { t } from '@vscode/l10n';
import { displayKey } from '../form/fieldPath.ts';
import { isEmpty, ownValue, sameValue, scalarText } from '../form/fieldValue.ts';
import { type Row, rowId } from '../form/subTable.ts';
import { shownValue } from '../form/shownValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import {
  type ChangeUnit,
  type FieldNode,
  sameChoice,
  sameRow,
  sameUnit,
  tableRows,
  unitsIn,
  unitValue,
  withUnit,
} from './changeUnits.ts';

type Side = 'mine' | 'theirs' | 'original';
const sides: readonly Side[] = ['mine', 'theirs', 'original'];

/** The rows of a table in which two people worked, with everything in them that is beyond dispute. */
export interface MergedRows {
  /** As they are when one of the sides is right about what is in dispute; all the same where nothing is. */
  readonly rows: Readonly<Record<Side, JsonValue>>;
  /** What each of the sides has there, row by row in words; undefined when nothing is in dispute. */
  readonly dispute?: Readonly<Record<Side, string>>;
}

/** A row as each side would have it; undefined where it is gone. */
type Versions = Readonly<Record<Side, JsonValue | undefined>>;

/**
 * Three-way, row by row: rows are the same when they have the same id. Undefined when they cannot be told apart, and
 * the table can only be taken as a whole.
 */
export function mergeRows(
  node: FieldNode,
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
): MergedRows | undefined {
  const [was, here, there] = [base, mine, theirs].map((value) => known(node, value));
  if (!was || !here || !there || [...was.rows.keys(), ...there.rows.keys()].some(isNew)) return undefined;
  const said: Record<Side, string[]> = { mine: [], theirs: [], original: [] };
  const versions = new Map<string, Versions>();
  for (const id of new Set([...was.rows.keys(), ...there.rows.keys(), ...here.rows.keys()])) {
    const row = { base: was.rows.get(id)?.value, mine: here.rows.get(id)?.value, theirs: there.rows.get(id)?.value };
    const { rows, words } = mergedRow(node, row as Parameters<typeof mergedRow>[1]);
    versions.set(id, rows);
    if (!words) continue;
    const title = rowTitle(node, (here.rows.has(id) ? here : was).ids.indexOf(id) + 1, row.base as JsonValue);
    for (const side of sides) said[side].push(`${title}: ${words[side]}`);
  }
  const order = mergedOrder(was.ids, here.ids, there.ids);
  if (order.isDisputed)
    for (const side of sides) said[side].push(t('Order of the rows: {0}', rowNames(node, order[side], was.rows)));
  const isMap = isObject(theirs) && there.rows.size > 0;
  const made = sides.map((side): [Side, JsonValue] => {
    const rows = order[side].flatMap((id): [string, JsonValue][] => {
      const value = versions.get(id)?.[side];
      const key = (there.rows.get(id) ?? here.rows.get(id) ?? was.rows.get(id))?.key ?? id;
      return value === undefined ? [] : [[key, value]];
    });
    return [side, isMap ? Object.fromEntries(rows) : rows.map(([, row]) => row)];
  });
  const dispute = Object.fromEntries(sides.map((side) => [side, said[side].join('\n')])) as Record<Side, string>;
  return {
    rows: Object.fromEntries(made) as Record<Side, JsonValue>,
    ...(said.mine.length > 0 && { dispute }),
  };
}

interface KnownRows {
  /** In their order; new rows have made-up ones. */
  readonly ids: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

const newRow = '\0';

function isNew(id: string): boolean {
  return id.startsWith(newRow);
}

/** Undefined when two rows have one id, or when there are no rows in it. */
function known(node: FieldNode, value: JsonValue | undefined): KnownRows | undefined {
  const found = tableRows(node, value);
  if (!found?.every((row) => isObject(row.value as JsonValue))) return undefined;
  const ids = found.map((row) => {
    const id = rowId(row.value);
    return isEmpty(id) ? `${newRow}${row.key}` : (scalarText(id) ?? `${newRow}${row.key}`);
  });
  if (new Set(ids).size < ids.length) return undefined;
  return { ids, rows: new Map(found.map((row, index) => [ids[index] ?? '', row])) };
}

type RowSides = Readonly<Record<'base' | 'mine' | 'theirs', JsonObject | undefined>>;
interface MergedRow {
  readonly rows: Versions;
  /** What each side has, where they do not agree. */
  readonly words?: Readonly<Record<Side, string>>;
}

function mergedRow(node: FieldNode, { base, mine, theirs }: RowSides): MergedRow {
  const all = (row: JsonObject | undefined): MergedRow => ({ rows: { mine: row, theirs: row, original: row } });
  // one side has added it
  if (!base && !(mine && theirs)) return all(mine ?? theirs);
  if (mine && theirs) return mergedFields(node, base ?? {}, mine, theirs);
  if (!base || (!mine && !theirs)) return all(undefined);
  const removed = t('removed');
  const words = (row: JsonObject): string =>
    rowWords(
      unitsIn(node, [base, row]).filter((unit) => !sameUnit(unit, row, base)),
      row,
    );
  if (mine) {
    if (sameRow(node, mine, base)) return all(undefined);
    // the service has no such row any more: whoever wants it adds it
    const rows = { mine: withoutId(mine), theirs: undefined, original: withoutId(base) };
    return { rows, words: { mine: words(mine), theirs: removed, original: t('as it was') } };
  }
  if (!theirs || sameRow(node, theirs, base)) return all(undefined);
  const rows = { mine: undefined, theirs, original: base };
  return { rows, words: { mine: removed, theirs: words(theirs), original: t('as it was') } };
}

function withoutId(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'id'));
}

/** The fields of a row, as those of a record. */
function mergedFields(node: FieldNode, base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedRow {
  const rows: Record<Side, JsonObject> = { mine: theirs, theirs, original: theirs };
  const disputed: ChangeUnit[] = [];
  for (const unit of unitsIn(node, [theirs, mine, base])) {
    if (sameUnit(unit, mine, theirs) || sameUnit(unit, mine, base)) continue;
    if (sameChoice(unit, base, theirs)) for (const side of sides) rows[side] = withUnit(unit, rows[side], mine);
    else {
      disputed.push(unit);
      rows.mine = withUnit(unit, rows.mine, mine);
      rows.original = withUnit(unit, rows.original, base);
    }
  }
  if (disputed.length === 0) return { rows };
  return {
    rows,
    words: { mine: rowWords(disputed, mine), theirs: rowWords(disputed, theirs), original: rowWords(disputed, base) },
  };
}

/** `Number “0170 1”, Type “Mobile”`. */
function rowWords(units: readonly ChangeUnit[], row: JsonObject): string {
  return units.map((unit) => `${unit.label} ${shownPart(unit, row)}`).join(', ');
}

/** The text beside a reference and the option of a choice say more than the value. */
function shownPart(unit: ChangeUnit, row: JsonObject): string {
  const beside = ownValue(row, displayKey(unit.at.at(-1) ?? ''));
  if (unit.text && typeof beside === 'string' && beside !== '') return shownValue(beside);
  return shownValue(unitValue(unit, row), unit.node?.field);
}

/** `Row 2 (0170 1)`: what it is known by, beside its number. */
function rowTitle(node: FieldNode, number: number, row: JsonValue | undefined): string {
  const name = rowText(node, row);
  return name === undefined ? t('Row {0}', number) : t('Row {0} ({1})', number, name);
}

function rowNames(node: FieldNode, ids: readonly string[], rows: ReadonlyMap<string, Row>): string {
  const named = ids.filter((id) => rows.has(id));
  return named.map((id) => rowText(node, rows.get(id)?.value as JsonValue) ?? id).join(', ');
}

const longestName = 40;

/** The first of its fields that says something. */
function rowText({ table }: FieldNode, row: JsonValue | undefined): string | undefined {
  for (const { at } of table?.fields ?? []) {
    const text = at.at(-1) === 'id' ? undefined : scalarText(ownValue(row, at.at(-1) ?? ''))?.trim();
    if (text) return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
  }
  return undefined;
}

/** Whoever moved rows decides on their order; when both did, it is in dispute. */
function mergedOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): Readonly<Record<Side, readonly string[]>> & { readonly isDisputed: boolean } {
  const [here, there] = [new Set(mine), new Set(theirs)];
  const everywhere = base.filter((id) => here.has(id) && there.has(id));
  const shared = new Set(everywhere);
  const common = (ids: readonly string[]): string[] => ids.filter((id) => shared.has(id));
  const isMoved = !sameValue(common(mine), everywhere);
  const isDisputed = isMoved && !sameValue(common(theirs), everywhere) && !sameValue(common(mine), common(theirs));
  const merged = woven(isMoved ? [mine, theirs, base] : [theirs, mine, base]);
  if (!isDisputed) return { mine: merged, theirs: merged, original: merged, isDisputed };
  return { mine: merged, theirs: woven([theirs, mine, base]), original: woven([base, theirs, mine]), isDisputed };
}

/** The first list, and in it what only the others have: each before what follows it there, or at the end. */
function woven([first = [], ...others]: readonly (readonly string[])[]): string[] {
  let all = [...first];
  for (const ids of others) {
    const placed = new Set(all);
    const before = new Map<string | undefined, string[]>();
    let next: string | undefined;
    for (const id of ids.toReversed())
      if (placed.has(id)) next = id;
      else (before.get(next) ?? before.set(next, []).get(next))?.unshift(id);
    all = [...all.flatMap((id) => [...(before.get(id) ?? []), id]), ...(before.get(undefined) ?? [])];
  }
  return all;
}
