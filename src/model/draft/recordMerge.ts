import { t } from '@vscode/l10n';
import {
  type ChangeUnit,
  changeUnits,
  isAsBefore,
  sameAsSent,
  sameChoice,
  sameUnit,
  unitValue,
  withUnit,
  withUnitLabel,
  type FieldChange,
  fieldChange,
  type FieldNode,
  sameRow,
  tableRows,
  unitEdits,
  unitLabel,
  unitsIn,
} from './changeUnits.ts';
import { isOwnSave, withAssignedIds } from './ownSave.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import {
  type FormValues,
  isEmpty,
  isOtherKindOfEmpty,
  scalarText,
  ownValue,
  sameValue,
  withValueAt,
  type ValueChange,
  withChanges,
} from '../form/fieldValue.ts';
import { type JsonObject, type JsonValue, isObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues } from './recordText.ts';
import { type SendContext, isEditable, whyReadOnly, whyUnsendable } from './whyNotSent.ts';
import { type Row, rowId } from '../form/subTable.ts';
import { shownValue } from '../form/shownValue.ts';

/** Both sides changed the field: the user must choose. */
export interface FieldConflict {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  /** Absent if unknown. */
  readonly original?: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  /** The edits that give the record's text each side's value. */
  readonly edits: Readonly<Record<ConflictChoice, readonly ValueChange[]>>;
  /** For a reference: the name of the record on each side. */
  readonly names?: Readonly<Record<ConflictChoice, string>>;
  /** For a sub-table whose rows have ids: the rows that each choice results in, and a description of the conflict. */
  readonly rows?: Required<MergedRows>;
}

export interface RefusedChange {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  readonly why: string;
}

export interface RecordMerge {
  /** Only the units that differ from the service. */
  readonly toSend: FormValues;
  /** The text after a save: the service's values with my changes. */
  readonly merged: JsonObject;
  readonly mine: readonly FieldChange[];
  /** Changes made only by the other side, for a notification. */
  readonly theirs: readonly FieldChange[];
  readonly conflicts: readonly FieldConflict[];
  readonly refused: readonly RefusedChange[];
}

/** What the text was based on. */
export interface MergeBase {
  /** Undefined if unknown. */
  readonly values: JsonObject | undefined;
  /** Keys of units whose base value is unknown although `values` is set. */
  readonly unknown?: ReadonlySet<string>;
  /** Values that the service returned earlier. */
  readonly earlier: readonly JsonObject[];
  /** What was sent in the save that produced the base, if the record wasn't reloaded since. */
  readonly sent?: JsonObject | undefined;
}

/**
 * Three-way merge, unit by unit: the base, the text, and the record as just loaded. Drops what the service already has,
 * takes what only one side changed, and reports what both changed as a conflict. Refuses changes to read-only units,
 * unless the service itself returned that value earlier. A new record has no other side: its whole text is sent.
 */
export function mergeRecord(form: RecordForm, base: MergeBase, text: JsonObject): RecordMerge {
  const theirs = textValues(form);
  let mine = text;
  const earlier = [...(base.values ? [base.values] : []), ...base.earlier];
  const grounds: SendContext = { form, theirs, earlier };
  const found = {
    mine: [] as FieldChange[],
    theirs: [] as FieldChange[],
    conflicts: [] as FieldConflict[],
    refused: [] as RefusedChange[],
  };
  let toSend: JsonObject = {};
  let merged = theirs;
  const sides = base.values ? [theirs, mine, base.values] : [theirs, mine];
  for (const unit of changeUnits(form, sides)) {
    const known = base.unknown?.has(unit.key) ? undefined : base.values;
    if (known && isEmptyTextAlone(unit, mine, known, grounds)) {
      const { key, label, at } = unit;
      found.refused.push({ key, label, at, why: emptyAlready(label) });
    }
    const own = known && ownRows(unit, known, base.sent, mine, theirs);
    // the service has assigned ids to new rows
    if (own !== undefined) mine = withValueAt(mine, unit.at, own);
    if (sameUnit(unit, mine, theirs)) continue;
    let outcome = own === undefined ? compare(unit, mine, known, base.sent, grounds) : sendable(unit, mine, grounds);
    if (outcome === 'theirs') {
      found.theirs.push(fieldChange(unit, known ?? mine, theirs));
      continue;
    }
    if (outcome === 'ignored') continue;
    const rows = outcome === 'conflict' && known ? rowsOf(unit, known, mine, theirs) : undefined;
    const side = rows ? withValueAt(mine, unit.at, rows.rows.mine) : mine;
    if (known && rows && !rows.dispute) {
      found.theirs.push(fieldChange(unit, known, theirs));
      if (sameUnit(unit, side, theirs)) continue;
      outcome = sendable(unit, side, grounds);
    }
    // without a type in `mine`, the service's is sent
    merged = withUnit(unit, merged, side, true);
    if (outcome === 'conflict') found.conflicts.push(conflictOf(unit, mine, theirs, known, rows));
    else if (outcome === 'mine') {
      toSend = withChanges(toSend, unitEdits(unit, side));
      found.mine.push(fieldChange(unit, theirs, side));
    } else {
      const { key, label, at } = unit;
      found.refused.push(...outcome.map((why) => ({ key, label, at, why })));
    }
  }
  return { toSend, merged, ...found };
}

/** True if the only change is between null and an empty text, which a save can't express. */
function isEmptyTextAlone(
  unit: ChangeUnit,
  mine: JsonObject,
  base: JsonObject,
  { form, theirs, earlier }: SendContext,
): boolean {
  const value = unitValue(unit, mine);
  if (form.operation === 'add' || !isEditable(unit) || !sameUnit(unit, mine, theirs)) return false;
  // undo may restore text from before a save that the service stored as null
  const isOld = (values: JsonObject): boolean =>
    sameUnit(unit, mine, values) && !isOtherKindOfEmpty(value, unitValue(unit, values));
  return isOtherKindOfEmpty(value, unitValue(unit, base)) && !earlier.some(isOld);
}

function emptyAlready(label: string): string {
  return t('“{0}” is already empty: the service treats null and an empty string the same.', label);
}

type Outcome = 'theirs' | 'ignored' | 'mine' | 'conflict' | readonly string[];

function compare(
  unit: ChangeUnit,
  mine: JsonObject,
  base: JsonObject | undefined,
  sent: JsonObject | undefined,
  grounds: SendContext,
): Outcome {
  const { form, theirs } = grounds;
  const isNew = form.operation === 'add';
  if (!isEditable(unit)) {
    if (base && sameUnit(unit, mine, base)) return 'theirs';
    // without a base, an old value can't be distinguished from a typed one
    if (!base && (unit.node || unitValue(unit, theirs) !== undefined)) return 'theirs';
    const why = whyReadOnly(unit, mine, grounds);
    return why.length > 0 ? why : 'ignored';
  }
  if (!isNew) {
    if (base && sameUnit(unit, mine, base)) return 'theirs';
    if (!base || !(isAsBefore(unit, base, theirs) || isOwnSave(unit, sent, theirs))) return 'conflict';
  }
  return sendable(unit, mine, grounds);
}

function sendable(unit: ChangeUnit, mine: JsonObject, grounds: SendContext): 'mine' | readonly string[] {
  const why = whyUnsendable(unit, mine, grounds);
  return why.length > 0 ? why : 'mine';
}

function ownRows(
  unit: ChangeUnit,
  base: JsonObject,
  sent: JsonObject | undefined,
  mine: JsonObject,
  theirs: JsonObject,
): JsonValue | undefined {
  const before = sent && unitValue(unit, sent);
  if (!unit.node?.table || before === undefined) return undefined;
  return withAssignedIds(unit.node, unitValue(unit, base), before, unitValue(unit, mine), unitValue(unit, theirs));
}

/** Returns undefined if the unit isn't a sub-table, or its rows have no usable ids. */
function rowsOf(unit: ChangeUnit, base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedRows | undefined {
  if (!unit.node?.table) return undefined;
  return mergeRows(unit.node, unitValue(unit, base), unitValue(unit, mine), unitValue(unit, theirs));
}

function conflictOf(
  unit: ChangeUnit,
  mine: JsonObject,
  theirs: JsonObject,
  base: JsonObject | undefined,
  rows: MergedRows | undefined,
): FieldConflict {
  const { key, label, at } = unit;
  return {
    key,
    label,
    at,
    ...(base ? { original: unitValue(unit, base) ?? null } : {}),
    mine: unitValue(unit, mine) ?? null,
    theirs: unitValue(unit, theirs) ?? null,
    edits: { mine: unitEdits(unit, mine), theirs: unitEdits(unit, theirs), original: unitEdits(unit, base ?? {}) },
    ...(unit.node?.field?.reference && {
      names: { mine: nameIn(unit, mine), theirs: nameIn(unit, theirs), original: base ? nameIn(unit, base) : '' },
    }),
    ...(rows?.dispute && { rows: { rows: rows.rows, dispute: rows.dispute } }),
  };
}

/** Falls back to the id if there is no name. */
function nameIn(unit: ChangeUnit, values: JsonObject): string {
  const value = unitValue(unit, values);
  if (isEmpty(value)) return '';
  return unitLabel(unit, values) || (scalarText(value) ?? '');
}

/** Whether the service has all that was sent. */
export function hasArrived(form: RecordForm, sent: JsonObject): boolean {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => unitValue(unit, sent) !== undefined)
    .every((unit) => isThere(unit, sent, theirs));
}

/** Kinds whose values the service never returns. */
const writeOnly: ReadonlySet<string | undefined> = new Set(['password', 'file']);

/**
 * Checks how much of what was sent a record holds now, compared with its earlier version (none for a new record).
 * Undefined if no sent field is conclusive.
 */
export function arrivalOf(
  before: RecordForm | undefined,
  now: RecordForm,
  sent: FormValues,
): 'all' | 'some' | 'none' | undefined {
  const [mine, theirs] = [sent as JsonObject, textValues(now)];
  const old = before && textValues(before);
  const telling = changeUnits(now, [mine, theirs]).filter((unit) => {
    const value = unitValue(unit, mine);
    if (value === undefined || writeOnly.has(unit.node?.field?.kind)) return false;
    // the service may fill in fields that a new record leaves empty
    return old ? !sameAsSent(unit, mine, old) : !isEmpty(value);
  });
  if (telling.length === 0) return undefined;
  if (telling.every((unit) => sameAsSent(unit, mine, theirs))) return 'all';
  return old && telling.every((unit) => sameUnit(unit, old, theirs)) ? 'none' : 'some';
}

function isThere(unit: ChangeUnit, sent: JsonObject, theirs: JsonObject): boolean {
  return unit.node?.table ? sameAsSent(unit, sent, theirs) : sameUnit(unit, sent, theirs);
}

/**
 * Updates the base after a save with an unknown outcome: where the service has what was sent, it isn't someone else's
 * change. With `still`, only for units where these values still equal what was sent.
 */
export function withArrived(
  form: RecordForm,
  base: JsonObject,
  attempted: JsonObject,
  still: JsonObject = attempted,
): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [base, attempted, theirs])
    .filter((unit) => unitValue(unit, attempted) !== undefined && isThere(unit, attempted, theirs))
    .filter((unit) => sameUnit(unit, still, attempted))
    .reduce((seen, unit) => withUnit(unit, seen, theirs), base);
}

/** Returns the record as just loaded, with the edits made while it was being saved. */
export function typedSince(form: RecordForm, saved: JsonObject, current: JsonObject): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [theirs, saved, current])
    .filter((unit) => !sameUnit(unit, current, saved))
    .reduce((values, unit) => {
      const [was, now] = [unitValue(unit, saved), unitValue(unit, current)];
      const own = unit.node?.table && withAssignedIds(unit.node, was, was, now, unitValue(unit, theirs));
      // match new rows although the save assigned ids to them
      if (own !== undefined) return withValueAt(values, unit.at, own);
      // if only the name was edited, use the current id, which the save may have changed
      const named = sameChoice(unit, current, saved) ? withUnitLabel(unit, values, current) : undefined;
      return named ?? withUnit(unit, values, current);
    }, theirs);
}

export type ConflictChoice = 'mine' | 'theirs' | 'original';

/**
 * Returns the edits to the text for a choice. `mine` needs none, except for a reference, whose id may have been
 * resolved from the name in the text. If the original is unknown, the field is cleared.
 */
export function chosenValues(conflict: FieldConflict, choice: ConflictChoice): ValueChange[] {
  // includes the undisputed rows of both sides
  if (conflict.rows) return [{ at: conflict.at, value: conflict.rows.rows[choice] }];
  if (choice === 'mine' && !conflict.names) return [];
  return conflict.edits[choice].filter(({ value }) => choice !== 'mine' || value !== undefined);
}

/** Updates the base once the user has seen the service's value: any remaining difference is intended. */
export function withTheirs(base: JsonObject, conflict: FieldConflict): JsonObject {
  return withChanges(base, conflict.edits.theirs);
}

type Side = 'mine' | 'theirs' | 'original';
const sides: readonly Side[] = ['mine', 'theirs', 'original'];

/** Merged rows of a sub-table that both sides edited. */
interface MergedRows {
  /** The rows for each choice; all equal if there is no conflict. */
  readonly rows: Readonly<Record<Side, JsonValue>>;
  /** Description of each side, row by row; undefined if there is no conflict. */
  readonly dispute?: Readonly<Record<Side, string>>;
}

/** A row on each side; undefined where it was removed. */
type Versions = Readonly<Record<Side, JsonValue | undefined>>;

/**
 * Three-way merge, row by row, matched by id. Undefined if rows can't be matched; the table can then only be chosen as
 * a whole.
 */
function mergeRows(
  node: FieldNode,
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
): MergedRows | undefined {
  const [was, here, there] = [base, mine, theirs].map((value) => knownRows(node, value));
  if (!was || !here || !there || [...was.rows.keys(), ...there.rows.keys()].some(isNewRow)) return undefined;
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
  /** In row order; new rows get generated ids. */
  readonly ids: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

const newRow = '\0';

function isNewRow(id: string): boolean {
  return id.startsWith(newRow);
}

/** Returns undefined if two rows share an id, or if the value has no rows. */
function knownRows(node: FieldNode, value: JsonValue | undefined): KnownRows | undefined {
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
  /** Description of each side, if they conflict. */
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
    // the service no longer has the row, so keeping it means adding it
    const rows = { mine: withoutId(mine), theirs: undefined, original: withoutId(base) };
    return { rows, words: { mine: words(mine), theirs: removed, original: t('unchanged') } };
  }
  if (!theirs || sameRow(node, theirs, base)) return all(undefined);
  const rows = { mine: undefined, theirs, original: base };
  return { rows, words: { mine: removed, theirs: words(theirs), original: t('unchanged') } };
}

function withoutId(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'id'));
}

/** Merges the fields of a row like those of a record. */
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

/** Formats as `Number “0170 1”, Type “Mobile”`. */
function rowWords(units: readonly ChangeUnit[], row: JsonObject): string {
  return units.map((unit) => `${unit.label} ${shownPart(unit, row)}`).join(', ');
}

/** Prefers the text of a reference or the label of a choice to the raw value. */
function shownPart(unit: ChangeUnit, row: JsonObject): string {
  const label = unitLabel(unit, row);
  return label ? shownValue(label) : shownValue(unitValue(unit, row), unit.node?.field);
}

/** Formats as `Row 2 (0170 1)`: its number and its first text. */
function rowTitle(node: FieldNode, number: number, row: JsonValue | undefined): string {
  const name = rowText(node, row);
  return name === undefined ? t('Row {0}', number) : t('Row {0} ({1})', number, name);
}

function rowNames(node: FieldNode, ids: readonly string[], rows: ReadonlyMap<string, Row>): string {
  const named = ids.filter((id) => rows.has(id));
  return named.map((id) => rowText(node, rows.get(id)?.value as JsonValue) ?? id).join(', ');
}

const longestName = 40;

/** Returns the first non-empty field. */
function rowText({ table }: FieldNode, row: JsonValue | undefined): string | undefined {
  for (const { at } of table?.fields ?? []) {
    const text = at.at(-1) === 'id' ? undefined : scalarText(ownValue(row, at.at(-1) ?? ''))?.trim();
    if (text) return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
  }
  return undefined;
}

/** The side that moved rows determines the order; if both did, it is a conflict. */
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
  const merged = interleaved(isMoved ? [mine, theirs, base] : [theirs, mine, base]);
  if (!isDisputed) return { mine: merged, theirs: merged, original: merged, isDisputed };
  return {
    mine: merged,
    theirs: interleaved([theirs, mine, base]),
    original: interleaved([base, theirs, mine]),
    isDisputed,
  };
}

/** Inserts ids that are only in the other lists into the first: each before its successor there, or at the end. */
function interleaved([first = [], ...others]: readonly (readonly string[])[]): string[] {
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
