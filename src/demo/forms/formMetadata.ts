import type { JsonObject, JsonValue } from '../../model/json.ts';
import { type Action, actionsFor, mayEditField, permission } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import { type DemoColumn, columnKinds } from '../catalog/column.ts';
import {
  type DemoController,
  type DemoTable,
  fieldPath,
  modelClassOf,
  pathInRecord,
  pathOf,
} from '../catalog/controllers.ts';
import { uuidOf } from '../catalog/uuid.ts';
import type { Row } from '../database/store.ts';

export type FormMode = 'view' | 'edit' | 'add';

/** The user and the record of a form. */
export interface FormSubject {
  readonly mode: FormMode;
  readonly user: User;
  readonly controller: DemoController;
  /** Undefined for a record that is being added. */
  readonly row: Row | undefined;
}

/** The effective permission of a field, regardless of its containers. */
export function fieldPermission(subject: FormSubject, column: DemoColumn): number {
  if (column.name === 'deleted') return permission.delete;
  const isEditable = subject.mode !== 'view' && mayEditField(subject.user, subject.controller, column, subject.row);
  return isEditable ? permission.edit : permission.view;
}

export function formOf(subject: FormSubject): JsonObject {
  const { controller, mode } = subject;
  const isEditable = controller.columns.some((column) => fieldPermission(subject, column) === permission.edit);
  const level = isEditable ? permission.edit : permission.view;
  const actions = mode === 'view' ? [] : actionsFor(subject.user, controller, subject.row);
  return formJson({
    controller,
    labels: Object.fromEntries([
      ...controller.columns.map((column) => [pathInRecord(column).join('.'), column.label] as const),
      ...controller.tables.map(({ name, label }) => [name, label] as const),
    ]),
    isSplit: controller.name === 'leads',
    viewPath: `/${pathOf(controller)}/view`,
    path: `/${pathOf(controller)}/${mode === 'view' ? 'view' : `${mode}.json`}`,
    elements: [
      ...layoutOf(controller).map((container) => containerJson(subject, container, level)),
      ...controller.tables.map((table) => tableJson(subject, table, level)),
    ],
    actions,
    level,
  });
}

interface FormContent {
  readonly controller: DemoController;
  readonly labels: Record<string, string>;
  readonly isSplit?: boolean;
  readonly viewPath: string;
  readonly path: string;
  readonly elements: JsonValue[];
  readonly actions: readonly Action[];
  readonly level: number;
}

/** Form metadata with everything that the interface specifies. */
export function formJson({
  controller,
  labels,
  isSplit,
  viewPath,
  path,
  elements,
  actions,
  level,
}: FormContent): JsonObject {
  const buttons = { label: 'Actions', template: 'buttons', elements: actions.map(submitElement) };
  return {
    model_class: modelClassOf(controller),
    template: 'form',
    labels,
    enable_split_layout: isSplit ? 1 : 0,
    form_metadata_id: uuidOf(`form ${viewPath}`),
    form_view_href: viewPath,
    field_configurations: actions.length > 0 ? [...elements, buttons] : elements,
    field_request_status: [],
    field_request_message: [],
    href: path,
    permission: level,
  };
}

export function inputElement(name: string[], label: string, template: string, level: number): JsonObject {
  return { name, __name: name.join('.'), label, template, method: template, permission: level };
}

/** A button with all properties that the interface specifies. */
function submitElement({ name, label, isWebCompatible }: Action): JsonObject {
  return {
    name: ['action', name],
    __name: `action.${name}`,
    label,
    template: 'submit',
    method: 'submit',
    value: label,
    __value: label,
    is_web_compatible: isWebCompatible ? '1' : '0',
    is_mobile_compatible: '1',
    rules_grid: [],
    roles_grid: [],
    helper: null,
    allow_copy_to_clipboard: '0',
    allow_user_to_specify_user_level_default: '0',
    business_key: uuidOf(`submit ${name}`),
    packaged_with_module: 'core',
    mw: null,
  };
}

/** A container of fields. Containers can be nested to any depth. */
interface Container {
  readonly label: string;
  readonly template: 'section' | 'tabs' | 'tab' | 'group' | 'split';
  /** Makes the fields inside read-only, unless a field has its own permission. */
  readonly isReadOnly?: true;
  /** Column names or containers. */
  readonly content: readonly (string | Container)[];
}

/** The column names are in one string. */
const containerFactory =
  (template: Container['template']) =>
  (label: string, columns: string, ...inside: Container[]): Container => ({
    label,
    template,
    content: [...columns.split(' ').filter(Boolean), ...inside],
  });
const [section, tabs, tab, group, split] = [
  containerFactory('section'),
  containerFactory('tabs'),
  containerFactory('tab'),
  containerFactory('group'),
  containerFactory('split'),
];

const history = 'created created_by modified modified_by revision primary_acl_group deleted';
const system: Container = {
  ...section('System', 'business_key owned_by', group('History', history)),
  isReadOnly: true,
};

const leadLayout: readonly Container[] = [
  split(
    'Person',
    '',
    group('Name', 'salutation first_name middle_name last_name birthday'),
    group('Work', 'job_title department company account_id referred_by'),
  ),
  tabs(
    'Details',
    '',
    tab(
      'Contact',
      'email secondary_email phone mobile website profile_url',
      section('Address', 'street postal_code city state country time_zone', group('Coordinates', 'latitude longitude')),
    ),
    tab(
      'Qualification',
      'lead_source campaign rating priority industry segment employees score satisfaction competitor calls_count emails_count visits_count',
    ),
    tab('Money', 'annual_revenue budget expected_amount currency probability discount contract_months tax_number'),
    tab('Dates', 'first_contact_date last_contacted_at next_follow_up expected_close_date decision_date'),
    tab('Preferences', 'do_not_call email_opt_out newsletter is_vip interests products languages'),
  ),
  section('Texts', 'description notes attachment'),
  section('Workflow', 'current_stage stage_remarks closing_remarks'),
  system,
];

/** A controller without its own layout shows its fields in one section and the system fields in another. */
function layoutOf({ name, columns }: DemoController): readonly Container[] {
  if (name === 'leads') return leadLayout;
  const inSystem = new Set(['id', 'business_key', 'owned_by', ...history.split(' ')]);
  const own = columns.map((column) => column.name);
  if (name === 'listviews') return [section('General', own.filter((one) => one !== 'id').join(' '))];
  return [section('General', own.filter((one) => !inSystem.has(one)).join(' ')), system];
}

/** The inputs of every row. */
function tableJson(subject: FormSubject, { name, label, columns }: DemoTable, level: number): JsonObject {
  const elements = columns.map((column): JsonValue => {
    const own = fieldPermission(subject, column);
    const path = [subject.controller.name, name, column.name];
    const { template } = columnKinds[column.kind];
    return inputElement(path, column.label, template, own === level ? permission.inherit : own);
  });
  return { label, template: 'section', permission: permission.inherit, elements };
}

function containerJson(subject: FormSubject, container: Container, above: number): JsonObject {
  const { controller } = subject;
  const level = container.isReadOnly ? permission.view : above;
  const content = container.content.map((item): JsonValue => {
    if (typeof item !== 'string') return containerJson(subject, item, level);
    const column = controller.column.get(item);
    if (!column) return {};
    const own = fieldPermission(subject, column);
    const { template } = columnKinds[column.kind];
    // inherit if the container already has this permission
    return inputElement(
      fieldPath(controller, column),
      column.label,
      template,
      own === level ? permission.inherit : own,
    );
  });
  const { label, template } = container;
  const head = { label, template, permission: level === above ? permission.inherit : level };
  if (template === 'tabs') return { ...head, tabs: content };
  if (template === 'split') return { ...head, columns: content.map((column) => [column]) };
  return { ...head, elements: content };
}
