import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/model/json.ts';
import { helpingSchema, recordSchema } from '../../../../src/model/schema/recordSchema.ts';
import { recordOfSchema, schemaAddress } from '../../../../src/model/schema/schemaAddress.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { complaints } from './schemaAccepts.ts';

const stages = [
  { text: 'New', value: 'new' },
  { text: 'Won', value: 'won' },
];

function schemaOf(values: JsonObject, elements: JsonObject[], more: JsonObject = {}): JsonObject {
  return recordSchema(read(answer(values, { permission: 2, elements }, more)));
}

function propertyOf(schema: JsonObject, ...path: string[]): JsonObject {
  let at: JsonValue | undefined = schema;
  for (const key of path) at = isObject(at) && isObject(at['properties']) ? at['properties'][key] : undefined;
  assert.ok(isObject(at), `there is no ${path.join('.')}`);
  return at;
}

function description(schema: JsonObject, key: string): string {
  const words = propertyOf(schema, key)['description'];
  return typeof words === 'string' ? words : '';
}

describe('JSON schema of a record', () => {
  it('has the label and help of a field, and why it is editable or not', () => {
    const schema = schemaOf({ city: 'Goa', code: 'X' }, [
      element('city', { label: 'Town', help: 'Where they live.' }),
      element('code', { permission: 4 }),
    ]);
    assert.equal(propertyOf(schema, 'city')['title'], 'Town');
    assert.match(description(schema, 'city'), /^Where they live\.\n\n“Town” can be edited\./);
    assert.equal(propertyOf(schema, 'city')['readOnly'], undefined);
    assert.equal(propertyOf(schema, 'code')['readOnly'], true);
    assert.match(description(schema, 'code'), /“CODE” is read-only for you/);
    assert.equal(propertyOf(schema, 'id')['readOnly'], true);
  });

  it('offers the choices with their labels, and accepts no others', () => {
    const schema = schemaOf({ stage: 'new' }, [element('stage', { template: 'select', options: stages })]);
    const { enum: values, enumDescriptions } = propertyOf(schema, 'stage');
    assert.deepEqual(
      [values, enumDescriptions],
      [
        ['new', 'won', null],
        ['New', 'Won', 'Empty'],
      ],
    );
    assert.deepEqual(complaints(schema, { stage: 'won' }), []);
    assert.deepEqual(complaints(schema, { stage: 'wo' }), ['$.stage is not among ["new","won",null]']);
  });

  it('accepts the stored value, even if it is not among the choices', () => {
    const select = element('stage', { template: 'select', options: stages });
    assert.deepEqual(complaints(schemaOf({ stage: 'lost' }, [select]), { stage: 'lost' }), []);
    const tags = element('tags', { template: 'multiselect', options: stages });
    assert.deepEqual(complaints(schemaOf({ tags: ['new', 'old'] }, [tags]), { tags: ['old', 'won'] }), []);
    assert.equal(complaints(schemaOf({ tags: ['new'] }, [tags]), { tags: ['nwe'] }).length, 1);
  });

  it('accepts numbers and texts for a number, and only a text for a text', () => {
    const schema = schemaOf({ score: '5', city: 'Goa' }, [element('score', { template: 'number' }), element('city')]);
    for (const score of ['7', 7, null]) assert.deepEqual(complaints(schema, { score }), []);
    assert.equal(complaints(schema, { city: ['Goa'] }).length, 1);
  });

  it('requires required fields, in a new record and in one that has them', () => {
    const required = element('city', { required: '1' });
    assert.deepEqual(schemaOf({ city: 'Goa' }, [required])['required'], ['city']);
    assert.equal(schemaOf({}, [required])['required'], undefined);
    const fresh = read(answer({}, { permission: 2, elements: [required] }), 'add');
    assert.deepEqual(recordSchema(fresh)['required'], ['city']);
    assert.equal(schemaOf({ city: 'Goa' }, [{ ...required, permission: 4 }])['required'], undefined);
  });

  it('reports nothing in an open record, which has its own diagnostics, and offers the same', () => {
    const select = element('stage', { template: 'select', options: stages, required: '1' });
    const tags = element('tags', { template: 'multiselect', options: stages });
    const parts = { name: ['leads', 'place', 'city'], label: 'City' };
    const schema = helpingSchema(schemaOf({ stage: 'new', tags: ['new'] }, [select, tags, parts]));
    for (const wrong of [{}, { stage: 'nwe', tags: ['old'] }, { stage: [1], tags: 5, place: { city: {} } }])
      assert.deepEqual(complaints(schema, wrong), []);
    assert.match(
      JSON.stringify(propertyOf(schema, 'stage')),
      /"enum":\["new","won"\],"enumDescriptions":\["New","Won"\]/,
    );
    assert.match(description(schema, 'stage'), /must not be empty/);
  });

  it('covers nested parts and rows', () => {
    const elements = [
      { ...element('x', { label: 'Node' }), name: ['leads', 'stage_log', 'node_id'] },
      { ...element('x', { label: 'Zip', template: 'select', options: stages }), name: ['leads', 'rows', 'zip'] },
    ];
    const schema = schemaOf({ stage_log: { node_id: '4' }, rows: [{ zip: 'new' }, { zip: 9 }] }, elements);
    assert.equal(propertyOf(schema, 'stage_log', 'node_id')['title'], 'Node');
    assert.deepEqual(complaints(schema, { rows: [{ zip: 9 }] }), []);
    assert.equal(complaints(schema, { rows: [{ zip: 'x' }] }).length, 1);
    const empty = schemaOf({ rows: [] }, elements);
    assert.equal(complaints(empty, { rows: [{ zip: 'x' }] }).length, 1);
    assert.deepEqual(complaints(empty, { rows: [{ zip: 'new' }] }), []);
  });

  it('describes the companion keys of references', () => {
    const owner = element('owner', { controller: 'access_controls/users' });
    const schema = schemaOf({ owner: '3', __owner: 'Asha', owner_model: 'users' }, [owner]);
    assert.match(description(schema, 'owner'), /The id of a record of access_controls\/users\./);
    assert.equal(propertyOf(schema, '__owner')['title'], 'OWNER: text');
    assert.equal(propertyOf(schema, 'owner_model')['title'], 'OWNER: model');
  });

  it('offers the value of a deleted line again, but never a password', () => {
    const schema = schemaOf({ city: 'Goa', word: 'secret' }, [
      element('city'),
      element('word', { template: 'password' }),
    ]);
    assert.equal(propertyOf(schema, 'city')['default'], 'Goa');
    assert.doesNotMatch(JSON.stringify(schema), /secret/);
  });

  it('never rejects what the service itself sent, whatever its elements say', () => {
    const key = fc.constantFrom('a', 'b', 'c', '__a', 'a_model', '__proto__');
    const anyValue = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
      fc.constantFrom<JsonValue>('1', '0', 1, true, '', null, 'new', ['new'], [{ a: 1 }, { a: 'x', b: [] }], {
        a: { b: 2 },
      }),
    );
    const control = fc.constantFrom('text', 'select', 'multiselect', 'checkbox', 'number', 'lookup', 'file', 'date');
    const anyElement = fc
      .tuple(fc.array(key, { minLength: 1, maxLength: 3 }), control, fc.boolean(), fc.constantFrom('0', '1'))
      .map(([path, template, hasOptions, required]) => ({
        name: ['leads', ...path],
        label: path.join(' '),
        template,
        required,
        ...(hasOptions ? { options: stages } : {}),
      }));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, anyValue)), fc.array(anyElement, { maxLength: 6 }), (entries, elements) => {
        const values = Object.fromEntries(entries);
        const form = read(answer(values, { permission: 2, elements }));
        const written = JSON.parse(JSON.stringify(form.values)) as JsonObject;
        assert.deepEqual(complaints(recordSchema(form), written), []);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has a unique URI for any id', () => {
    const place = { connection: 'demo', controller: controllerName('crm', 'leads') };
    assert.equal(schemaAddress({ kind: 'record', ...place, id: '17' }), 'records-schema://demo/crm/leads/17.json');
    assert.equal(
      schemaAddress({ kind: 'newRecord', ...place, number: 2 }),
      'records-schema://demo/crm/leads/=new-2.json',
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        const address = { kind: 'record', ...place, id } as const;
        const path = schemaAddress(address).replace('records-schema://demo', '');
        assert.deepEqual(recordOfSchema({ authority: 'demo', path }), address);
      }),
    );
    assert.equal(recordOfSchema({ authority: 'demo', path: '/crm/leads/17.record.json' }), undefined);
  });
});
