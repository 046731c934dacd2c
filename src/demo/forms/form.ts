import type { JsonObject, JsonValue } from '../../model/json.ts';
import { type Action, mayEditField, permission, actionsFor } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import { type Column, columnKinds } from '../catalog/column.ts';
import { type Controller, modelClassOf, controllerNamed, fieldPath, pathOf } from '../catalog/controllers.ts';
import { uuidOf } from '../catalog/uuid.ts';
import type { Row } from '../database/store.ts';
import { modelOf } from '../query/rows.ts';

/** Where a form shows its fields. Containers nest as deep as a form likes. */
export interface Container {
  readonly label: string;
  readonly template: 'section' | 'tabs' | 'tab' | 'group' | 'split';
  /** Nobody edits what stands in here, unless a field says otherwise for itself. */
  readonly isReadOnly?: true;
  /** Names of columns, or containers. */
  readonly content: readonly (string | Container)[];
}

const system: Container = {
  label: 'System',
  template: 'section',
  isReadOnly: true,
  content: [
    'business_key',
    'owned_by',
    {
      label: 'History',
      template: 'group',
      content: ['created', 'created_by', 'modified', 'modified_by', 'revision', 'primary_acl_group', 'deleted'],
    },
  ],
};

const leadLayout: readonly Container[] = [
  {
    label: 'Person',
    template: 'split',
    content: [
      {
        label: 'Name',
        template: 'group',
        content: ['salutation', 'first_name', 'middle_name', 'last_name', 'birthday'],
      },
      {
        label: 'Work',
        template: 'group',
        content: ['job_title', 'department', 'company', 'account_id', 'referred_by'],
      },
    ],
  },
  {
    label: 'Details',
    template: 'tabs',
    content: [
      {
        label: 'Contact',
        template: 'tab',
        content: [
          'email',
          'secondary_email',
          'phone',
          'mobile',
          'website',
          'profile_url',
          {
            label: 'Address',
            template: 'section',
            content: [
              'street',
              'postal_code',
              'city',
              'state',
              'country',
              'time_zone',
              { label: 'Coordinates', template: 'group', content: ['latitude', 'longitude'] },
            ],
          },
        ],
      },
      {
        label: 'Qualification',
        template: 'tab',
        content: [
          'lead_source',
          'campaign',
          'rating',
          'priority',
          'industry',
          'segment',
          'employees',
          'score',
          'satisfaction',
          'competitor',
          'calls_count',
          'emails_count',
          'visits_count',
        ],
      },
      {
        label: 'Money',
        template: 'tab',
        content: [
          'annual_revenue',
          'budget',
          'expected_amount',
          'currency',
          'probability',
          'discount',
          'contract_months',
          'tax_number',
        ],
      },
      {
        label: 'Dates',
        template: 'tab',
        content: ['first_contact_date', 'last_contacted_at', 'next_follow_up', 'expected_close_date', 'decision_date'],
      },
      {
        label: 'Preferences',
        template: 'tab',
        content: ['do_not_call', 'email_opt_out', 'newsletter', 'is_vip', 'interests', 'products', 'languages'],
      },
    ],
  },
  { label: 'Texts', template: 'section', content: ['description', 'notes', 'attachment'] },
  { label: 'Workflow', template: 'section', content: ['current_stage', 'stage_remarks', 'closing_remarks'] },
  system,
];

/** A controller without a layout of its own shows its fields in one section, and the system's in another. */
function layoutOf(controller: Controller): readonly Container[] {
  if (controller.name === 'leads') return leadLayout;
  const inSystem = new Set([
    'id',
    'business_key',
    'owned_by',
    'created',
    'created_by',
    'modified',
    'modified_by',
    'revision',
    'primary_acl_group',
    'deleted',
  ]);
  const fields = controller.columns.map((column) => column.name).filter((name) => !inSystem.has(name));
  const general: Container = { label: 'General', template: 'section', content: fields };
  return controller.name === 'listviews' ? [general] : [general, system];
}

/** One input of a form. */
function fieldElement(controller: Controller, column: Column, level: number): JsonObject {
  const name = fieldPath(controller, column);
  const kind = columnKinds[column.kind];
  return {
    name,
    __name: name.join('.'),
    label: column.label,
    template: kind.template,
    method: kind.template,
    data_type: kind.dataType,
    permission: level,
    required: column.required ? '1' : '0',
    is_web_compatible: '1',
    is_mobile_compatible: '1',
    ...(column.maxLength === undefined ? {} : { max_length: String(column.maxLength) }),
    ...(column.min === undefined ? {} : { min: String(column.min) }),
    ...(column.max === undefined ? {} : { max: String(column.max) }),
    ...(column.choices
      ? { options: column.choices.map((value, position) => ({ text: column.choiceTexts?.[position] ?? value, value })) }
      : {}),
    ...(column.references ? referenceOf(column.references) : {}),
  };
}

/** Where a reference field finds what it may point to. */
function referenceOf(target: string): JsonObject {
  const controller = controllerNamed(target);
  return {
    reference_model: modelOf(target),
    ...(controller
      ? { reference_model_class: modelClassOf(controller), reference_url: `${controller.module}/${controller.name}` }
      : {}),
  };
}

/** A button, with everything that the interface says such an element carries. */
export function submitElement(action: Action): JsonObject {
  return {
    name: ['action', action.name],
    __name: `action.${action.name}`,
    label: action.label,
    template: 'submit',
    method: 'submit',
    value: action.label,
    __value: action.label,
    is_web_compatible: action.isWebCompatible ? '1' : '0',
    is_mobile_compatible: '1',
    rules_grid: [],
    roles_grid: [],
    helper: null,
    allow_copy_to_clipboard: '0',
    allow_user_to_specify_user_level_default: '0',
    business_key: uuidOf(`submit ${action.name}`),
    packaged_with_module: 'core',
    mw: null,
  };
}

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
