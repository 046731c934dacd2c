import assert from 'node:assert/strict';
import { FormLayoutCache } from '../../../../../src/service/documented/form/formLayoutCache.ts';
import { readRecordForm } from '../../../../../src/service/documented/form/readForm.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { answer, element, leads, submit } from './formAnswer.ts';

/** A form with some of everything that depends on another part of the response. */
function whole(more: JsonObject = {}): JsonObject {
  const address = element('address', {
    elements: [{ name: ['leads', 'address', 'zip'], label: 'Zip', template: 'text' }],
    template: 'composed',
  });
  const group = {
    label: 'Address',
    permission: 0,
    children: [
      element('city', { data_type: 'VAR_STRING', required: '1' }),
      element('owner', { permission: 2, options: 'currencies' }),
      element('rows'),
      address,
    ],
  };
  const record = {
    city: 'Pune',
    owner: '1',
    __owner: 'A',
    owner_model: 'users',
    rows: [{ id: '1', zip: '9' }],
    address: null,
    tags: ['a', 'b'],
    deleted: '0',
    note: 'beyond the form',
  };
  const form = {
    permission: 2,
    labels: { city: 'Town' },
    field_configurations: { city: { help: 'x' } },
    elements: [group, submit('save_progress', 'Save')],
  };
  return answer(record, form, {
    filterRules: { leads: { city: [{ rule: ['maxLength', 5], message: 'long' }, 'notEmpty'] } },
    notEmptyField: { city: 'Say where' },
    permissions: { leads: { city: 2 } },
    model_associations: { hasMany: { notes: { model_class: 'x', controller: 'crm/notes' } } },
    currencies: [{ text: 'Euro', value: '1' }],
    errors: [{ field: 'city', message: 'no' }],
    message: ['Hello'],
    name: 'Lead 17',
    ...more,
  });
}

function places(value: JsonValue, path: readonly string[] = []): (readonly string[])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([key, part]) => places(part, [...path, key]))];
}

/** Undefined removes it. */
function changed(content: JsonObject, [...path]: readonly string[], part: JsonValue | undefined): JsonObject {
  const copy = structuredClone(content);
  const last = path.pop() ?? '';
  let place: JsonValue = copy;
  for (const key of path) place = (place as JsonObject)[key] ?? null;
  if (part !== undefined) (place as JsonObject)[last] = part;
  else if (Array.isArray(place)) place.splice(Number(last), 1);
  else delete (place as JsonObject)[last];
  return copy;
}

function read(content: JsonObject, operation: FormOperation, memory?: FormLayoutCache): RecordForm | string {
  try {
    return readRecordForm(structuredClone(content), { controller: leads, operation }, memory);
  } catch (error) {
    return String(error);
  }
}

describe('forms read in sequence', () => {
  it('are each read like the first, whatever differs between two responses', () => {
    const first = whole();
    const parts = [undefined, null, 'other', 4, ['x'], { id: '2' }];
    for (const path of places(first))
      for (const part of parts) {
        const second = changed(first, path, part);
        for (const [before, after] of [
          [first, second],
          [second, first],
        ] as const) {
          const memory = new FormLayoutCache();
          read(before, 'edit', memory);
          const reported = `${path.join('.')} ${JSON.stringify(part)}`;
          assert.deepEqual(read(after, 'edit', memory), read(after, 'edit'), reported);
        }
      }
  });

  it('are kept separate for editing, viewing and adding', () => {
    const memory = new FormLayoutCache();
    for (const operation of ['edit', 'view', 'add', 'edit'] as const)
      assert.deepEqual(read(whole(), operation, memory), read(whole(), operation));
  });

  it('share their metadata, and keep their values separate', () => {
    const memory = new FormLayoutCache();
    const one = readRecordForm(whole(), { controller: leads, operation: 'edit' }, memory);
    const other = readRecordForm(
      changed(changed(whole({ id: '18', name: 'Lead 18' }), ['data', 'leads', 'city'], null), ['message'], []),
      { controller: leads, operation: 'edit' },
      memory,
    );
    assert.equal(other.fields, one.fields);
    assert.deepEqual([one.values['city'], other.values['city']], ['Pune', null]);
    assert.deepEqual([other.id, other.name, other.messages], ['18', 'Lead 18', []]);
  });

  it('reuse a layout after others of the same controller', () => {
    const memory = new FormLayoutCache();
    const layouts = ['a', 'b', 'a', 'b'].map((label) => {
      const content = changed(whole(), ['form', 'labels', 'city'], label);
      return readRecordForm(content, { controller: leads, operation: 'edit' }, memory).fields;
    });
    assert.equal(layouts[2], layouts[0]);
    assert.equal(layouts[3], layouts[1]);
  });
});
