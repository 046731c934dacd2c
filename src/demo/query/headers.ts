import type { JsonObject } from '../../model/json.ts';
import { columnKinds } from '../catalog/columnKinds.ts';
import type { Column } from '../catalog/column.ts';
import type { Controller } from '../catalog/controller.ts';
import type { ShownColumn } from '../catalog/listView.ts';

export interface ColumnTotal {
  readonly total: number;
  readonly count: number;
}

const flag = (on: boolean | undefined): '0' | '1' => (on ? '1' : '0');

/** The description of one column of a list view. */
export function headerOf(controller: Controller, shown: ShownColumn, total: ColumnTotal | undefined): JsonObject {
  const column = controller.column.get(shown.name);
  return {
    field_type: shown.computed?.fieldType ?? 'Data-Field',
    ...(shown.alias ? { alias: shown.alias } : {}),
    sortable: column?.sortable ?? false,
    searchable: column?.searched ?? false,
    is_invisible: flag(shown.hidden),
    clickable_link: flag(shown.link),
    compute_column_total: flag(shown.total),
    column_name: shown.computed ? (shown.alias ?? shown.name) : `${controller.name}.${shown.name}`,
    name: shown.name,
    data_type: shown.computed?.dataType ?? dataTypeOf(column),
    visible: shown.hidden ? 0 : 1,
    column_total: total?.total ?? 0,
    total_count: total?.count ?? 0,
    label: shown.computed?.label ?? shown.alias ?? column?.label ?? shown.name,
  };
}

function dataTypeOf(column: Column | undefined): string {
  return column ? columnKinds[column.kind].dataType : 'VAR_STRING';
}

/** Where a row keeps the column's value. */
export function rowKeyOf(controller: Controller, shown: ShownColumn): string {
  return shown.alias ?? `${controller.name}.${shown.name}`;
}
