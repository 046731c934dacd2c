import type { JsonObject, JsonValue } from '../../model/json.ts';
import { rightsOn, actionsFor } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import { demoOrganization } from '../catalog/choiceLists.ts';
import { readableText, storedText, type DemoColumn } from '../catalog/column.ts';
import {
  modelClassOf,
  type DemoController,
  pathInRecord,
  controllerNamed,
  storedControllers,
} from '../catalog/controllers.ts';
import type { Row } from '../database/store.ts';
import { filterRulesOf, notEmptyFieldOf } from '../forms/filterRules.ts';
import { formOf, fieldPermission, type FormSubject } from '../forms/formMetadata.ts';
import { modelOf, type DisplayNames } from '../query/rows.ts';

export interface ViewContent {
  /** The content under the controller's alias: one record or a list. */
  readonly data: JsonValue;
  readonly id: string;
  readonly name: string;
  readonly message?: readonly string[];
}

/** The response to view, edit and add, with every field that the interface specifies. */
export function viewJson(subject: FormSubject, content: ViewContent): JsonObject {
  const { controller, user, row } = subject;
  const rights = row ? rightsOn(user, controller, row) : { edit: false, delete: false, comment: false };
  const isEditable = subject.mode !== 'view' && actionsFor(user, controller, row).length > 0;
  return {
    data: { [controller.name]: content.data },
    errors: [],
    message: [...(content.message ?? [])],
    primary_key: 'id',
    display_field: controller.displayColumns.at(-1) ?? 'id',
    model: controller.model,
    model_class: modelClassOf(controller),
    id: content.id,
    is_record_deleted: row?.['deleted'] === 1,
    permissions: { [controller.name]: permissionsOf(subject) },
    model_associations: associationsOf(controller),
    model_behaviours: {},
    name: content.name,
    filterRules: filterRulesOf(controller),
    form: formOf(subject),
    rebaseline: [],
    allow_comments: rights.comment ? 1 : 0,
    is_editable: (subject.mode === 'view' ? rights.edit : isEditable) ? 1 : 0,
    is_deletable: rights.delete ? 1 : 0,
    alias: controller.name,
    singular: controller.singular,
    ...classesOf(controller),
    notEmptyField: notEmptyFieldOf(controller),
    ...identityJson(user),
  };
}

export function classesOf(controller: DemoController): JsonObject {
  return {
    controllerClass: `${controller.module}.controllers.${controller.model}Controller`,
    modelClass: controller.model,
  };
}

/** The organization and the signed-in user, as the interface shows them; null in public responses. */
export function identityJson(user: User | undefined): JsonObject {
  return {
    organization_name: user ? demoOrganization.name : null,
    organization_id: user ? demoOrganization.id : null,
    user_id: user ? String(user.id) : null,
    user_fullname: user?.fullName ?? null,
  };
}

function permissionsOf(subject: FormSubject): JsonObject {
  const { columns, tables } = subject.controller;
  return Object.fromEntries([
    ...columns.map((column) => [pathInRecord(column).join('.'), fieldPermission(subject, column)] as const),
    ...tables.flatMap(({ name, columns: inRow }) =>
      inRow.map((column) => [`${name}.${column.name}`, fieldPermission(subject, column)] as const),
    ),
  ]);
}

/** A record as returned by view, edit and add: texts or null, with the companions of references. */
export function recordJson(controller: DemoController, row: Row, names: DisplayNames): JsonObject {
  const json: JsonObject = {};
  for (const column of controller.columns) {
    const [first = column.name, second] = pathInRecord(column);
    const value = storedText(column, row[column.name]);
    if (second !== undefined) {
      json[first] = {
        node_id: row['current_stage'] === null ? null : String(Number(row['current_stage']) + 1),
        [second]: value,
      };
      continue;
    }
    json[column.name] = value;
    if (column.references) {
      json[`__${column.name}`] = names.labelFor(column.references, row[column.name]);
      json[`${column.name}_model`] = modelOf(column.references);
    }
    if (column.choiceTexts) json[`__${column.name}`] = readableText(column, row[column.name]);
  }
  return json;
}

/** Records of `child` whose `column` points to a record of this controller. */
export interface HasMany {
  readonly child: DemoController;
  readonly column: DemoColumn;
}

/** Excludes system references, such as who created a record, because users don't navigate by them. */
function relates(column: DemoColumn): boolean {
  return column.references !== undefined && column.access !== 'system';
}

export function hasManyOf(controller: DemoController): HasMany[] {
  return storedControllers.flatMap((child) =>
    child.columns
      .filter((column) => relates(column) && column.references === controller.name)
      .map((column) => ({ child, column })),
  );
}

/** What a request for related records needs: the model class, and the table and key that the record's id applies to. */
function associationsOf(controller: DemoController): JsonObject {
  const belongsTo = controller.columns.filter(relates).flatMap((column) => {
    const parent = controllerNamed(column.references ?? '');
    return parent ? [[column.name, link(parent, parent, 'id')] as const] : [];
  });
  const hasMany = hasManyOf(controller).map(
    ({ child, column }) => [`${child.name}.${column.name}`, link(child, child, column.name)] as const,
  );
  return { belongs_to: Object.fromEntries(belongsTo), has_many: Object.fromEntries(hasMany) };
}

/** Two fields of a controller may point to the same parent, so each is requested by its own name. */
function link(other: DemoController, table: DemoController, key: string): JsonObject {
  return { model_class: modelClassOf(other), foreign_table: table.name, foreign_primary_key: key };
}
