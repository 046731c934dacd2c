import type { PlannedCell } from '../bulk/plannedCell.ts';
import type { ControllerName } from '../controller.ts';
import { pathKey } from '../form/fieldPath.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/*
 * A plan describes changes to records as a text for review: valid JSON, one operation per line, keys in a fixed order
 * so that versions diff well. The service it names is only compared, never used as a target.
 */

export const planVersion = 1;

/** `madeBy` of plans from our tool for language models. */
export const proposedBy = 'recordbench/proposeChanges';

export interface PlanHead {
  /** Name of the connection at that time. */
  readonly connection: string;
  /** Base URL of the service that the plan was made for. Only compared. */
  readonly address: string;
  readonly controller: ControllerName;
  /** Author of the plan: “Recordbench, bulk edit”. */
  readonly madeBy: string;
  /** In the format of `Date.toISOString`. */
  readonly madeAt: string;
  readonly why: string;
}

/** Old and new value of one field, in the service's notation. Null is empty. */
export interface PlanField {
  /** `pathKey` of the field's path in the record: `city`. */
  readonly field: string;
  /** Null for a record to add. */
  readonly was: JsonValue;
  readonly becomes: JsonValue;
  /** Display text, if it differs from the value, such as the name of a referenced record. */
  readonly wasText?: string;
  readonly becomesText?: string;
  /** Model of the new referenced record. */
  readonly model?: string;
}

/** `name`: display name of the record. */
export type PlanOperation =
  | { readonly do: 'edit'; readonly id: string; readonly name: string; readonly fields: readonly PlanField[] }
  | { readonly do: 'add'; readonly name: string; readonly fields: readonly PlanField[] }
  | { readonly do: 'delete'; readonly id: string; readonly name: string; readonly held: JsonObject };

/** Converts a cell of a preview to a field of a plan. */
export function planFieldOf({ at, before, after, beforeText, afterText, models }: PlannedCell): PlanField {
  return {
    field: pathKey(at),
    was: before,
    becomes: after,
    ...(beforeText !== undefined && { wasText: beforeText }),
    ...(afterText !== undefined && { becomesText: afterText }),
    ...(models?.after !== undefined && { model: models.after }),
  };
}

/** Writes a plan in chunks. */
export function* writePlan(head: PlanHead, operations: Iterable<PlanOperation>): Generator<string, void, void> {
  yield planStart(head);
  let isFirst = true;
  for (const operation of operations) {
    yield operationLine(operation, isFirst);
    isFirst = false;
  }
  yield planEnd;
}

/** Returns the text before the first operation, for callers that write operations one at a time. */
export function planStart({ connection, address, controller, madeBy, madeAt, why }: PlanHead): string {
  const entries = { recordplan: planVersion, connection, address, controller, madeBy, madeAt, why };
  const lines = Object.entries(entries).map(([key, value]) => `  ${jsonText(key)}: ${jsonText(value)},\n`);
  return `{\n${lines.join('')}  "operations": [`;
}

/** Includes the preceding line break and comma. */
export function operationLine(operation: PlanOperation, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n    ${jsonText(inFile(operation))}`;
}

export const planEnd = '\n  ]\n}\n';

function inFile(operation: PlanOperation): JsonObject {
  const { name } = operation;
  if (operation.do === 'delete') return { do: 'delete', id: operation.id, name, held: inOrder(operation.held) };
  const isEdit = operation.do === 'edit';
  const fields = operation.fields.map((one) => [one.field, fieldInFile(one, isEdit)] as const);
  return {
    do: operation.do,
    ...(isEdit && { id: operation.id }),
    name,
    fields: inOrder(Object.fromEntries(fields)),
  };
}

function fieldInFile({ was, wasText, becomes, becomesText, model }: PlanField, isEdit: boolean): JsonObject {
  return {
    ...(isEdit && { was }),
    ...(isEdit && wasText !== undefined && { wasText }),
    becomes,
    ...(becomesText !== undefined && { becomesText }),
    ...(model !== undefined && { model }),
  };
}

/** Sorts keys: a service may return a record's fields in any order. */
function inOrder(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Escapes invisible and bidirectional characters, which can disguise a line or make it look like two, and the
 * replacement character.
 */
const misleading = /[\u0080-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFD]/g;

export function jsonText(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(
    misleading,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
