import assert from 'node:assert/strict';
import { readRecordForm } from '../../../../src/service/documented/form/readForm.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { withoutSecrets } from '../../../../src/model/form/secrets.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { planPlannedDelete, planPlannedEdit, plannedText } from '../../../../src/model/plan/planOperation.ts';
import { pluck } from '../../../support/pluck.ts';

const element = (name: string, template: string, more: object = {}): object => ({
  name: ['leads', name],
  label: name.toUpperCase(),
  template,
  permission: 2,
  ...more,
});
const options = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() }));

function lead(values: JsonObject): RecordForm {
  const answer = {
    errors: [],
    data: { leads: { id: '7', city: 'Goa', score: '12.50', tags: 'a,b', pin: '1234', ...values } },
    id: '7',
    alias: 'leads',
    name: 'Ada',
    is_editable: 1,
    is_deletable: 1,
    form: {
      permission: 2,
      elements: [
        element('city', 'text'),
        element('score', 'number'),
        element('tags', 'multiselect', { options }),
        element('pin', 'password'),
        { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' },
      ],
    },
  };
  return readRecordForm(answer as unknown as JsonObject, {
    controller: controllerName('crm', 'leads'),
    operation: 'edit',
  });
}

const here = { isElsewhere: false, reference: () => undefined };

describe('plan operation against the current record', () => {
  it('compares by field kind: numbers as numbers, choices as sets', () => {
    const score = { field: 'score', was: 12.5, becomes: '13' };
    assert.equal(planPlannedEdit(lead({}), [score], here).kind, 'change');
    assert.deepEqual(planPlannedEdit(lead({ score: '13.0' }), [score], here), { kind: 'unchanged' });
    const tags = { field: 'tags', was: ['b', 'a'], becomes: ['c'] };
    const plan = planPlannedEdit(lead({}), [tags], here);
    assert(plan.kind === 'change');
    assert.deepEqual([plan.since, plan.cells[0]?.after], [undefined, 'c']);
    const none = { field: 'tags', was: ['a'], becomes: null };
    assert.deepEqual(planPlannedEdit(lead({ tags: null }), [none], here), { kind: 'unchanged' });
  });

  it('lists each field changed since, and none that already has the planned value', () => {
    const fields = [
      { field: 'city', was: 'Agra', becomes: 'Pune' },
      { field: 'score', was: '1', becomes: '12.5' },
    ];
    const plan = planPlannedEdit(lead({}), fields, here);
    assert(plan.kind === 'change');
    assert.equal(plan.since, '“CITY” was “Agra” in the plan');
    assert.deepEqual(pluck(plan.cells, 'at'), [['city']]);
  });

  it('refuses a field that is not in the form, and a value that does not fit one field', () => {
    const said = (field: string, becomes: JsonObject | string): string => {
      const plan = planPlannedEdit(lead({}), [{ field, was: null, becomes }], here);
      return plan.kind === 'refused' ? plan.why : plan.kind;
    };
    assert.match(said('hat', 'x'), /has no field “hat”/);
    assert.match(said('city', { deep: 'x' }), /“CITY” contains several values/);
    assert.match(said('__proto__', 'x'), /has no field “__proto__”/);
  });

  it('deletes a record with unchanged values, ignoring passwords', () => {
    const held = withoutSecrets(lead({}), lead({}).values, () => false);
    assert.deepEqual([held['city'], 'pin' in held], ['Goa', false]);
    assert.deepEqual(planPlannedDelete(lead({ pin: '9', score: '12.5' }), held, here), { kind: 'delete' });
    assert.deepEqual(planPlannedDelete(lead({ city: 'Agra' }), held, here), {
      kind: 'delete',
      since: '“CITY” was “Goa” in the plan',
    });
    assert.deepEqual(planPlannedDelete(lead({}), { hat: 1 }, here), {
      kind: 'delete',
      since: 'the plan does not include its previous values',
    });
  });

  it('has a text of the initial values of a new record', () => {
    assert.deepEqual(
      [null, '', 'x', 7, true, ['a', 'b'], ['a,b'], { a: 1 }].map((value) => plannedText(value)),
      [null, null, 'x', '7', '1', 'a,b', undefined, undefined],
    );
  });
});
