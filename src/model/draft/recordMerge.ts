import { t } from '@vscode/l10n';
import {
  type ChangeUnit,
  changeUnits,
  sameAsSent,
  sameChoice,
  sameUnit,
  unitValue,
  withUnit,
  type FieldChange,
  fieldChange,
} from './changeUnits.ts';
import { isOwnSave, withOwnIds } from './ownSave.ts';
import { type MergedRows, mergeRows } from './rowMerge.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { type FormValues, isEmpty, isOtherKindOfEmpty, scalarText } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues, jsonAt, withValueAt } from './recordText.ts';
import { type SendContext, isEditable, whyReadOnly, whyUnsendable } from './whyNotSent.ts';
import type { ValueChange } from './textEdit.ts';

/** A value beside another one that belongs to it: the text or the model of a reference. */
export interface ConflictCompanion {
  readonly at: FieldPath;
  readonly original?: JsonValue;
  readonly mine?: JsonValue;
  readonly theirs?: JsonValue;
}

/** Both sides changed it: a person has to choose. */
export interface FieldConflict {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  /** Absent when nobody knows any more what it was. */
  readonly original?: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  readonly companions: readonly ConflictCompanion[];
  /** Of a reference: how the records are called that each side points at. */
  readonly names?: Readonly<Record<ConflictChoice, string>>;
  /** In a table of rows that can be told apart: what a choice makes of them, and what it is about in words. */
  readonly rows?: Required<MergedRows>;
}

export interface RefusedChange {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  /** One sentence. */
  readonly why: string;
}

export interface RecordMerge {
  /** Only what differs from the service, with its companions. */
  readonly toSend: FormValues;
  /** What the text would say once it is saved: theirs, and mine. */
  readonly merged: JsonObject;
  readonly mine: readonly FieldChange[];
  /** What only the other side changed, to be told. */
  readonly theirs: readonly FieldChange[];
  readonly conflicts: readonly FieldConflict[];
  readonly refused: readonly RefusedChange[];
}

/** What the text was made from. */
export interface MergeBase {
  /** Undefined when nobody knows. */
  readonly values: JsonObject | undefined;
  /** The keys of units whose original value is not known, though that of the others is. */
  readonly unknown?: ReadonlySet<string>;
  /** Values that the service gave before. */
  readonly earlier: readonly JsonObject[];
  /** What the base was saved with, where it was not read since. */
  readonly sent?: JsonObject | undefined;
}

/**
 * Three sides, unit by unit: the base, the text, and the record as it was read just now. What the service has already
 * is dropped, what only one side changed is taken, what both changed is a conflict, and what may not be edited is
 * refused unless the service itself gave that value before. A record that is yet to be added has no other side: all
 * that its text says is sent.
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
    // new rows have got ids by now
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
    merged = withMine(unit, merged, side);
    if (outcome === 'conflict') found.conflicts.push(conflictOf(unit, mine, theirs, known, rows));
    else if (outcome === 'mine') {
      toSend = withSent(unit, toSend, side);
      found.mine.push(fieldChange(unit, theirs, side));
    } else {
      const { key, label, at } = unit;
      found.refused.push(...outcome.map((why) => ({ key, label, at, why })));
    }
  }
  return { toSend, merged, ...found };
}

/** Nothing became an empty text, or the other way round, and nothing else: a save could not say it. */
function isEmptyTextAlone(
  unit: ChangeUnit,
  mine: JsonObject,
  base: JsonObject,
  { form, theirs, earlier }: SendContext,
): boolean {
  const value = unitValue(unit, mine);
  if (form.operation === 'add' || !isEditable(unit) || !sameUnit(unit, mine, theirs)) return false;
  // undo brings back what was typed before a save, which the service made nothing of
  const isOld = (values: JsonObject): boolean =>
    sameUnit(unit, mine, values) && !isOtherKindOfEmpty(value, unitValue(unit, values));
  return isOtherKindOfEmpty(value, unitValue(unit, base)) && !earlier.some(isOld);
}

export function emptyAlready(label: string): string {
  return t('“{0}” is empty already: null and an empty text are the same to the service.', label);
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
    // without a base an old value cannot be told from one that was typed
    if (!base && (unit.node || unitValue(unit, theirs) !== undefined)) return 'theirs';
    const why = whyReadOnly(unit, mine, grounds);
    return why.length > 0 ? why : 'ignored';
  }
  if (!isNew) {
    if (base && sameUnit(unit, mine, base)) return 'theirs';
    if (!base || !(sameChoice(unit, base, theirs) || isOwnSave(unit, sent, theirs))) return 'conflict';
    const isOther = isOtherKindOfEmpty(unitValue(unit, base), unitValue(unit, theirs));
    // of what was sent as empty the service may have made the one or the other
    if (isOther && !isSentEmpty(unit, sent)) return 'conflict';
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
  return withOwnIds(unit.node, unitValue(unit, base), before, unitValue(unit, mine), unitValue(unit, theirs));
}

/** Undefined for what is no table, or one whose rows cannot be told apart. */
function rowsOf(unit: ChangeUnit, base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedRows | undefined {
  if (!unit.node?.table) return undefined;
  return mergeRows(unit.node, unitValue(unit, base), unitValue(unit, mine), unitValue(unit, theirs));
}

function isSentEmpty(unit: ChangeUnit, sent: JsonObject | undefined): boolean {
  const value = sent && unitValue(unit, sent);
  return value !== undefined && isEmpty(value);
}

/** A model that mine does not name is sent as the service has it. */
function withMine(unit: ChangeUnit, merged: JsonObject, mine: JsonObject): JsonObject {
  const { model, ...rest } = unit;
  return withUnit(model && jsonAt(mine, model) === undefined ? rest : unit, merged, mine);
}

function withSent(unit: ChangeUnit, toSend: JsonObject, mine: JsonObject): JsonObject {
  // null says that it was emptied; what is absent was not touched
  let sent = withValueAt(toSend, unit.at, unitValue(unit, mine) ?? null);
  for (const at of [unit.text, unit.model]) {
    const value = at && jsonAt(mine, at);
    if (at && value !== undefined) sent = withValueAt(sent, at, value);
  }
  return sent;
}

function conflictOf(
  unit: ChangeUnit,
  mine: JsonObject,
  theirs: JsonObject,
  base: JsonObject | undefined,
  rows: MergedRows | undefined,
): FieldConflict {
  const { key, label, at } = unit;
  const companions = [unit.text, unit.model]
    .filter((path) => path !== undefined)
    .map((path) => ({
      at: path,
      ...given('original', base && jsonAt(base, path)),
      ...given('mine', jsonAt(mine, path)),
      ...given('theirs', jsonAt(theirs, path)),
    }));
  return {
    key,
    label,
    at,
    ...(base ? { original: unitValue(unit, base) ?? null } : {}),
    mine: unitValue(unit, mine) ?? null,
    theirs: unitValue(unit, theirs) ?? null,
    companions,
    ...(unit.node?.field?.reference && {
      names: { mine: nameIn(unit, mine), theirs: nameIn(unit, theirs), original: base ? nameIn(unit, base) : '' },
    }),
    ...(rows?.dispute && { rows: { rows: rows.rows, dispute: rows.dispute } }),
  };
}

/** The id where no name stands beside it. */
function nameIn(unit: ChangeUnit, values: JsonObject): string {
  const value = unitValue(unit, values);
  if (isEmpty(value)) return '';
  return (unit.text && scalarText(jsonAt(values, unit.text))) || (scalarText(value) ?? '');
}

function given<Name extends string>(name: Name, value: JsonValue | undefined): { [key in Name]?: JsonValue } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: JsonValue };
}

/** Whether the service has all that was sent. */
export function hasArrived(form: RecordForm, sent: JsonObject): boolean {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => unitValue(unit, sent) !== undefined)
    .every((unit) => isThere(unit, sent, theirs));
}

/** What a field of these kinds holds never comes back. */
const writeOnly: ReadonlySet<string | undefined> = new Set(['password', 'file']);

/**
 * How much of what was sent a record holds now, compared with the record before, which a new one has not got. Undefined
 * when no field that was sent can tell.
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
    // what a new record leaves empty is for the service to fill in
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
 * The base after a save with an unknown outcome: where the service has what was sent then, that is no one else's change.
 * With `still`, only where these values are what was sent.
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

export type ConflictChoice = 'mine' | 'theirs' | 'original';

/**
 * What the text has to say after a choice: nothing else for mine, but for a reference, whose id may have been found by
 * the name that stands in the text. Without a known original, the field is emptied.
 */
export function chosenValues(conflict: FieldConflict, choice: ConflictChoice): ValueChange[] {
  // what nobody disputes is in it, whichever side is taken
  if (conflict.rows) return [{ at: conflict.at, value: conflict.rows.rows[choice] }];
  if (choice === 'mine' && !conflict.names) return [];
  return [
    { at: conflict.at, value: conflict[choice] ?? null },
    ...conflict.companions
      .filter((companion) => choice !== 'mine' || companion.mine !== undefined)
      .map((companion) => ({ at: companion.at, value: companion[choice] })),
  ];
}

/** The base, once a person has seen what the service has: whatever differs from it now is meant. */
export function withTheirs(base: JsonObject, conflict: FieldConflict): JsonObject {
  let seen = withValueAt(base, conflict.at, conflict.theirs);
  for (const { at, theirs } of conflict.companions) seen = withValueAt(seen, at, theirs);
  return seen;
}
