import type { FieldKind } from '../../src/model/form/fieldKind.ts';
import { pathKey } from '../../src/model/form/fieldPath.ts';
import type { FormElement, RecordField } from '../../src/model/form/formElement.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { FormDescription, FormStart, FormState } from '../../src/features/form/formProtocol.ts';
import { untouchedForm } from '../support/untouchedForm.ts';

export function field(name: string, kind: FieldKind = 'text', more: Partial<RecordField> = {}): RecordField {
  const at = more.at ?? [name];
  const path = ['leads', ...at];
  return {
    path,
    key: pathKey(path),
    at,
    label: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    kind,
    options: [],
    permission: { editable: true, from: 'form' },
    required: false,
    rules: [],
    unreadRules: [],
    isSystem: false,
    ...more,
  };
}

export const readOnly: Partial<RecordField> = { permission: { editable: false, from: 'form' } };

export function asElements(fields: readonly RecordField[]): FormElement[] {
  return fields.map((one) => ({ type: 'field', field: one }));
}

export function group(
  label: string,
  elements: readonly FormElement[],
  more: { splitLayout?: boolean } = {},
): FormElement {
  return { type: 'group', label, splitLayout: false, collapsed: false, elements, ...more };
}

/** A sub-table with these fields in each row. */
export function rows(label: string, fields: readonly RecordField[], help?: string): FormElement {
  const at = fields[0]?.at.slice(0, -1) ?? [];
  const path = ['leads', ...at];
  const table = { path, key: pathKey(path), at, label, fields, tables: [], ...(help !== undefined && { help }) };
  return { type: 'rows', table, collapsed: false };
}

const stages = ['New', 'Contacted', 'Won', 'Lost'].map((text) => ({ value: text.toLowerCase(), text }));
const tags = ['Hot', 'Partner', 'VIP'].map((text, place) => ({ value: String(place + 1), text }));

/** A lead with a field of every kind. */
const leadElements: readonly FormElement[] = [
  group(
    'General',
    asElements([
      field('name', 'text', { required: true, help: 'As printed on the card.', placeholder: 'First and last name' }),
      field('email', 'text', { format: 'email' }),
      field('amount', 'number'),
      field('stage', 'choice', { options: stages }),
      field('born', 'date'),
      field('called', 'dateTime'),
      field('call_at', 'time'),
      field('owner_id', 'reference', { label: 'Owner', reference: { model: 'Users' } }),
      field('active', 'boolean', { help: 'Inactive leads are not called.' }),
      field('tags', 'choices', { options: tags, required: true }),
      field('notes', 'longText'),
    ]),
    { splitLayout: true },
  ),
  group('More', [
    ...asElements([
      field('card', 'file'),
      field('secret', 'password'),
      field('trick', 'hidden'),
      field('extra', 'nested'),
      field('score', 'number', readOnly),
      field('source', 'choice', { ...readOnly, options: [{ value: 'w', text: 'Web' }] }),
    ]),
    group('Address', asElements([field('city', 'text', { at: ['address', 'city'] })])),
  ]),
  ...asElements([field('created', 'dateTime', { ...readOnly, isSystem: true })]),
];

export const leadValues: JsonObject = {
  name: 'Mira Sen',
  email: 'mira@example.com',
  amount: '1200.50',
  stage: 'new',
  born: '1990-02-03',
  called: '2024-03-01 10:15:00',
  call_at: '09:30',
  owner_id: '4',
  __owner_id: 'Anand Rao',
  owner_id_model: 'Users',
  active: '1',
  tags: ['1'],
  notes: 'First line\nsecond line',
  card: 'card.png',
  secret: 'hush',
  trick: 'x',
  extra: { a: [1, 2] },
  score: '17',
  source: 'w',
  address: { city: 'Pune' },
  created: '2023-01-01 08:00:00',
};

export interface StartChange extends Partial<Omit<FormStart, 'form' | 'state'>> {
  readonly form?: Partial<FormDescription>;
  readonly state?: Partial<FormState>;
}

export function startOf({ form, state, ...more }: StartChange = {}): FormStart {
  return {
    connection: { id: 'demo', name: 'Demo', readOnly: false },
    controller: 'crm/leads',
    isNew: false,
    form: {
      heading: {
        name: 'Mira Sen',
        facts: [
          { label: 'Stage', parts: ['New'] },
          { label: 'Owner', parts: ['Anand Rao'] },
          { label: 'Modified', parts: [{ moment: '2024-03-01 10:15:00' }] },
        ],
      },
      singular: 'Lead',
      splitLayout: false,
      elements: leadElements,
      otherFields: [field('revision', 'text', { ...readOnly, isSystem: true })],
      buttons: [
        { index: 0, label: 'Approve', isSave: false },
        { index: 1, label: 'Save Progress', isSave: true },
      ],
      related: [
        { name: 'deals', label: 'Deals', kind: 'hasMany', controller: 'crm/deals' },
        { name: 'ghosts', label: 'Ghosts', kind: 'unknown' },
      ],
      files: [],
      isDeleted: false,
      whyNot: {},
      ...form,
    },
    state: { ...untouchedForm, values: leadValues, ...state },
    ...more,
  };
}

/** Every kind of message about fields at once. */
export const troubled: Partial<FormState> = {
  seenAt: Date.now() - 300_000,
  isDirty: true,
  changed: ['leads.name', 'leads.stage', 'leads.active'],
  problems: [
    { tone: 'error', text: 'The name is taken.', key: 'leads.name' },
    { tone: 'error', text: 'Choose at least two.', key: 'leads.tags' },
    { tone: 'error', text: 'The service is in a bad mood.' },
  ],
  conflicts: [
    {
      key: 'leads.email',
      label: 'Email',
      original: 'mira@example.com',
      mine: 'mira@example.org',
      theirs: `${'a-very-long-address-'.repeat(10)}@example.net`,
      by: 'changed by Ana Roy, 12 Mar 2026 10:15',
    },
  ],
  notes: [{ tone: 'info', text: 'The service set it to 1200.5.', key: 'leads.amount' }],
  news: { text: 'Ana Roy changed this record.', actions: ['reload', 'compare'] },
};
