import type { JsonObject } from '../../model/json.ts';
import { mayAdd, mayEditField, actionsFor, type Action } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import { type DemoColumn, columnKinds, type Stored } from '../catalog/column.ts';
import { type DemoController, type DemoTable, fieldPath } from '../catalog/controllers.ts';
import type { Row } from '../database/store.ts';
import { subRows, type WrittenRow, writeSubRows } from '../database/subRows.ts';
import { notEmptyMessage } from '../forms/filterRules.ts';
import { RequestProblem, problem, type ErrorEntry } from '../problems.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { displayNameOf } from '../query/rows.ts';
import { newRow, insertRow, updateRow, type WriteContext } from './writeRow.ts';
import { readSavedForm, type SavedForm, checkValue } from './submission.ts';
import { recordResponse, rowWithId } from './answerView.ts';

/** `POST edit.json`: returns the updated record as the edit form shows it. */
export function answerSaveEdit(service: Service, { controller, user, body }: AuthenticatedRequest): JsonObject {
  const submission = readSavedForm(controller, body);
  if (submission.id === undefined) throw refused('missing_id', `The body must have data[${controller.name}][id].`);
  const row = editRecord(service, controller, user, submission.id, submission);
  return recordResponse(service, { controller, user }, row, 'edit', [
    `${controller.singular} ${displayNameOf(controller, row)} was saved.`,
  ]);
}

/** `POST add.json`: returns the new record's id. */
export function answerSaveAdd(service: Service, { controller, user, body }: AuthenticatedRequest): JsonObject {
  if (!mayAdd(user, controller)) throw refused('not_allowed', `You may not add a ${controller.singular}.`);
  const submission = readSavedForm(controller, body);
  if (submission.id !== undefined)
    throw refused('unexpected_id', `A new ${controller.singular} has no id yet; save to edit.json to change one.`);
  const { store } = service;
  const writing = { store, controller, user };
  const row = store.transaction((): Row => {
    actionNamed(submission.action, actionsFor(user, controller, undefined));
    const blank = newRow(controller, user);
    const tables = checkedRows(writing, submission, undefined);
    const added = insertRow(writing, { ...blank, ...checkedChanges(writing, submission, undefined, blank) });
    for (const [table, rows] of tables) writeSubRows(store, controller, idOf(added), table, rows);
    return added;
  });
  return recordResponse(service, { controller, user }, row, 'edit', [
    `${controller.singular} ${displayNameOf(controller, row)} was added.`,
  ]);
}

/** Changes one record atomically. */
export function editRecord(
  { store }: Service,
  controller: DemoController,
  user: User,
  id: string,
  submission: SavedForm,
): Row {
  return store.transaction(() => {
    const before = rowWithId(store, controller, id);
    if (before['deleted'] === 1) throw refused('deleted', `${controller.singular} ${id} has been deleted.`);
    const actions = actionsFor(user, controller, before);
    if (actions.length === 0)
      throw refused('not_allowed', `You may not edit ${controller.singular} ${displayNameOf(controller, before)}.`);
    const action = actionNamed(submission.action, actions);
    const writing = { store, controller, user };
    const changes = checkedChanges(writing, submission, before, before);
    for (const [table, rows] of checkedRows(writing, submission, before))
      writeSubRows(store, controller, idOf(before), table, rows);
    const stage = Number(before['current_stage']);
    if (controller.hasWorkflow && action.nextStage(stage) !== stage) changes['current_stage'] = action.nextStage(stage);
    return updateRow(writing, before, changes);
  });
}

function idOf(row: Row): number {
  return Number(row['id']);
}

function actionNamed(name: string, actions: readonly Action[]): Action {
  const action = actions.find((one) => one.name === name);
  if (action) return action;
  const offered = actions.map((one) => one.name).join(', ');
  throw new RequestProblem(200, [
    {
      code: 'unknown_action',
      message: `The action "${name}" is not offered here; there are ${offered}.`,
      name: ['action', name],
    },
  ]);
}

/** Checks every field before rejecting, so that one response reports all errors. */
function checkedChanges(
  { store, controller, user }: WriteContext,
  submission: SavedForm,
  before: Row | undefined,
  base: Row,
): Row {
  const changes: Row = {};
  const errors: ErrorEntry[] = [];
  for (const [column, value] of submission.values) {
    // clients also send system fields, which only the service may set
    if (column.access === 'system') continue;
    const name = fieldPath(controller, column);
    const text = typeof value === 'object' && value !== null ? value.name : value;
    if (!mayEditField(user, controller, column, before)) {
      if (!isSame(column, text, base[column.name]))
        errors.push({ code: 'not_allowed', message: `You may not change ${column.label}.`, name });
      continue;
    }
    const checked = checkValue(store, controller, column, text, before ? Number(before['id']) : undefined);
    if ('message' in checked) errors.push({ code: checked.code, message: checked.message, name });
    else if (checked.stored !== base[column.name]) changes[column.name] = checked.stored;
  }
  if (!before) errors.push(...missing(controller, submission, base));
  if (errors.length > 0) throw new RequestProblem(200, errors);
  return changes;
}

/** The rows of each table after the save: the submitted rows, with the old values where nothing new was sent. */
function checkedRows(
  { store, controller, user }: WriteContext,
  submission: SavedForm,
  before: Row | undefined,
): Map<DemoTable, WrittenRow[]> {
  const errors: ErrorEntry[] = [];
  const tables = new Map<DemoTable, WrittenRow[]>();
  for (const [table, sent] of submission.rows) {
    const name = [controller.name, table.name];
    if (!table.columns.some((column) => mayEditField(user, controller, column, before))) {
      errors.push({ code: 'not_allowed', message: `You may not change ${table.label}.`, name });
      continue;
    }
    const stored = before ? subRows(store, controller, idOf(before), table) : [];
    const rows = sent.map(({ id, values }): WrittenRow => {
      const own = stored.find((row) => row.id === id);
      if (id !== undefined && !own)
        errors.push({ code: 'unknown_row', message: `${table.label} has no row ${id}.`, name });
      const blank = Object.fromEntries(table.columns.map((column) => [column.name, null]));
      const content: Record<string, string | null> = { ...blank, ...own?.content };
      for (const [column, value] of values) {
        const text = typeof value === 'object' && value !== null ? value.name : value;
        const checked = checkValue(store, controller, column, text, undefined);
        if ('message' in checked) errors.push({ ...checked, name: [...name, column.name] });
        else content[column.name] = text;
      }
      return { id, content };
    });
    tables.set(table, rows);
  }
  if (errors.length > 0) throw new RequestProblem(200, errors);
  return tables;
}

function missing(controller: DemoController, submission: SavedForm, base: Row): ErrorEntry[] {
  return controller.columns
    .filter((column) => column.required && !submission.values.has(column) && base[column.name] === null)
    .map((column) => ({ code: 'notEmpty', message: notEmptyMessage(column), name: fieldPath(controller, column) }));
}

function isSame(column: DemoColumn, text: string | null, stored: Stored | undefined): boolean {
  if (text === null) return stored === null || stored === undefined;
  return columnKinds[column.kind].fromText(text, column) === stored;
}

/** A rejection by the service: status 200 with non-empty `errors`. */
export function refused(code: string, message: string): RequestProblem {
  return problem(200, code, message);
}
