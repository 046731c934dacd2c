import { aclGroups } from '../catalog/choiceLists.ts';
import { type DemoColumn, columnKinds, type Stored } from '../catalog/column.ts';
import { type DemoController, type DemoTable, columnAtPath, controllerNamed } from '../catalog/controllers.ts';
import { quoted } from '../database/schema.ts';
import type { Store } from '../database/store.ts';
import { RequestProblem, type ErrorEntry } from '../problems.ts';
import { notEmptyMessage, rangeMessage } from '../forms/filterRules.ts';
import { pathOfKey, type FormEntry, type UploadedFile } from '../http/formBody.ts';

/** The body of a save, checked against the controller's fields but not yet against a record. */
export interface SavedForm {
  readonly id: string | undefined;
  readonly action: string;
  /** Null means empty. */
  readonly values: ReadonlyMap<DemoColumn, string | UploadedFile | null>;
  /** Submitted rows of each table, in the order they were sent. */
  readonly rows: ReadonlyMap<DemoTable, readonly SentRow[]>;
}

export interface SentRow {
  readonly id: string | undefined;
  readonly values: ReadonlyMap<DemoColumn, string | UploadedFile | null>;
}

interface GrowingRow {
  id: string | undefined;
  readonly values: Map<DemoColumn, string | UploadedFile | null>;
}

export function readSavedForm(controller: DemoController, body: readonly FormEntry[]): SavedForm {
  const values = new Map<DemoColumn, string | UploadedFile | null>();
  const rows = new Map<DemoTable, Map<string, GrowingRow>>();
  const errors: ErrorEntry[] = [];
  const actions: string[] = [];
  let id: string | undefined;
  for (const { key, value } of body) {
    const path = pathOfKey(key);
    const [first, ...rest] = path ?? [];
    if (first === 'normalized' || isIdList(key)) continue;
    if (first === 'action' && rest.length === 1) actions.push(rest[0] ?? '');
    else if (first === controller.name && rest.join() === 'id') id = typeof value === 'string' ? value : '';
    else if (first === controller.name && !isCompanion(controller, rest)) {
      const table = controller.tables.find(({ name }) => name === rest[0]);
      const error = table
        ? readSubRow(controller, table, rows, rest, value)
        : readField(controller, values, rest, value);
      if (error) errors.push(error);
    } else if (first !== controller.name)
      errors.push({ code: 'unknown_entry', message: `The body has an entry "${key}", which means nothing here.` });
  }
  if (actions.length !== 1) {
    errors.push({
      code: 'one_action',
      message: `The body must have exactly one data[action][…]; it has ${actions.length}.`,
      name: ['action'],
    });
  }
  if (errors.length > 0) throw new RequestProblem(200, errors);
  return {
    id: id === 'null' || id === '' ? undefined : id,
    action: actions[0] ?? '',
    values,
    rows: new Map([...rows].map(([table, sent]) => [table, [...sent.values()]])),
  };
}

/** Matches the keys of record ids in bulk requests. */
export function isIdList(key: string): boolean {
  return key === 'ids[]' || /^ids\[\d+\]$/.test(key);
}

/** Text and model companions of a reference, and the workflow position: sent to clients, ignored in a save. */
function isCompanion(controller: DemoController, path: readonly string[]): boolean {
  const [name = ''] = path;
  if (path.join('.') === 'stage_log.node_id') return controller.hasWorkflow;
  if (path.length !== 1) return false;
  return (
    (name.startsWith('__') && controller.column.has(name.slice(2))) ||
    (name.endsWith('_model') && controller.column.has(name.slice(0, -'_model'.length)))
  );
}

/** `data[peoples][documents][0][scan]`; the table's key alone means that it has no rows left. */
function readSubRow(
  controller: DemoController,
  table: DemoTable,
  rows: Map<DemoTable, Map<string, GrowingRow>>,
  path: readonly string[],
  value: string | UploadedFile,
): ErrorEntry | undefined {
  const sent = rows.get(table) ?? new Map<string, GrowingRow>();
  rows.set(table, sent);
  const [, key = '', field = '', ...deeper] = path;
  if (path.length === 1 && emptied(value) === null) return undefined;
  const row = sent.get(key) ?? { id: undefined, values: new Map() };
  sent.set(key, row);
  const column = table.columns.find(({ name }) => name === field);
  const name = [controller.name, ...path];
  if (deeper.length === 0 && field === 'id' && typeof value === 'string') {
    row.id = emptied(value) === null ? undefined : value;
    return undefined;
  }
  if (deeper.length > 0 || !column)
    return { code: 'unknown_field', message: `${controller.singular} has no field "${path.join('.')}".`, name };
  if (typeof value !== 'string' && column.kind !== 'file')
    return { code: 'not_a_file', message: `${column.label} does not take a file.`, name };
  row.values.set(column, emptied(value));
  return undefined;
}

function readField(
  controller: DemoController,
  values: Map<DemoColumn, string | UploadedFile | null>,
  path: string[],
  value: string | UploadedFile,
): ErrorEntry | undefined {
  const name = [controller.name, ...path];
  const column = columnAtPath(controller, path);
  if (column) {
    if (typeof value !== 'string' && column.kind !== 'file')
      return { code: 'not_a_file', message: `${column.label} does not take a file.`, name };
    values.set(column, emptied(value));
    return undefined;
  }
  // multiple choices may also be sent one by one: data[leads][interests][0], data[leads][interests][]
  const many = path.length === 2 && /^\d*$/.test(path[1] ?? '') ? controller.column.get(path[0] ?? '') : undefined;
  if (many?.kind === 'choices' && typeof value === 'string') {
    const before = values.get(many);
    const one = emptied(value);
    values.set(
      many,
      typeof before === 'string' && typeof one === 'string' ? `${before},${one}` : (one ?? before ?? null),
    );
    return undefined;
  }
  return { code: 'unknown_field', message: `${controller.singular} has no field "${path.join('.')}".`, name };
}

/** Form-data sends the text `null` for an empty value; a file input without a file sends an empty file. */
function emptied(value: string | UploadedFile): string | UploadedFile | null {
  // form-data ends every line with CR LF, whatever the original text had
  if (typeof value === 'string') return value === '' || value === 'null' ? null : value.replaceAll('\r\n', '\n');
  return value.name === '' && value.content.length === 0 ? null : value;
}

export type Checked = { readonly stored: Stored } | { readonly code: string; readonly message: string };

const email = /^[^\s@<>]+@(?:[^\s@<>.]+\.)+[^\s@<>.]{2,}$/;
const phone = /^[+(\d][\d\s()./-]{2,}$/;
const userName = /^[a-z][a-z0-9._-]{2,39}$/i;

/** Converts a text to the column's stored value, or returns why it is invalid. */
export function checkValue(
  store: Store,
  controller: DemoController,
  column: DemoColumn,
  text: string | null,
  id: number | undefined,
): Checked {
  const { label } = column;
  if (text === null) return column.required ? refuse('notEmpty', notEmptyMessage(column)) : { stored: null };
  const length = Array.from(text).length;
  if (column.maxLength !== undefined && length > column.maxLength) {
    return refuse('maxLength', `${label} is longer than ${column.maxLength} characters (${length}).`);
  }
  const stored = columnKinds[column.kind].fromText(text, column);
  if (stored === undefined) {
    const why = expected[column.kind] ?? 'it is not a number.';
    return refuse(column.kind, `${label} cannot be "${shortened(text)}": ${why}`);
  }
  if (typeof stored === 'number' && isOutOfRange(column, column.kind === 'money' ? stored / 100 : stored))
    return refuse('range', rangeMessage(column));
  if (column.required && text.trim() === '') return refuse('notEmpty', notEmptyMessage(column));
  if (column.kind === 'email' && !email.test(text)) return refuse('email', `${label} is not an e-mail address.`);
  if (column.kind === 'phone' && !phone.test(text)) return refuse('phone', `${label} is not a phone number.`);
  if (column.kind === 'url' && !isWebAddress(text)) return refuse('url', `${label} is not a web address.`);
  if (column.name === 'user_name' && !userName.test(text))
    return refuse(
      'userName',
      `${label} must begin with a letter and have 3 to 40 letters, digits, dots, dashes or underscores.`,
    );
  if (column.references && !exists(store, column.references, Number(stored)))
    return refuse('reference', `${label} points to ${shortened(text)}, which does not exist.`);
  if (column.unique && isTaken(store, controller, column, stored, id))
    return refuse('isUnique', `${label} "${shortened(text)}" is taken.`);
  return { stored };
}

function refuse(code: string, message: string): Checked {
  return { code, message };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function isOutOfRange(column: DemoColumn, value: number): boolean {
  return value < (column.min ?? -Infinity) || value > (column.max ?? Infinity);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const expected: { readonly [kind in DemoColumn['kind']]?: string } = {
  date: 'a date is written 2026-12-31.',
  dateTime: 'a time is written 2026-12-31 23:59:00.',
  boolean: 'it is 0 or 1.',
  choice: 'it is not among its choices.',
  choices: 'it is not among its choices.',
  reference: "it is a record's id.",
  money: 'an amount is written 1234.50.',
};

function exists(store: Store, target: string, id: number): boolean {
  if (target === 'groups') return aclGroups.has(id);
  const controller = controllerNamed(target);
  return (
    controller !== undefined &&
    store.get(`SELECT 1 FROM ${quoted(controller.name)} WHERE id = ? AND deleted = 0`, id) !== undefined
  );
}

/** Deleted records don't reserve their key. */
function isTaken(
  store: Store,
  controller: DemoController,
  column: DemoColumn,
  stored: Stored,
  id: number | undefined,
): boolean {
  const sql = `SELECT 1 FROM ${quoted(controller.name)} WHERE deleted = 0 AND ${quoted(column.name)} = ? AND id IS NOT ?`;
  return store.get(sql, stored, id ?? null) !== undefined;
}
