import type { JsonObject, JsonValue } from '../../model/json.ts';
import { mayEditField, permission } from '../access/rights.ts';
import type { User } from '../access/user.ts';
import type { Column } from '../catalog/column.ts';
import { modelClassOf, pathOf, type Controller } from '../catalog/controller.ts';
import { uuidOf } from '../catalog/uuid.ts';
import type { Row } from '../database/store.ts';
import { actionsFor } from '../workflow.ts';
import { fieldElement } from './fieldElement.ts';
import { layoutOf, type Container } from './formLayout.ts';
import { fieldPath } from './fieldPath.ts';
import { submitElement } from './submitElement.ts';

export type FormMode = 'view' | 'edit' | 'add';

/** Whose form, of which record. */
export interface FormSubject {
  readonly mode: FormMode;
  readonly user: User;
  readonly controller: Controller;
  /** Undefined for a record that is being added. */
  readonly row: Row | undefined;
}

/** The number that is in force for a field, whatever stands around it. */
export function permissionOf(subject: FormSubject, column: Column): number {
  if (column.name === 'deleted') return permission.delete;
  const isEditable = subject.mode !== 'view' && mayEditField(subject.user, subject.controller, column, subject.row);
  return isEditable ? permission.edit : permission.view;
}

export function formOf(subject: FormSubject): JsonObject {
  const { controller, mode } = subject;
  const isEditable = controller.columns.some((column) => permissionOf(subject, column) === permission.edit);
  const level = isEditable ? permission.edit : permission.view;
  const actions = mode === 'view' ? [] : actionsFor(subject.user, controller, subject.row);
  return {
    model_class: modelClassOf(controller),
    template: 'form',
    labels: Object.fromEntries(
      controller.columns.map((column) => [fieldPath(controller, column).slice(1).join('.'), column.label]),
    ),
    enable_split_layout: controller.name === 'leads' ? 1 : 0,
    form_metadata_id: uuidOf(`form ${pathOf(controller)}`),
    form_view_href: `/${pathOf(controller)}/view`,
    field_configurations: [
      ...layoutOf(controller).map((container) => containerElement(subject, container, level)),
      ...(actions.length > 0 ? [{ label: 'Actions', template: 'buttons', elements: actions.map(submitElement) }] : []),
    ],
    field_request_status: [],
    field_request_message: [],
    href: `/${pathOf(controller)}/${mode === 'view' ? 'view' : `${mode}.json`}`,
    permission: level,
  };
}

function containerElement(subject: FormSubject, container: Container, above: number): JsonObject {
  const level = container.isReadOnly ? permission.view : above;
  const content = container.content.map((item): JsonValue => {
    if (typeof item !== 'string') return containerElement(subject, item, level);
    const column = subject.controller.column.get(item);
    if (!column) return {};
    const own = permissionOf(subject, column);
    // What stands above already says so: inherit it.
    return fieldElement(subject.controller, column, own === level ? permission.inherit : own);
  });
  const own = level === above ? permission.inherit : level;
  const { label, template } = container;
  if (template === 'tabs') return { label, template, permission: own, tabs: content };
  if (template === 'split') return { label, template, permission: own, columns: content.map((column) => [column]) };
  return { label, template, permission: own, elements: content };
}
