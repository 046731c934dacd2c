import assert from 'node:assert/strict';
import { comparedText, objectIn, savedText } from '../../../../src/model/draft/comparedText.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const elements = [element('city'), element('owned_by', { controller: 'access_controls/users' }), element('name')];
const values = { modified: '2024', name: 'Asha', zip: '1', city: 'Goa', owned_by: '3', __owned_by: 'Ravi' };
const form = read(answer(values, { permission: 2, elements }));

describe('comparison texts', () => {
  it('have the fields of two records in the same order, optionally without those of the service', () => {
    assert.deepEqual(Object.keys(JSON.parse(comparedText(form, form.values, true)) as object), ['city', 'name', 'zip']);
    assert.deepEqual(Object.keys(JSON.parse(comparedText(form, form.values, false)) as object), [
      'city',
      'owned_by',
      '__owned_by',
      'name',
      'id',
      'modified',
      'zip',
    ]);
    assert.equal(comparedText(form, {}, true), '{}\n');
  });

  it('differ from an open text only where it was changed', () => {
    const text = '{\n  "$schema": "x",\n  "name": "Asha",\n  "city": "Pune",\n  "modified": "2023"\n}\n';
    const open = objectIn(text) ?? {};
    const saved = { city: 'Goa', name: 'Asha', modified: '2024' };
    assert.equal(savedText(form, open, saved, true), text.replace('Pune', 'Goa'));
    assert.equal(savedText(form, open, saved, false), text.replace('Pune', 'Goa').replace('2023', '2024'));
    assert.deepEqual(objectIn(savedText(form, open, { ...saved, zip: '1' }, true)), {
      ...open,
      city: 'Goa',
      zip: '1',
    });
  });

  it('are created only from JSON objects', () => {
    assert.deepEqual([objectIn('[]'), objectIn('{'), objectIn('{"a": 1}')], [undefined, undefined, { a: 1 }]);
  });
});
