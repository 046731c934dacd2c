import assert from 'node:assert/strict';
import { textValues } from '../../../../src/model/draft/recordText.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { StagedChange } from '../../../../src/model/list/stagedCells.ts';
import { draftFields, stagedFields } from '../../../../src/model/plan/pendingFields.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() }));
const teams = '\\module\\crm\\model\\teams';
const held = { city: 'Goa', stage: 'a', tags: ['a'], team: '3', __team: 'South', pin: '', photo: null };

function lead(values: JsonObject = {}, operation: FormOperation = 'edit'): RecordForm {
  const elements = [
    element('city'),
    element('stage', { template: 'select', options }),
    element('tags', { template: 'multiselect', options }),
    element('team', { template: 'autocomplete', model_class: teams }),
    element('pin', { template: 'password' }),
    element('photo', { template: 'file' }),
  ];
  return read(answer({ ...held, ...values }, { permission: 2, elements }), operation);
}

describe('unsaved changes of an open record, for a plan', () => {
  const changed = (values: JsonObject, form = lead()): ReturnType<typeof draftFields> =>
    draftFields(form, textValues(lead()), { ...textValues(lead()), ...values });

  it('have the old and new values, with their displayed texts', () => {
    assert.deepEqual(changed({ city: 'Pune', stage: 'b', tags: ['a', 'c'], team: '5', __team: 'West' }), {
      fields: [
        { field: 'city', was: 'Goa', becomes: 'Pune' },
        { field: 'stage', was: 'a', becomes: 'b', wasText: 'A', becomesText: 'B' },
        { field: 'tags', was: ['a'], becomes: ['a', 'c'], wasText: 'A', becomesText: 'A, C' },
        { field: 'team', was: '3', becomes: '5', wasText: 'South', becomesText: 'West', model: teams },
      ],
      left: [],
    });
  });

  it('have no type of a reference that a save would not accept', () => {
    const form = read(answer({ team: '3', team_model: teams }, { permission: 2, elements: [element('team')] }));
    const base = textValues(form);
    const { fields, left } = draftFields(form, base, { ...base, team: '5', team_model: 'users' });
    assert.deepEqual([pluck(fields, 'becomes', 'model'), left], [[['5', teams]], ['Team model']]);
  });

  it('keep the value they were typed over as the old one, whatever the service has now', () => {
    const { fields } = changed({ city: 'Pune' }, lead({ city: 'Agra' }));
    assert.deepEqual(fields, [{ field: 'city', was: 'Goa', becomes: 'Pune' }]);
  });

  it('name what a plan cannot contain', () => {
    const values = { pin: 'secret', photo: { name: 'a.png' }, nonsense: 1, team: null, __team: 'West', city: 'Pune' };
    const { fields, left } = changed(values);
    assert.deepEqual(pluck(fields, 'field'), ['city']);
    assert.deepEqual(left, ['TEAM', 'PIN', 'PHOTO', 'Nonsense']);
  });

  it('of a new record are the filled-in values', () => {
    const form = lead({}, 'add');
    const base = textValues(form);
    assert.deepEqual(draftFields(form, base, { ...base, city: 'Pune' }).fields, [
      { field: 'city', was: null, becomes: 'Pune' },
    ]);
  });
});

describe('staged cells, for a plan', () => {
  const staged = (cells: Record<string, StagedChange>, form = lead()): ReturnType<typeof stagedFields> =>
    stagedFields(form, new Map(Object.entries(cells)));

  it('have the stored value, not what the list shows for it', () => {
    const cells = {
      city: { from: 'Goa', to: 'Pune' },
      stage: { from: 'A', to: 'C' },
      tags: { from: 'A', to: 'A, C' },
      team: { from: 'South', to: 'West', held: '3', reference: { id: '5', model: 'teams' } },
    };
    assert.deepEqual(staged(cells), {
      fields: [
        { field: 'city', was: 'Goa', becomes: 'Pune' },
        { field: 'stage', was: 'a', becomes: 'c', wasText: 'A', becomesText: 'C' },
        { field: 'tags', was: ['a'], becomes: ['a', 'c'], wasText: 'A', becomesText: 'A, C' },
        { field: 'team', was: '3', becomes: '5', wasText: 'South', becomesText: 'West', model: 'teams' },
      ],
      left: [],
    });
  });

  it('keep the old value they were typed over, and are no change if the service has the new one', () => {
    const now = lead({ city: 'Agra', team: '9', __team: 'East', stage: 'b', tags: ['b'] });
    const cells = {
      city: { from: 'Goa', to: 'Pune' },
      team: { from: 'South', to: 'West', held: '3', reference: { id: '5' } },
      stage: { from: 'A', to: 'B' },
      tags: { from: 'A', held: '["a"]', to: 'C' },
    };
    const { fields, left } = staged(cells, now);
    assert.deepEqual(pluck(fields, 'field', 'was', 'wasText', 'becomes'), [
      ['city', 'Goa', undefined, 'Pune'],
      ['team', '3', 'South', '5'],
      ['tags', ['a'], 'A', ['c']],
    ]);
    assert.deepEqual(left, []);
  });

  it('name what no save would accept', () => {
    const { fields, left } = staged({ tags: { from: 'A', to: 'Klingon' }, gone: { from: null, to: 'x' } });
    assert.deepEqual([fields, left], [[], ['TAGS', 'gone']]);
  });
});
