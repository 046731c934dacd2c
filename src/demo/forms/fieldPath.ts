import type { Column } from '../catalog/column.ts';
import type { Controller } from '../catalog/controller.ts';

/** Columns that a record keeps inside an object of its own. */
const nested: Readonly<Record<string, readonly string[]>> = { stage_remarks: ['stage_log', 'remarks'] };

/** The path of a field inside its record: mostly its name alone. */
export function pathInRecord(column: Column): readonly string[] {
  return nested[column.name] ?? [column.name];
}

/** The key path of a field, as form elements and error entries name it. */
export function fieldPath(controller: Controller, column: Column): string[] {
  return [controller.name, ...pathInRecord(column)];
}

export function columnAtPath(controller: Controller, path: readonly string[]): Column | undefined {
  const nestedName = Object.keys(nested).find((name) => nested[name]?.join('.') === path.join('.'));
  const name = nestedName ?? (path.length === 1 ? path[0] : undefined);
  const column = name === undefined ? undefined : controller.column.get(name);
  return column && pathInRecord(column).join('.') === path.join('.') ? column : undefined;
}
