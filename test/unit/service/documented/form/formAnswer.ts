import { controllerName } from '../../../../../src/model/controller.ts';
import { readRecordForm } from '../../../../../src/service/documented/form/readForm.ts';
import type { RecordField } from '../../../../../src/model/form/formElement.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../../src/model/form/recordForm.ts';

export const leads = controllerName('crm', 'leads');

export function element(key: string, more: JsonObject = {}): JsonObject {
  return { name: ['leads', key], __name: `leads.${key}`, label: key.toUpperCase(), template: 'text', ...more };
}

export function submit(name: string, label: string, more: JsonObject = {}): JsonObject {
  return {
    name: ['action', name],
    label,
    value: label,
    template: 'submit',
    method: 'submit',
    is_web_compatible: '1',
    ...more,
  };
}

/** A response to edit, as shown in the interface. */
export function answer(values: JsonObject, form: JsonValue, more: JsonObject = {}): JsonObject {
  return {
    data: { leads: { id: '17', ...values } },
    errors: [],
    message: [],
    primary_key: 'id',
    display_field: 'name',
    model: 'leads',
    model_class: '\\module\\crm\\model\\leads',
    id: '17',
    is_record_deleted: false,
    permissions: [],
    model_associations: [],
    filterRules: [],
    notEmptyField: [],
    form,
    is_editable: 1,
    is_deletable: '1',
    allow_comments: 0,
    alias: 'leads',
    singular: 'Lead',
    ...more,
  };
}

export function read(content: JsonObject, operation: FormOperation = 'edit'): RecordForm {
  return readRecordForm(content, { controller: leads, operation });
}

/** The field read from a form with a single editable element. */
export function fieldOf(more: JsonObject, values: JsonObject = {}, beside: JsonObject = {}): RecordField {
  const form = read(answer(values, { permission: 2, elements: [element('city', more)] }, beside));
  const [field] = form.fields;
  if (!field) throw new Error('the form has no field');
  return field;
}
