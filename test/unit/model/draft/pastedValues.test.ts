import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import { pastedValues } from '../../../../src/model/draft/pastedValues.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const form = read(
  answer(
    { city: 'Goa', code: 'X', owner: '3', __owner: 'Asha', owner_model: 'users', log: { node: '1', by: '2' } },
    {
      permission: 2,
      elements: [
        element('city', { label: 'Town' }),
        element('code', { permission: 4, label: 'Code' }),
        element('owner', { controller: 'access_controls/users' }),
        element('picture', { template: 'file', label: 'Picture' }),
        { ...element('x', { label: 'Node' }), name: ['leads', 'log', 'node'] },
        { ...element('x', { label: 'By', permission: 4 }), name: ['leads', 'log', 'by'] },
      ],
    },
  ),
);

const at = (pasted: JsonObject): Record<string, unknown> =>
  Object.fromEntries(pastedValues(form, pasted).changes.map(({ at: path, value }) => [path.join('.'), value]));

describe('JSON pasted into a record', () => {
  it('fills editable fields by key or label', () => {
    assert.deepEqual(at({ city: 'Pune' }), { city: 'Pune' });
    assert.deepEqual(at({ ' town': 'Pune' }), { city: 'Pune' });
    assert.deepEqual(at({ log: { node: '4', by: '9' } }), { 'log.node': '4' });
  });

  it('fills sub-tables: rows of the record keep their ids, other rows are new', () => {
    const number = { ...element('x', { label: 'Number' }), name: ['leads', 'phones', 'number'] };
    const taken = (phones: JsonValue, pasted: JsonValue): unknown => {
      const lead = read(answer({ phones }, { permission: 2, elements: [number] }));
      return pastedValues(lead, { phones: pasted }).changes;
    };
    const pasted = [
      { id: '31', number: '5' },
      { id: '99', number: '6' },
    ];
    const change = (value: JsonValue): unknown => [{ at: ['phones'], value }];
    assert.deepEqual(taken([{ id: 31, number: '1' }], pasted), change([{ id: '31', number: '5' }, { number: '6' }]));
    assert.deepEqual(taken([], pasted), change([{ number: '5' }, { number: '6' }]));
    assert.deepEqual(
      taken({ 31: { id: 31, number: '1' } }, pasted),
      change({ 31: { id: '31', number: '5' }, new2: { number: '6' } }),
    );
    assert.deepEqual(taken([], 'x'), []);
  });

  it('reports what was skipped and why', () => {
    const pasted = { city: null, code: 'Y', picture: 'a.png', hat: 1, owner: {}, id: '99', $schema: 'x', log: 'no' };
    const { left, fields } = pastedValues(form, pasted);
    assert.deepEqual(left, [
      'Code (read-only)',
      'Picture (a file)',
      'hat (no such field)',
      'owner (different structure)',
      'log (different structure)',
    ]);
    assert.equal(fields, 1);
  });

  it('accepts a reference with its text and model', () => {
    assert.deepEqual(at({ owner: '4', __owner: 'Ravi', owner_model: 'users' }), {
      owner: '4',
      __owner: 'Ravi',
      owner_model: 'users',
    });
    const cleared = { owner: '4', __owner: null, owner_model: null };
    assert.deepEqual(at(cleared), cleared);
    // the text alone is the name of a record that is still to be looked up
    assert.deepEqual(at({ __owner: 'Ravi' }), { __owner: 'Ravi' });
    assert.deepEqual(pastedValues(form, { __owner: 'Ravi' }).left, []);
  });

  it('finds the record in a response of the service', () => {
    assert.deepEqual(at({ data: { leads: { city: 'Pune' } } }), { city: 'Pune' });
    assert.deepEqual(at({ leads: { city: 'Pune' } }), { city: 'Pune' });
  });

  it('is safe with names of prototypes', () => {
    assert.deepEqual(at(JSON.parse('{"__proto__": {"city": "x"}, "constructor": 1}') as JsonObject), {});
  });
});
