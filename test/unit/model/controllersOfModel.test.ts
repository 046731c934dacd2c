import assert from 'node:assert/strict';
import { parseControllerName } from '../../../src/model/controller.ts';
import { controllersOfModel } from '../../../src/model/controllersOfModel.ts';

const named = (...names: string[]) => names.map((name) => parseControllerName(name) ?? assert.fail(name));
const known = named('crm/leads', 'crm/peoples', 'crm/activities', 'crm/phone_numbers', 'access_controls/users');

describe('the controllers of a model', () => {
  for (const [model, wanted] of [
    ['Users', 'access_controls/users'],
    ['peoples', 'crm/peoples'],
    ['People', 'crm/peoples'],
    ['Activity', 'crm/activities'],
    ['PhoneNumbers', 'crm/phone_numbers'],
    ['phone_number', 'crm/phone_numbers'],
    ['\\Crm\\Model\\Peoples', 'crm/peoples'],
    ['Crm\\Models\\People', 'crm/peoples'],
    ['crm.models.Leads', 'crm/leads'],
    ['\\Acme\\Crm\\Model\\Lead', 'crm/leads'],
    ['AccessControls\\Model\\User', 'access_controls/users'],
    ['\\App\\Models\\User', 'access_controls/users'],
    ['crm/leads', 'crm/leads'],
  ] as const)
    it(`is ${wanted} for ${model}`, () => {
      assert.deepEqual(controllersOfModel(model, known), [wanted]);
    });

  for (const model of ['', '\\', 'Invoices', 'Lead Sources', 'Sales\\Model\\Leads', 's', 'x'.repeat(100_000)])
    it(`are none for ${JSON.stringify(model.slice(0, 30))}`, () => {
      assert.deepEqual(controllersOfModel(model, known), []);
    });

  it('are all that fit, unless one is spelled just so or the class names a module', () => {
    const both = named('crm/people', 'crm/peoples', 'hr/peoples');
    const found = (model: string) => controllersOfModel(model, both);
    assert.deepEqual(found('Peoples'), ['crm/peoples', 'hr/peoples']);
    assert.deepEqual(found('People'), ['crm/people']);
    assert.deepEqual(found('Hr\\Model\\People'), ['hr/peoples']);
    assert.deepEqual(found('Crm\\Model\\Peoples'), ['crm/peoples']);
  });
});
