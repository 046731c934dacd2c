import type { Column } from '../catalog/column.ts';
import type { Controller } from '../catalog/controller.ts';
import { columnAtPath } from '../forms/fieldPath.ts';
import { pathOfKey } from '../http/formKeys.ts';
import type { FormEntry, UploadedFile } from '../http/multipart.ts';
import { Problem, type ErrorEntry } from '../problem.ts';

/** What the body of a save says, held against the controller's fields but not yet against any record. */
export interface Submission {
  readonly id: string | undefined;
  readonly action: string;
  /** Null stands for empty. */
  readonly values: ReadonlyMap<Column, string | UploadedFile | null>;
}

export function readSubmission(controller: Controller, body: readonly FormEntry[]): Submission {
  const values = new Map<Column, string | UploadedFile | null>();
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
      const error = take(controller, values, rest, value);
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
  if (errors.length > 0) throw new Problem(200, errors);
  return { id: id === 'null' || id === '' ? undefined : id, action: actions[0] ?? '', values };
}

/** Bulk requests name their records so. */
export function isIdList(key: string): boolean {
  return key === 'ids[]' || /^ids\[\d+\]$/.test(key);
}

/** Texts and model names beside a reference, and where the workflow stands: told to clients, not taken from them. */
function isCompanion(controller: Controller, path: readonly string[]): boolean {
  const [name = ''] = path;
  if (path.join('.') === 'stage_log.node_id') return controller.hasWorkflow;
  if (path.length !== 1) return false;
  return (
    (name.startsWith('__') && controller.column.has(name.slice(2))) ||
    (name.endsWith('_model') && controller.column.has(name.slice(0, -'_model'.length)))
  );
}

function take(
  controller: Controller,
  values: Map<Column, string | UploadedFile | null>,
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
  // Many choices may also come one by one: data[leads][interests][0], data[leads][interests][].
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

/** The text `null` is how form-data says empty; a file input without a file says it with an empty one. */
function emptied(value: string | UploadedFile): string | UploadedFile | null {
  // Form-data ends every line with CR and LF, whatever the text had.
  if (typeof value === 'string') return value === '' || value === 'null' ? null : value.replaceAll('\r\n', '\n');
  return value.name === '' && value.content.length === 0 ? null : value;
}
