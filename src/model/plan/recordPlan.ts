import type { PlannedCell } from '../bulk/plannedCell.ts';
import type { ControllerName } from '../controller.ts';
import { pathKey } from '../form/fieldPath.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/*
 * A plan is changes to records as a text that people review: valid JSON, one operation a line, always in the same order
 * of keys, so that a diff of two versions reads well. It names a service to be compared with, never one to send to.
 */

export const planVersion = 1;

/** What a plan of our tool for language models says about its maker. */
export const proposedBy = 'recordbench/proposeChanges';

export interface PlanHead {
  /** What the connection was called. */
  readonly connection: string;
  /** Of the service that it was made for. It is only compared. */
  readonly address: string;
  readonly controller: ControllerName;
  /** Who or what has made it: “Recordbench, bulk edit”. */
  readonly madeBy: string;
  /** As `Date.toISOString` writes it. */
  readonly madeAt: string;
  readonly why: string;
}

/** One field of a record: what it was and what it becomes, as the service writes it. Null is nothing. */
export interface PlanField {
  /** The `pathKey` of where it stands in the record: `city`. */
  readonly field: string;
  /** Null in a record that is to be added. */
  readonly was: JsonValue;
  readonly becomes: JsonValue;
  /** What a person reads, where that is not the value itself, such as the name of a record that it points at. */
  readonly wasText?: string;
  readonly becomesText?: string;
  /** Of the record that it is to point at. */
  readonly model?: string;
}

/** `name` is how a person calls the record. */
export type PlanOperation =
  | { readonly do: 'edit'; readonly id: string; readonly name: string; readonly fields: readonly PlanField[] }
  | { readonly do: 'add'; readonly name: string; readonly fields: readonly PlanField[] }
  | { readonly do: 'delete'; readonly id: string; readonly name: string; readonly held: JsonObject };

/** A change as it stands in a preview, for a plan. */
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

/** The text of a plan, piece by piece. */
export function* writePlan(head: PlanHead, operations: Iterable<PlanOperation>): Generator<string, void, void> {
  yield planStart(head);
  let isFirst = true;
  for (const operation of operations) {
    yield operationLine(operation, isFirst);
    isFirst = false;
  }
  yield planEnd;
}

/** What comes before the first operation, for whoever waits for each of them. */
export function planStart({ connection, address, controller, madeBy, madeAt, why }: PlanHead): string {
  const entries = { recordplan: planVersion, connection, address, controller, madeBy, madeAt, why };
  const lines = Object.entries(entries).map(([key, value]) => `  ${jsonText(key)}: ${jsonText(value)},\n`);
  return `{\n${lines.join('')}  "operations": [`;
}

/** With the line break before it, and the comma of the one before. */
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

/** A service may tell the fields of a record in another order each time. */
function inOrder(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Marks that make a line look like another one, or like two, are written as their numbers; so is the sign of a wrong encoding. */
const misleading = /[\u0080-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFD]/g;

function jsonText(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(
    misleading,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
