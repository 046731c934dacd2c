import assert from 'node:assert/strict';
import { filterValue } from '../../../../src/editors/table/filterValue.ts';
import { answer, element, read } from '../../api/form/formAnswer.ts';

describe('a filter by what a person reads', () => {
  const form = read(
    answer(
      { country: 'PT', owner_id: '7', __owner_id: 'Carlos Núñez', owner_id_model: 'users', city: 'Goa' },
      {
        permission: 2,
        elements: [
          element('country', { template: 'select', options: { DE: 'Germany', PT: 'Portugal' } }),
          element('owner_id', { template: 'autocomplete' }),
          element('city'),
        ],
      },
    ),
  );
  const asked = async (name: string, text: string, isOwn = false): Promise<unknown> =>
    filterValue(form, name, { text, isOwn }, async (_field, typed) =>
      typed === 'Mia Smith'
        ? { kind: 'one', value: { id: '9', text: 'Mia Smith' } }
        : typed === 'Tom'
          ? { kind: 'several', records: [], why: '“Tom” names several records for “Owner”.' }
          : { kind: 'none', why: 'There is none.' },
    );

  it('asks for the code of a choice, by its label in any case or by the code itself', async () => {
    assert.deepEqual(await asked('country', 'germany'), { value: 'DE', shown: 'Germany' });
    assert.deepEqual(await asked('country', 'DE'), { value: 'DE', shown: 'Germany' });
    assert.deepEqual(await asked('country', 'Portugal', true), { value: 'PT', shown: 'Portugal' });
    assert.deepEqual(await asked('country', 'Atlantis'), { value: 'Atlantis', shown: 'Atlantis' });
  });

  it('asks for the id of a record, of the cell itself or by its name', async () => {
    assert.deepEqual(await asked('owner_id', 'Carlos Núñez', true), { value: '7', shown: 'Carlos Núñez' });
    assert.deepEqual(await asked('owner_id', 'Mia Smith'), { value: '9', shown: 'Mia Smith' });
    assert.deepEqual(await asked('owner_id', 'Nobody'), { value: 'Nobody', shown: 'Nobody' });
    await assert.rejects(asked('owner_id', 'Tom'), /names several records/);
  });

  it('leaves alone what is text, and what no form tells of', async () => {
    assert.deepEqual(await asked('city', 'Goa', true), { value: 'Goa', shown: 'Goa' });
    assert.deepEqual(await asked('unknown', 'x', true), { value: 'x', shown: 'x' });
  });
});
