import assert from 'node:assert/strict';
import { duplicateValues } from '../../../../src/model/form/duplicateValues.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

function fresh(elements: JsonObject[], permission = 2): RecordForm {
  return read(answer({}, { permission, elements }), 'add');
}

describe('duplicate of a record', () => {
  it('starts with the editable fields of a new record', () => {
    const form = fresh([element('city'), element('code', { permission: 4 }), element('empty')]);
    const values = { id: '17', city: 'Goa', code: 'X', empty: '', created: '2024-01-01', other: 'y' };
    assert.deepEqual(duplicateValues(values, form), { city: 'Goa' });
  });

  it('copies the companion keys of a reference', () => {
    const form = fresh([element('owner', { template: 'lookup', controller: 'access_controls/users' })]);
    const values = { owner: '3', __owner: 'Asha', owner_model: 'users' };
    assert.deepEqual(duplicateValues(values, form), values);
  });

  it('omits passwords, files and fields that the service maintains', () => {
    const form = fresh([
      element('word', { template: 'password' }),
      element('picture', { template: 'file' }),
      element('owned_by'),
      element('business_key'),
    ]);
    assert.deepEqual(duplicateValues({ word: 'x', picture: 'a.png', owned_by: '1', business_key: 'L-1' }, form), {});
  });

  it('has rows as a list, even if the original has them keyed by id', () => {
    const form = fresh([{ ...element('x'), name: ['leads', 'phones', 'number'] }]);
    const phones = { 31: { id: '31', number: '5' }, 32: { id: '32', number: '6' } };
    assert.deepEqual(duplicateValues({ phones }, form), { phones: [{ number: '5' }, { number: '6' }] });
  });

  it('never references the rows of the original', () => {
    const form = fresh([
      { ...element('x'), name: ['leads', 'rows', 'zip'] },
      { ...element('x', { permission: 4 }), name: ['leads', 'rows', 'lead_id'] },
      { ...element('x'), name: ['leads', 'log', 'node', 'id_text'] },
      element('list', { template: 'text' }),
    ]);
    const values = {
      rows: [{ id: '1', zip: '9', lead_id: '17' }, { id: '2', zip: '8' }, null],
      log: { id: '5', node: { id: '6', id_text: 'n' } },
      list: [{ id: '7', a: { id: '8', b: 1 } }],
    };
    assert.deepEqual(duplicateValues(values, form), {
      rows: [{ zip: '9' }, { zip: '8' }],
      log: { node: { id_text: 'n' } },
      list: [{ a: { b: 1 } }],
    });
  });
});
