import { isEmpty, isRewritten, scalarText } from '../form/fieldValue.ts';
import { type Row, rowId } from '../form/subTable.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { type ChangeUnit, type FieldNode, sameChoice, tableRows, unitsIn, unitValue } from './changeUnits.ts';

/*
 * If a saved record is edited again before it is reloaded, the service's version differs only by our own save, not by
 * someone else's change.
 */

/**
 * True if the service has what was sent, either by name alone, if the text gave only a name, or in its own notation,
 * such as an empty text for null.
 */
export function isOwnSave(unit: ChangeUnit, sent: JsonObject | undefined, theirs: JsonObject): boolean {
  const value = sent && unitValue(unit, sent);
  if (!sent || value === undefined || unit.node?.table) return false;
  return sameChoice(unit, sent, theirs) || isRewrittenUnit(unit, sent, theirs);
}

function isRewrittenUnit(unit: ChangeUnit, sent: JsonObject, theirs: JsonObject): boolean {
  return isRewritten(unitValue(unit, sent), unitValue(unit, theirs), unit.node?.field?.kind);
}

/**
 * Returns the rows of `mine` with the ids and keys that the service assigned to the rows added by the previous save.
 * Returns undefined if the service's rows aren't the ones that were sent.
 */
export function withAssignedIds(
  node: FieldNode,
  base: JsonValue | undefined,
  sent: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
): JsonValue | undefined {
  const [was, here, there] = [base, mine, theirs].map((value) => tableRows(node, value));
  if (!was || !here || !there || !areSent(node, tableRows(node, sent), there)) return undefined;
  const known = new Set(was.flatMap((row) => idOf(row) ?? []));
  const added = there.filter((row) => !known.has(idOf(row) ?? ''));
  const before = was.filter((row) => idOf(row) === undefined);
  if (added.length === 0 || added.length !== before.length || added.some((row) => idOf(row) === undefined))
    return undefined;
  const given = givenIds(
    here.filter((row) => idOf(row) === undefined),
    before,
    added,
  );
  const rows = here.map((row): [string, JsonValue] => {
    const stored = given.get(row);
    const value = row.value as JsonValue;
    // the service filled in the fields that the user omitted
    return stored
      ? [
          stored.key,
          { ...(stored.value as JsonObject), ...(value as JsonObject), id: rowId(stored.value) as JsonValue },
        ]
      : [row.key, value];
  });
  return isObject(theirs) ? Object.fromEntries(rows) : rows.map(([, row]) => row);
}

function idOf({ value }: Row): string | undefined {
  const id = rowId(value);
  return isEmpty(id) ? undefined : scalarText(id);
}

/** True if the rows are in the order sent, each as sent except for its new id. */
function areSent(node: FieldNode, sent: readonly Row[] | undefined, there: readonly Row[]): boolean {
  if (sent?.length !== there.length) return false;
  return sent.every((row, index) => {
    const [one, other] = [row.value as JsonValue, there[index]?.value as JsonValue];
    const id = idOf(row);
    if (!isObject(one) || !isObject(other) || (id !== undefined && id !== scalarText(rowId(other)))) return false;
    return unitsIn(node, [one])
      .filter((unit) => unit.node?.field?.permission.editable === true && unitValue(unit, one) !== undefined)
      .every((unit) => sameChoice(unit, one, other) || isRewrittenUnit(unit, one, other));
  });
}

/** Matches unchanged rows by content; the others can be matched in any order. */
function givenIds(mine: readonly Row[], before: readonly Row[], added: readonly Row[]): ReadonlyMap<Row, Row> {
  const free = before.map((row, index) => ({ text: JSON.stringify(row.value), stored: added[index] }));
  const given = new Map<Row, Row>();
  const assign = (row: Row, index: number): void => {
    const [one] = index < 0 ? [] : free.splice(index, 1);
    if (one?.stored) given.set(row, one.stored);
  };
  for (const row of mine)
    assign(
      row,
      free.findIndex(({ text }) => text === JSON.stringify(row.value)),
    );
  for (const row of mine) if (!given.has(row)) assign(row, free.length > 0 ? 0 : -1);
  return given;
}
