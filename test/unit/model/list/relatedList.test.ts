import assert from 'node:assert/strict';
import { parseAddress, addressParts } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { Conditions } from '../../../../src/model/list/recordQuery.ts';
import {
  layoutName,
  parseRelatedList,
  type RelatedList,
  relatedListView,
  relatedTitle,
} from '../../../../src/model/list/relatedList.ts';
import { pageOfRelated } from '../../../../src/service/documented/list/relatedPage.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const contacts: RelatedList = {
  parent: leads,
  name: 'contacts',
  to: { id: 'l1', key: 'peoples.lead_id', modelClass: '\\Crm\\Model\\Peoples' },
};
const smith = {
  id: 'l1',
  name: 'Smith “& Sons”',
  singular: 'Lead',
  associations: [{ name: 'contacts', kind: 'hasMany', label: 'Contacts', foreignKey: 'lead_id', raw: null }],
} as const;

describe('list of related records', () => {
  it('has an address like a list view, with everything needed to request it', () => {
    const listView = relatedListView(contacts);
    const address = { kind: 'listView', connection: 'work', controller: peoples, listView } as const;
    const read = parseAddress(addressParts(address));
    assert.deepEqual(read, address);
    assert.deepEqual(parseRelatedList(listView), contacts);
    const bare = { ...contacts, to: { ...contacts.to, modelClass: '' } };
    assert.deepEqual(parseRelatedList(relatedListView(bare)), bare);
  });

  it('is titled with the labels of the parent form, and with its own before they are known', () => {
    assert.equal(relatedTitle(contacts, peoples, smith), 'Contacts of Smith “& Sons”');
    assert.equal(relatedTitle(contacts, peoples, { ...smith, name: '' }), 'Contacts of Lead l1');
    assert.equal(relatedTitle(contacts, peoples, { ...smith, associations: [] }), 'Peoples of Smith “& Sons”');
    assert.equal(relatedTitle(contacts, peoples), 'Peoples');
  });

  it('is distinguished from the list views of a service, and from lookalikes', () => {
    for (const other of [
      undefined,
      '',
      '00000000-0000-4000-8000-000000000000',
      '=related ',
      '=related {}',
      '=related []',
    ])
      assert.equal(parseRelatedList(other), undefined, other);
    for (const parts of [
      ['crm/leads', 'contacts', 'l1', 'peoples.lead_id', 7],
      ['crm/leads', 'contacts', 'l1', 'peoples.lead_id', '', 'Smith'],
      ['leads', 'contacts', 'l1', 'peoples.lead_id', ''],
      ['crm/leads', 'contacts', '', 'peoples.lead_id', ''],
    ])
      assert.equal(parseRelatedList(`=related ${JSON.stringify(parts)}`), undefined, JSON.stringify(parts));
  });

  it('has the same columns for every record of a controller', () => {
    const other = { ...contacts, to: { ...contacts.to, id: 'l2' } };
    assert.equal(layoutName(relatedListView(contacts)), layoutName(relatedListView(other)));
    assert.notEqual(layoutName(relatedListView(contacts)), layoutName(relatedListView({ ...contacts, name: 'more' })));
    assert.equal(layoutName('7'), '7');
  });
});

describe('page of related records', () => {
  const found = {
    columns: [plainColumn('peoples.name', { columnName: undefined }), plainColumn('peoples.age', { kind: 'number' })],
    rows: [
      ['Bob', '9'],
      ['Ada', '10'],
      ['Zoë', null],
    ].map(([name, age], place) => ({ id: `p${place}`, name, isDeleted: false, cells: [name, age] })),
    primaryKey: 'peoples.id',
  } as unknown as RecordPage;
  const names = (query: Parameters<typeof pageOfRelated>[1], ...conditions: readonly Conditions[]): string[] =>
    pageOfRelated(found, query, conditions).rows.map(({ name }) => name);

  it('is searched, filtered, sorted and paged like a list', () => {
    assert.deepEqual(names({}), ['Bob', 'Ada', 'Zoë']);
    assert.deepEqual(names({ search: 'ZOE' }), ['Zoë']);
    assert.deepEqual(names({ sort: { columnName: 'peoples.age', direction: 'DESC' } }), ['Ada', 'Bob', 'Zoë']);
    assert.deepEqual(names({ sort: { columnName: 'peoples.name', direction: 'ASC' } }), ['Ada', 'Bob', 'Zoë']);
    assert.deepEqual(names({}, { 'peoples.age': '9' }), ['Bob']);
    assert.deepEqual(names({}, { 'peoples.age': null }), ['Zoë']);
    assert.deepEqual(names({}, { 'peoples.id': 'p1' }), ['Ada']);
    assert.deepEqual(names({}, { 'peoples.hat': 'x' }), []);
    assert.deepEqual(names({}, { 'peoples.age': '9' }, { 'peoples.id': 'p1' }), []);
    assert.deepEqual(names({ page: 2, limit: 2 }), ['Zoë']);
  });

  it('has a total, and every column is sortable', () => {
    const { total, page, pageSize, columns } = pageOfRelated(found, { page: 1, limit: 1, search: 'a' }, []);
    assert.deepEqual([total, page, pageSize], [1, 1, 1]);
    assert.ok(columns.every(({ isSortable, columnName }) => isSortable && columnName !== undefined));
  });
});
