import type { FieldKind } from '../../src/model/form/fieldKind.ts';
import type { FormElement, RecordField } from '../../src/model/form/formElement.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { FormStart } from '../../src/features/form/formProtocol.ts';
import { untouchedForm } from '../support/untouchedForm.ts';

/* A generated record with many fields; both sides show the same one. */

const kinds = ['text', 'text', 'number', 'choice', 'date', 'text', 'boolean', 'longText', 'text', 'choice'] as const;
const perSection = 20;
const templates: Partial<Record<FieldKind, string>> = {
  number: 'number',
  choice: 'select',
  date: 'date',
  boolean: 'checkbox',
  longText: 'textarea',
};
const options = ['New', 'Contacted', 'Won', 'Lost'].map((text) => ({ value: text.toLowerCase(), text }));

interface LongField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: string;
}

function longFields(count: number): LongField[] {
  return Array.from({ length: count }, (_, place) => {
    const kind = kinds[place % kinds.length] ?? 'text';
    return { name: `field_${place}`, label: `Record ${place}`, kind, value: valueOf(kind, place) };
  });
}

function valueOf(kind: FieldKind, place: number): string {
  if (kind === 'number') return String(place * 7);
  if (kind === 'choice') return options[place % options.length]?.value ?? '';
  if (kind === 'date') return `2026-03-${String(1 + (place % 28)).padStart(2, '0')}`;
  if (kind === 'boolean') return String(place % 2);
  return `Some words about number ${place}`;
}

/** What the host would send to the page of such a record. */
export function longFormStart(count: number): FormStart {
  const fields = longFields(count);
  return {
    address: 'records://demo/crm/leads/1.record.json',
    connection: { id: 'demo', name: 'Demo', readOnly: false },
    controller: 'crm/leads',
    isNew: false,
    form: {
      heading: { name: 'A long one', facts: [{ label: 'Stage', parts: ['New'] }] },
      singular: 'Lead',
      splitLayout: false,
      elements: sections(fields.map(fieldElement)),
      otherFields: [],
      buttons: [{ index: 0, label: 'Save Progress', isSave: true }],
      related: [],
      files: [],
      isDeleted: false,
      whyNot: {},
    },
    state: { ...untouchedForm, values: Object.fromEntries(fields.map(({ name, value }) => [name, value])) },
  };
}

function fieldElement({ name, label, kind }: LongField): FormElement {
  const field: RecordField = {
    path: ['leads', name],
    key: `leads.${name}`,
    at: [name],
    label,
    kind,
    options: kind === 'choice' ? options : [],
    permission: { editable: true, from: 'form' },
    required: false,
    rules: [],
    unreadRules: [],
    isSystem: false,
  };
  return { type: 'field', field };
}

function sections(elements: readonly FormElement[]): FormElement[] {
  return Array.from({ length: Math.ceil(elements.length / perSection) }, (_, place) => ({
    type: 'group',
    label: `Part ${place + 1}`,
    splitLayout: false,
    collapsed: false,
    elements: elements.slice(place * perSection, (place + 1) * perSection),
  }));
}

/** Elements and values of such a form in the interface's format. */
export function longFormAnswer(count: number): { readonly elements: JsonObject[]; readonly values: JsonObject } {
  const fields = longFields(count);
  const elements = fields.map(({ name, label, kind }) => ({
    name: ['leads', name],
    label,
    template: templates[kind] ?? 'text',
    permission: 2,
    ...(kind === 'choice' && { options: options.map(({ value, text }) => ({ value, text })) }),
  }));
  return { elements, values: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
}

/** The same form as static HTML: labels and native controls, without behavior. */
export function staticForm(count: number): string {
  return longFields(count)
    .map((field) => `<div class="field"><label for="${field.name}">${field.label}</label>${control(field)}</div>`)
    .join('');
}

function control({ name, kind, value }: LongField): string {
  if (kind === 'longText') return `<textarea id="${name}" rows="3">${value}</textarea>`;
  if (kind === 'boolean') return `<input id="${name}" type="checkbox" ${value === '1' ? 'checked' : ''} />`;
  if (kind === 'choice') {
    const lines = options.map((one) => `<option ${one.value === value ? 'selected' : ''}>${one.text}</option>`);
    return `<select id="${name}">${lines.join('')}</select>`;
  }
  return `<input id="${name}" type="${kind === 'date' ? 'date' : 'text'}" value="${value}" />`;
}
