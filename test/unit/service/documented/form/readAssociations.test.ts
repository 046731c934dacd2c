import { controllerName } from '../../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { readAssociations } from '../../../../../src/service/documented/form/readAssociations.ts';
import type { JsonValue } from '../../../../../src/model/json.ts';
import { pluck } from '../../../../support/pluck.ts';

function names(source: JsonValue): string[] {
  return readAssociations(source).map(({ name, kind }) => `${name} ${kind}`);
}

describe('associations', () => {
  it('are parsed by kind, by name, and as lists', () => {
    assert.deepEqual(names({ hasMany: { notes: {} }, belongs_to: { accounts: [] } }), [
      'notes hasMany',
      'accounts belongsTo',
    ]);
    assert.deepEqual(names({ notes: { type: 'hasMany' }, accounts: { relation: 'belongsTo' }, odd: {} }), [
      'notes hasMany',
      'accounts belongsTo',
      'odd unknown',
    ]);
    assert.deepEqual(names([{ name: 'notes', type: 'has-many' }, 'accounts']), ['notes hasMany', 'accounts unknown']);
    assert.deepEqual(names({ hasAndBelongsToMany: ['tags'], hasOne: [{ alias: 'image' }] }), [
      'tags manyToMany',
      'image hasOne',
    ]);
    assert.deepEqual(names({ notes: 'hasMany', people: 'crm/peoples' }), ['notes hasMany', 'people unknown']);
  });

  it('with the same model are distinguished by their keys', () => {
    const people = (foreign_key: string): JsonValue => ({ model: 'peoples', foreign_key });
    const listed = { hasMany: [people('lead_id'), people('peoples.referred_lead_id'), people('lead_id')] };
    assert.deepEqual(pluck(readAssociations(listed), 'name', 'foreignKey'), [
      ['peoples', 'lead_id'],
      ['peoples.referred_lead_id', 'peoples.referred_lead_id'],
    ]);
  });

  it('include their target as far as it is named', () => {
    const details = {
      type: 'hasMany',
      model_class: '\\module\\crm\\model\\notes',
      foreign_key: 'lead_id',
      table: 'crm_notes',
    };
    assert.deepEqual(readAssociations({ notes: details }), [
      {
        name: 'notes',
        kind: 'hasMany',
        modelClass: '\\module\\crm\\model\\notes',
        likelyController: controllerName('crm', 'notes'),
        foreignKey: 'lead_id',
        table: 'crm_notes',
        raw: details,
      },
    ]);
    const [named] = readAssociations({ notes: { controller: 'crm/notes' } });
    assert.deepEqual(named?.controller, controllerName('crm', 'notes'));
    const [addressed] = readAssociations({ notes: { url: '/crm/notes/index.json?x=1' } });
    assert.deepEqual(addressed?.controller, controllerName('crm', 'notes'));
  });

  it('are empty if there are none', () => {
    for (const nothing of [undefined, null, [], {}, 'x', 5, [[]], [null]])
      assert.deepEqual(readAssociations(nothing), []);
  });
});
