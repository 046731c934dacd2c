import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { proposedEdit } from '../../../../src/model/draft/proposedEdit.ts';
import { textValues } from '../../../../src/model/draft/recordText.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

const form = read(
  answer(
    { city: 'Goa', code: 'X', score: '3', stage: 'n', owner: '3', __owner: 'Asha', owner_model: 'users' },
    {
      permission: 2,
      elements: [
        element('city', { label: 'Town' }),
        element('code', { permission: 4, label: 'Code' }),
        element('score', { label: 'Score' }),
        element('home_phone', { label: 'Phone' }),
        element('work_phone', { label: 'Phone' }),
        element('stage', { label: 'Stage', options: { n: 'New', w: 'Won' }, template: 'select' }),
        element('owner', { controller: 'access_controls/users', label: 'Owner' }),
        element('picture', { template: 'file', label: 'Picture' }),
        element('secret', { template: 'password', label: 'Secret' }),
      ],
    },
    { filterRules: { city: [{ rule: 'notEmpty' }], score: [{ rule: 'numeric' }] } },
  ),
);

describe('edit proposed by a language model', () => {
  const now = textValues(form);
  const propose = (wanted: JsonObject, text: JsonObject = now) => proposedEdit(form, text, wanted);

  it('changes fields by name or label, and reports old and new values', () => {
    const { changes, fields, refused } = propose({ city: 'Pune', Stage: 'won' });
    assert.deepEqual(changes, [
      { at: ['city'], value: 'Pune' },
      { at: ['stage'], value: 'w' },
    ]);
    assert.deepEqual(fields, [
      { name: 'city', label: 'Town', from: 'Goa', to: 'Pune' },
      { name: 'Stage', label: 'Stage', from: 'New', to: 'Won' },
    ]);
    assert.deepEqual(refused, []);
  });

  it('refuses read-only and unknown fields, files and passwords, and accepts the rest', () => {
    const { fields, refused } = propose({ code: 'Y', hat: 1, picture: 'a.png', secret: 'x', city: 'Pune' });
    assert.deepEqual(pluck(fields, 'name'), ['city']);
    assert.deepEqual(pluck(refused, 'name'), ['code', 'hat', 'picture', 'secret']);
    assert.match(refused[0]?.why ?? '', /“Code” is read-only for you/);
    assert.match(refused[1]?.why ?? '', /There is no field “hat”/);
    assert.match(refused[3]?.why ?? '', /The user must enter it/);
  });

  it('refuses a label that several fields have, instead of choosing the first', () => {
    const { fields, refused } = propose({ Phone: '1', work_phone: '2' });
    assert.deepEqual(pluck(fields, 'name'), ['work_phone']);
    assert.deepEqual(refused, [
      { name: 'Phone', why: 'Several fields are called “Phone”. Use one of these names: home_phone, work_phone.' },
    ]);
  });

  it('refuses values that violate a form rule, at the field', () => {
    const { changes, refused } = propose({ city: '', score: 'many' });
    assert.deepEqual(changes, []);
    assert.deepEqual(pluck(refused, 'name', 'why'), [
      ['city', 'Town must not be empty.'],
      ['score', 'Score must be a number.'],
    ]);
  });

  it('refuses values of the wrong shape', () => {
    assert.match(propose({ city: { of: 'Goa' } }).refused[0]?.why ?? '', /must be a single value/);
  });

  it('updates the text of a reference, and never keeps the old one next to a new id', () => {
    assert.deepEqual(propose({ owner: '4', __owner: 'Ravi' }).changes, [
      { at: ['owner'], value: '4' },
      { at: ['__owner'], value: 'Ravi' },
    ]);
    assert.deepEqual(propose({ owner: 4 }).changes, [
      { at: ['owner'], value: '4' },
      { at: ['__owner'], value: null },
    ]);
    assert.deepEqual(propose({ owner: 4, owner_model: null }).changes.at(-1), { at: ['owner_model'], value: null });
  });

  it('skips values that the record or the draft already has', () => {
    assert.deepEqual(propose({ city: 'Goa', score: 3 }).unchanged, ['city', 'score']);
    assert.deepEqual(propose({ city: 'Pune' }, { ...now, city: 'Pune' }).unchanged, ['city']);
  });

  it('refuses a field that is named twice', () => {
    assert.deepEqual(propose({ city: 'Pune', Town: 'Agra' }).refused, [{ name: 'Town', why: 'It appears twice.' }]);
  });
});
