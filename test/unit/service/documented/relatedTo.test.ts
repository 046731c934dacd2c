import assert from 'node:assert/strict';
import { defaultServiceChoices } from '../../../../src/model/connection/connection.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { relatedTo } from '../../../../src/service/documented/readOperations.ts';

const form = { id: '7', alias: 'leads', primaryKey: 'id', modelClass: '\\Crm\\Model\\Leads' };
const peoples = controllerName('crm', 'peoples');
const keyOf = (
  association: Parameters<typeof relatedTo>[1],
  choices: Partial<typeof defaultServiceChoices> = {},
): string => relatedTo(form, association, peoples, { ...defaultServiceChoices, ...choices }).key;

describe('parameters for related records', () => {
  it('have the key of their association, in the table it names or their own', () => {
    assert.equal(keyOf({ foreignKey: 'lead_id', table: 'crm_peoples' }), 'crm_peoples.lead_id');
    assert.equal(keyOf({ foreignKey: 'lead_id' }), 'peoples.lead_id');
    assert.equal(keyOf({ foreignKey: 'contacts.lead_id', table: 'peoples' }), 'contacts.lead_id');
  });

  it('have the key of the record or of the related controller, as configured, without such a key', () => {
    assert.equal(keyOf({}), 'leads.id');
    assert.equal(keyOf({ table: 'x' }, { relatedKey: 'related' }), 'peoples.id');
    const dotted = { ...form, primaryKey: 'crm_leads.uid' };
    assert.equal(relatedTo(dotted, {}, peoples, defaultServiceChoices).key, 'crm_leads.uid');
  });

  it('have the class of the record or of the related controller, as configured', () => {
    const association = { modelClass: 'Peoples' };
    assert.equal(relatedTo(form, association, peoples, defaultServiceChoices).modelClass, form.modelClass);
    const theirs = { ...defaultServiceChoices, relatedClass: 'related' } as const;
    assert.equal(relatedTo(form, association, peoples, theirs).modelClass, 'Peoples');
  });
});
