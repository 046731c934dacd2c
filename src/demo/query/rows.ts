import type { JsonObject } from '../../model/json.ts';
import { rightsOn } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import { aclGroups, demoOrganization } from '../catalog/choiceLists.ts';
import { type Stored, columnKinds, type DemoColumn, readableText, storedText } from '../catalog/column.ts';
import { controllerNamed, type DemoController } from '../catalog/controllers.ts';
import type { ListViewColumn } from '../catalog/defineListViews.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';

export function displayNameOf(controller: DemoController, row: Row): string {
  const words = controller.displayColumns
    .map((name) => row[name])
    .filter((word) => word !== null && word !== undefined);
  return words.join(' ') || `${controller.singular} ${row['id']}`;
}

/** Looks up the display names of referenced records, once per record. */
export class DisplayNames {
  private readonly store: Store;
  private readonly known = new Map<string, string | null>();

  constructor(store: Store) {
    this.store = store;
  }

  labelFor(target: string, id: Stored | undefined): string | null {
    if (id === null || id === undefined) return null;
    if (target === 'groups') return aclGroups.get(Number(id)) ?? demoOrganization.name;
    const key = `${target} ${id}`;
    let name = this.known.get(key);
    if (name === undefined) this.known.set(key, (name = this.read(target, id)));
    return name;
  }

  private read(target: string, id: Stored): string | null {
    const controller = controllerNamed(target);
    if (!controller) return null;
    const columns = ['id', ...controller.displayColumns].map(quoted).join(', ');
    const row = this.store.get(`SELECT ${columns} FROM ${quoted(target)} WHERE id = ?`, id);
    return row ? displayNameOf(controller, row) : null;
  }
}

/** The name in `<field>_model` companions. */
export function modelOf(target: string): string {
  return target === 'groups' ? 'Groups' : (controllerNamed(target)?.model ?? target);
}

export interface ColumnTotal {
  readonly total: number;
  readonly count: number;
}

const flag = (on: boolean | undefined): '0' | '1' => (on ? '1' : '0');

/** The header of a list view column. */
export function headerOf(
  controller: DemoController,
  shown: ListViewColumn,
  total: ColumnTotal | undefined,
): JsonObject {
  const column = controller.column.get(shown.name);
  return {
    field_type: shown.computed?.fieldType ?? 'Data-Field',
    ...(shown.alias ? { alias: shown.alias } : {}),
    sortable: column?.sortable ?? false,
    searchable: column !== undefined && !shown.computed,
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

function dataTypeOf(column: DemoColumn | undefined): string {
  return column ? columnKinds[column.kind].dataType : 'VAR_STRING';
}

/** The key of the column's value in a row. */
function rowKeyOf(controller: DemoController, shown: ListViewColumn): string {
  return shown.alias ?? `${controller.name}.${shown.name}`;
}

/** One element of `paginate.data`: texts or null, the ACL columns, the record's name and the user's rights. */
export function listRow(
  controller: DemoController,
  columns: readonly ListViewColumn[],
  row: Row,
  user: User,
  names: DisplayNames,
): JsonObject {
  const json: JsonObject = { [`${controller.name}.id`]: String(row['id']) };
  for (const shown of columns) json[rowKeyOf(controller, shown)] = cell(controller, shown, row, names);
  const rights = rightsOn(user, controller, row);
  for (const [name, value] of Object.entries(aclOf(row))) json[`${controller.name}.${name}`] = value;
  json[`${controller.name}.deleted`] = String(row['deleted'] ?? 0);
  json['record_display_name'] = displayNameOf(controller, row);
  json['is_edit'] = rights.edit;
  json['is_delete'] = rights.delete;
  json['is_comment'] = rights.comment;
  return json;
}

/** Columns needed to build a row: those shown, those of the record's name, and those that determine rights. */
export function neededColumns(controller: DemoController, columns: readonly ListViewColumn[]): string[] {
  const shown = columns.flatMap((one) => one.computed?.needs ?? [one.name]);
  const rights = ['owned_by', 'deleted', ...(controller.hasWorkflow ? ['current_stage'] : [])];
  return [...shown, ...controller.displayColumns, ...rights];
}

function cell(controller: DemoController, shown: ListViewColumn, row: Row, names: DisplayNames): string | null {
  if (shown.computed) return shown.computed.compute(row);
  const column = controller.column.get(shown.name);
  if (!column) return null;
  if (!shown.alias) return storedText(column, row[shown.name]);
  return column.references ? names.labelFor(column.references, row[shown.name]) : readableText(column, row[shown.name]);
}

/** The holders of each right: `user:<owner>` and, if administrators have it too, `role:administrator`. */
function aclOf(row: Row): Record<string, string | null> {
  const owner = row['owned_by'] ? `user:${row['owned_by']}` : null;
  return {
    _acl_comment: owner,
    _acl_edit: owner && `${owner}|role:administrator`,
    _acl_tmp_edit: null,
    _acl_delete: 'role:administrator',
    _acl_tmp_delete: null,
  };
}
