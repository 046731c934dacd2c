import { type ChangeUnit, companionsOf, type FieldNode } from './changeUnits.ts';
import { type FieldPath, pathKey, readableKey } from '../form/fieldPath.ts';
import { isEmpty, own, sameValue } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { isObject, type JsonValue } from '../json.ts';
import { isNothing } from './unitValue.ts';

/** A part of a value that differs and that no save would send. */
export interface UnsentPart {
  readonly label: string;
  readonly field?: RecordField;
}

/**
 * The parts of a value in which it differs from another and that would not be sent with it: a field of a sub-table's
 * row that may not be edited, something that the form does not know. By where they stand in the value.
 */
export function unsentParts(unit: ChangeUnit, mine: Maybe, other: Maybe): Map<string, UnsentPart> {
  const parts = new Map<string, UnsentPart>();
  if (unit.node) gather(unit.node, isSentWhole(unit.node), [], mine, other, parts);
  return parts;
}

type Parts = Map<string, UnsentPart>;
type Maybe = JsonValue | undefined;

function gather(node: FieldNode, isOpen: boolean, at: FieldPath, mine: Maybe, other: Maybe, parts: Parts): void {
  if (sameValue(mine, other) || (isNothing(mine) && (isOpen || isNothing(other)))) return;
  if (isNothing(mine) && Array.isArray(other)) return add(at, node, parts);
  if (Array.isArray(mine)) {
    const rows = Array.isArray(other) ? other : [];
    mine.forEach((row, index) =>
      gather(node, isOpen, [...at, String(index)], row, counterpart(row, index, rows), parts),
    );
  } else if (isObject(mine) || isEmpty(mine)) {
    const around = { node, isOpen };
    for (const key of new Set([...keysOf(mine), ...keysOf(other)]))
      gatherKey(around, [...at, key], own(mine, key) as Maybe, own(other, key) as Maybe, parts);
  }
  // a plain value where parts are expected has none of them
  else if (!isOpen) add(at, node, parts);
}

interface Around {
  readonly node: FieldNode;
  /** Sent as one value: what is in it goes along unless a field closes it. */
  readonly isOpen: boolean;
}

function gatherKey(around: Around, at: FieldPath, mine: Maybe, other: Maybe, parts: Parts): void {
  const key = at.at(-1) ?? '';
  const node = around.node.inside.get(key);
  if (sameValue(mine, other)) return;
  if (!node) {
    // a row is named by its id, which is sent for that
    if (!around.isOpen && key !== 'id' && !isSentCompanion(around.node, key)) add(at, node, parts);
  } else if (node.field && !node.hasOpenInside) {
    if (node.field.permission.editable) gather(node, true, at, mine, other, parts);
    else add(at, node, parts);
  } else gather(node, around.isOpen, at, mine, other, parts);
}

function isSentWhole(node: FieldNode): boolean {
  return node.field?.permission.editable === true && !node.hasOpenInside;
}

function isSentCompanion(holder: FieldNode, key: string): boolean {
  for (const [name, node] of holder.inside)
    if (node.field?.permission.editable && companionsOf(holder, name, node).includes(key)) return true;
  return false;
}

/** The row of the same id; where rows have none, the one in the same place. */
function counterpart(row: JsonValue, index: number, rows: readonly JsonValue[]): Maybe {
  const id = own(row, 'id');
  if (isEmpty(id)) return isObject(rows[index]) && isEmpty(own(rows[index], 'id')) ? rows[index] : undefined;
  return rows.find((each) => sameValue(own(each, 'id'), id));
}

function keysOf(value: Maybe): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function add(at: FieldPath, node: FieldNode | undefined, parts: Parts): void {
  const name = at.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const field = node?.field;
  parts.set(pathKey(at), { label: field?.label ?? readableKey(name), ...(field ? { field } : {}) });
}
