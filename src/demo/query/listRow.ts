import type { JsonObject } from '../../model/json.ts';
import { displayTextOf, textOf } from '../catalog/columnKinds.ts';
import type { Controller } from '../catalog/controller.ts';
import type { ShownColumn } from '../catalog/listView.ts';
import { rightsOn } from '../access/rights.ts';
import type { User } from '../access/user.ts';
import type { Row } from '../database/store.ts';
import { displayNameOf, type DisplayNames } from './displayNames.ts';
import { rowKeyOf } from './headers.ts';

/** One element of `paginate.data`: texts or null, the ACL columns, the record's name and what the user may do. */
export function listRow(
  controller: Controller,
  columns: readonly ShownColumn[],
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

/** What a row is made from: what is shown, what names the record, and what decides who may do what. */
export function neededColumns(controller: Controller, columns: readonly ShownColumn[]): string[] {
  const shown = columns.flatMap((one) => one.computed?.needs ?? [one.name]);
  const rights = ['owned_by', 'deleted', ...(controller.hasWorkflow ? ['current_stage'] : [])];
  return [...shown, ...controller.displayColumns, ...rights];
}

function cell(controller: Controller, shown: ShownColumn, row: Row, names: DisplayNames): string | null {
  if (shown.computed) return shown.computed.compute(row);
  const column = controller.column.get(shown.name);
  if (!column) return null;
  if (!shown.alias) return textOf(column, row[shown.name]);
  return column.references ? names.of(column.references, row[shown.name]) : displayTextOf(column, row[shown.name]);
}

/** Who holds which right: `user:<owner>` and, where administrators have it too, `role:administrator`. */
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
