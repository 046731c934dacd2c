import type { JsonObject, JsonValue } from '../../model/json.ts';
import { rightsOn } from '../access/rights.ts';
import type { User } from '../access/user.ts';
import { controllerClassOf, modelClassOf, type Controller } from '../catalog/controller.ts';
import { organization } from '../catalog/organization.ts';
import { filterRulesOf, notEmptyFieldOf } from '../forms/filterRules.ts';
import { formOf, permissionOf, type FormSubject } from '../forms/form.ts';
import { pathInRecord } from '../forms/fieldPath.ts';
import { associationsOf } from './associations.ts';
import { actionsFor } from '../workflow.ts';

export interface ViewContent {
  /** What stands under the controller's alias: a record, or a list of them. */
  readonly data: JsonValue;
  readonly id: string;
  readonly name: string;
  readonly message?: readonly string[];
}

/** The answer of view, edit and add, with every field that the interface gives it. */
export function viewResponse(subject: FormSubject, content: ViewContent): JsonObject {
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
    model_behaviours: behaviorsOf(controller),
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
    ...whoAndWhere(user),
  };
}

export function classesOf(controller: Controller): JsonObject {
  return { controllerClass: controllerClassOf(controller), modelClass: controller.model };
}

/** All that the interface shows of the organization, and who is signed in; nobody in what is open to all. */
export function whoAndWhere(user: User | undefined): JsonObject {
  return {
    organization_name: user ? organization.name : null,
    organization_id: user ? organization.id : null,
    user_id: user ? String(user.id) : null,
    user_fullname: user?.fullName ?? null,
  };
}

function permissionsOf(subject: FormSubject): JsonObject {
  return Object.fromEntries(
    subject.controller.columns.map((column) => [pathInRecord(column).join('.'), permissionOf(subject, column)]),
  );
}

function behaviorsOf(controller: Controller): JsonObject {
  if (controller.name === 'listviews') return { SoftDelete: { field: 'deleted' } };
  return {
    SoftDelete: { field: 'deleted' },
    Revisions: { field: 'revision' },
    ...(controller.hasWorkflow ? { Workflow: { field: 'current_stage' } } : {}),
  };
}
