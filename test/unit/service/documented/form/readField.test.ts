import { controllerName } from '../../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { pluck } from '../../../../support/pluck.ts';
import { withChosen } from '../../../../../src/model/form/choices.ts';
import { readRecordForm } from '../../../../../src/service/documented/form/readForm.ts';
import { SeenNotations } from '../../../../../src/service/documented/form/seenNotations.ts';
import { answer, element, fieldOf, leads, read } from './formAnswer.ts';

describe('form field', () => {
  it('is named by its label, the labels of the form, or its readable key', () => {
    assert.equal(fieldOf({ label: 'Town' }).label, 'Town');
    const unlabeled = { name: ['leads', 'first_name'] };
    const labeled = read(answer({}, { labels: { leads: { first_name: 'Given name' } }, elements: [unlabeled] }));
    assert.equal(labeled.fields[0]?.label, 'Given name');
    assert.equal(read(answer({}, { elements: [unlabeled] })).fields[0]?.label, 'First name');
  });

  it('stays a text, whatever its value looks like', () => {
    for (const city of ['2024-03-01', '01.03.2024', '17', 'true', '1', 'a@b.c', 'https://x', '[1]', '{"a":1}']) {
      assert.equal(fieldOf({ data_type: 'VAR_STRING' }, { city }).kind, 'text', city);
      assert.equal(fieldOf({ template: 'text' }, { city }).kind, 'text', city);
    }
  });

  it('separates choices with commas if its data type is a set and no record shows otherwise', () => {
    const elements = [element('tags', { template: 'multiselect', data_type: "set('a','b')" })];
    const after = (before: string | null, ...records: string[]): unknown => {
      const notations = new SeenNotations({ choiceSeparator: 'asSeen', dateFormat: 'asSeen' });
      const forms = [...records, before].map((tags) =>
        readRecordForm(answer({ tags }, { permission: 2, elements }), {
          controller: leads,
          operation: 'edit',
          notations,
        }),
      );
      const field = forms.at(-1)?.fields[0] ?? assert.fail('there is no field');
      return withChosen(field, ['a', 'b'], before).value;
    };
    assert.deepEqual([after(null), after('a'), after('a', 'b|a')], ['a,b', 'a,b', 'a|b']);
  });

  it('is a reference by its companion keys in the record', () => {
    const field = fieldOf({}, { city: '3', __city: 'Pune', city_model: 'crm/cities' });
    assert.deepEqual(
      [field.kind, field.reference],
      ['reference', { controller: controllerName('crm', 'cities'), model: 'crm/cities' }],
    );
    assert.equal(fieldOf({}, { city: '3', city_model: 'cities' }).kind, 'reference');
    assert.equal(fieldOf({ template: 'autocomplete' }, {}).kind, 'reference');
  });

  it('uses the referenced controller that the service names, or guesses it from a class', () => {
    const cities = controllerName('crm', 'cities');
    const template = 'autocomplete';
    assert.deepEqual(fieldOf({ template, controller: 'crm/cities' }).reference?.controller, cities);
    assert.deepEqual(fieldOf({ template, module: 'crm', controller: 'cities' }).reference?.controller, cities);
    assert.deepEqual(
      fieldOf({ template, url: 'https://host/base/crm/cities/index.json?q=1' }).reference?.controller,
      cities,
    );
    const guessed = fieldOf({}, { city: '3', city_model: '\\module\\crm\\model\\cities' }).reference;
    assert.deepEqual([guessed?.controller, guessed?.likelyController], [undefined, cities]);
  });

  it('is not a companion key of another field just because its name ends in _model', () => {
    const form = read(answer({ car: 'Golf', car_model: 'VII' }, { elements: [element('car'), element('car_model')] }));
    assert.deepEqual(pluck(form.fields, 'key', 'kind'), [
      ['leads.car', 'text'],
      ['leads.car_model', 'text'],
    ]);
  });

  it('hides companion keys that the form lists as elements', () => {
    const values = { owner: '3', __owner: 'Mira', owner_model: 'users' };
    const form = read(answer(values, { elements: [element('owner'), element('__owner'), element('owner_model')] }));
    assert.deepEqual(pluck(form.fields, 'key'), ['leads.owner']);
  });

  it('takes its options from a list in the response that it names', () => {
    const field = fieldOf(
      { template: 'select', options: 'currencies' },
      {},
      { currencies: [{ text: 'INR', value: '4' }] },
    );
    assert.deepEqual([field.kind, field.options], ['choice', [{ value: '4', text: 'INR' }]]);
    assert.deepEqual(pluck(fieldOf({ data_type: "enum('New','Open')" }).options, 'value'), ['New', 'Open']);
  });

  it('takes its options from a rule that lists them all, if there is no other source', () => {
    const rules = { filterRules: { city: [{ rule: ['inList', ['Oslo', 'Pune']] }] } };
    const field = fieldOf({ template: 'select' }, {}, rules);
    assert.deepEqual(
      [field.kind, field.options],
      [
        'choice',
        [
          { value: 'Oslo', text: 'Oslo' },
          { value: 'Pune', text: 'Pune' },
        ],
      ],
    );
    assert.equal(fieldOf({ template: 'multiselect' }, {}, rules).kind, 'choices');
    assert.deepEqual(pluck(fieldOf({ template: 'select', options: { O: 'Oslo' } }, {}, rules).options, 'text'), [
      'Oslo',
    ]);
  });
});
