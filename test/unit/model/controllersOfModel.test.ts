import assert from 'node:assert/strict';
import { controllerName, parseControllerName } from '../../../src/model/controller.ts';
import { controllersOfModel, isSameModel, likelyControllers } from '../../../src/model/controllersOfModel.ts';

const named = (...names: string[]) => names.map((name) => parseControllerName(name) ?? assert.fail(name));
const known = named('crm/leads', 'crm/peoples', 'crm/activities', 'crm/phone_numbers', 'access_controls/users');

describe('controllers of a model', () => {
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
    it(`are ${wanted} for ${model}`, () => {
      assert.deepEqual(controllersOfModel(model, known), [wanted]);
    });

  for (const model of ['', '\\', 'Invoices', 'Lead Sources', 'Sales\\Model\\Leads', 's', 'x'.repeat(100_000)])
    it(`are empty for ${JSON.stringify(model.slice(0, 30))}`, () => {
      assert.deepEqual(controllersOfModel(model, known), []);
    });

  it('are all matches, unless one matches exactly or the class names a module', () => {
    const both = named('crm/people', 'crm/peoples', 'hr/peoples');
    const found = (model: string) => controllersOfModel(model, both);
    assert.deepEqual(found('Peoples'), ['crm/peoples', 'hr/peoples']);
    assert.deepEqual(found('People'), ['crm/people']);
    assert.deepEqual(found('Hr\\Model\\People'), ['hr/peoples']);
    assert.deepEqual(found('Crm\\Model\\Peoples'), ['crm/peoples']);
  });
});

describe('candidate controllers of a model', () => {
  const [leads, users] = [controllerName('crm', 'leads'), controllerName('access_controls', 'users')];

  it('are in the module of its class, then in that of its record, then in the others', () => {
    assert.deepEqual(likelyControllers('\\HumanResources\\Model\\LeadSource', users, [leads, users]), [
      'human_resources/lead_source',
      'human_resources/lead_sources',
      'access_controls/lead_source',
      'access_controls/lead_sources',
      'crm/lead_source',
      'crm/lead_sources',
    ]);
    assert.deepEqual(likelyControllers('notes', undefined, [leads, users]), ['crm/notes', 'access_controls/notes']);
  });

  it('include the plural of its name', () => {
    const nearLeads = (model: string): string[] => likelyControllers(model, leads, []);
    assert.deepEqual(nearLeads('Company'), ['crm/company', 'crm/companies']);
    assert.deepEqual(nearLeads('Status'), ['crm/status', 'crm/statuses']);
    assert.deepEqual(nearLeads('Box'), ['crm/box', 'crm/boxes']);
    assert.deepEqual(nearLeads('people'), ['crm/people', 'crm/peoples']);
  });

  it('exclude known ones and those invalid in a path, and are limited', () => {
    assert.deepEqual(likelyControllers('leads', leads, [leads]), []);
    for (const odd of ['', ' ', '\\', '../../x?', 'a b/…', '<b>'])
      assert.deepEqual(likelyControllers(odd, leads, []), [], odd);
    const many = Array.from({ length: 90 }, (_, place) => controllerName(`m${place}`, 'leads'));
    assert.equal(likelyControllers('notes', leads, many).length, 24);
  });
});

describe('model name', () => {
  for (const [one, other, isSame] of [
    ['users', 'Users', true],
    ['User', 'users', true],
    ['\\AccessControls\\Model\\User', 'users', true],
    ['access_controls/users', 'AccessControls\\Users', true],
    ['crm/users', 'access_controls/users', false],
    ['Acme\\Crm\\Model\\User', 'Acme\\Hr\\Model\\User', false],
    ['Acme\\Crm\\Model\\User', 'crm/users', true],
    ['users', 'teams', false],
    ['', 'users', false],
  ] as const)
    it(`${JSON.stringify(one)} is ${isSame ? '' : 'not '}${JSON.stringify(other)}`, () => {
      assert.deepEqual([isSameModel(one, other), isSameModel(other, one)], [isSame, isSame]);
    });
});
