import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import { linkedStart, withParentLink } from '../../../../src/model/form/parentLink.ts';
import type { Association, RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { RelatedList } from '../../../../src/model/list/relatedList.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const contacts: RelatedList = {
  parent: leads,
  name: 'contacts',
  to: { id: 'l1', key: 'peoples.lead_id', modelClass: '\\Crm\\Model\\Peoples' },
};
const association: Association = { name: 'contacts', kind: 'hasMany', foreignKey: 'lead_id', raw: null };
const smith = {
  controller: leads,
  alias: 'leads',
  id: 'l1',
  name: 'Smith “& Sons”',
  model: 'leads',
  values: { name: 'Smith “& Sons”' },
  associations: [association],
};
const field = (key: string, reference?: RecordField['reference'], editable = true): RecordField =>
  ({
    at: [key],
    path: ['peoples', key],
    key: `peoples.${key}`,
    label: key,
    kind: reference ? 'reference' : 'text',
    options: [],
    reference,
    permission: { editable, from: 'element' },
  }) as unknown as RecordField;
const own = field('lead_id', { model: 'Leads' });
const formWith = (fields: RecordField[], otherFields: RecordField[] = []): RecordForm =>
  ({
    controller: peoples,
    operation: 'add',
    root: 'peoples',
    primaryKey: 'id',
    elements: [],
    fields,
    otherFields,
  }) as unknown as RecordForm;
const start = (
  fields: RecordField[],
  parent = smith,
  otherFields: RecordField[] = [],
): ReturnType<typeof linkedStart> => linkedStart(contacts, parent, formWith(fields, otherFields));
const withAssociation = (more: Partial<Association>): typeof smith => ({
  ...smith,
  associations: [{ ...association, ...more }],
});

describe('initial values of a new related record', () => {
  it('are the reference to its parent: id, name and model', () => {
    const fields = [field('name'), own, field('referred_lead_id', { model: 'Leads' })];
    assert.deepEqual(start(fields), {
      values: { lead_id: 'l1', __lead_id: 'Smith “& Sons”', lead_id_model: 'Leads' },
    });
    assert.equal(start(fields, { ...smith, name: '' }).values['__lead_id'], null);
  });

  it('are only the id if the form has a plain field for it', () => {
    assert.deepEqual(start([field('name'), field('lead_id')]), { values: { lead_id: 'l1' } });
  });

  it('are the association key if the form lacks it, even with another reference to such records', () => {
    const link = { key: 'lead_id', id: 'l1', name: 'Smith “& Sons”' };
    const fields = [field('name'), field('referred_lead_id', { model: 'leads' })];
    assert.deepEqual(start(fields), { values: { lead_id: 'l1' }, link });
    const parent = withAssociation({ foreignKey: 'peoples.lead_id' });
    assert.deepEqual(start([field('name')], parent), { values: { lead_id: 'l1' }, link });
  });

  it('include the companion keys of a key that is only in the values, not in the form', () => {
    const started = start([field('name')], smith, [field('lead_id', { model: 'Leads' }, false)]);
    assert.deepEqual(Object.keys(started.values), ['lead_id', '__lead_id', 'lead_id_model']);
    assert.equal(started.link?.key, 'lead_id');
  });

  it('are the only reference to such a record if the association has no key', () => {
    const { foreignKey: _, ...unnamed } = association;
    const parent = { ...smith, associations: [unnamed] };
    assert.deepEqual(Object.keys(start([field('of', { controller: leads })], parent).values), [
      'of',
      '__of',
      'of_model',
    ]);
    const two = start([field('a', { controller: leads }), field('b', { controller: leads })], parent);
    assert.deepEqual([two.values, two.link], [{}, undefined]);
    assert.match(two.problem ?? '', /does not say which field links the new record to Smith/);
  });

  it('never are the key of another table, or the id of the new record itself', () => {
    for (const more of [
      { kind: 'belongsTo' },
      { kind: 'manyToMany', table: 'leads_peoples' },
      { table: 'leads', foreignKey: 'id' },
      { foreignKey: 'leads.id' },
      { foreignKey: 'id' },
      { kind: 'unknown', foreignKey: 'name' },
    ] as const) {
      const { values, problem } = start([field('title')], withAssociation(more));
      assert.deepEqual(values, {}, JSON.stringify(more));
      assert.ok(problem, JSON.stringify(more));
    }
  });

  it('report if the form does not let the field be set', () => {
    assert.deepEqual(start([field('lead_id', { model: 'Leads' }, false)]), {
      values: {},
      problem: '“lead_id” is read-only here: the new record is not linked to Smith “& Sons”.',
    });
  });
});

describe('form of a new related record', () => {
  const link = { key: 'lead_id', id: 'l1', name: 'Smith' };

  it('gets a field for a missing key, which shows the parent by name', () => {
    const { fields, elements } = withParentLink(formWith([field('name')]), link);
    const [, added] = fields;
    assert.deepEqual(
      [added?.at, added?.path, added?.label, added?.options, added?.permission.editable],
      [['lead_id'], ['peoples', 'lead_id'], 'Lead', [{ value: 'l1', text: 'Smith' }], true],
    );
    assert.equal(elements.length, 1);
  });

  it('is unchanged if it has the key, also in a later response', () => {
    const form = formWith([own]);
    assert.equal(withParentLink(form, link), form);
    const once = withParentLink(formWith([field('name')]), link);
    assert.equal(withParentLink(once, link), once);
    const saved = { ...formWith([field('name')]), operation: 'edit' as const };
    assert.equal(withParentLink(saved, link), saved);
  });
});
