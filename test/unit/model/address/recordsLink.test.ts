import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordsAddress } from '../../../../src/model/address/address.ts';
import { type LinkParts, linkParts, readLink } from '../../../../src/model/address/recordsLink.ts';
import { isPlainFind } from '../../../../src/service/documented/findQuery.ts';

const controller = controllerName('crm', 'leads');
const listView: RecordsAddress = { kind: 'listView', connection: 'demo', controller, listView: 'a/b' };

const read = (parts: LinkParts): ReturnType<typeof readLink> => readLink(parts, isPlainFind);

describe('record link', () => {
  it('of a saved search points to its list view, since others do not have the search', () => {
    const list = {
      kind: 'listView',
      connection: 'demo',
      controller: controllerName('crm', 'leads'),
      listView: 'b2',
    } as const;
    assert.deepEqual(linkParts({ ...list, search: 'Mine' }, { search: 'Ada' }), linkParts(list, { search: 'Ada' }));
  });

  it('has the address, and the sort, search and filters of the table', () => {
    const query = {
      sort: { columnName: 'leads.city', direction: 'ASC' as const },
      search: 'a&b',
      filters: { 'leads.city': null, 'leads.name': 'Ö = "x"' },
      columns: { order: ['leads.name', 'leads.city'], hidden: ['leads.score'], shown: ['a/b'], pinned: ['leads.name'] },
    };
    assert.deepEqual(read(linkParts(listView, query)), { address: listView, query });
  });

  it('contains exactly the conditions of the table', () => {
    const conditions = [
      { column: 'leads.amount', operator: 'between' as const, values: ['5', '10'] },
      { column: 'Stage', operator: 'isEmpty' as const, values: [] },
    ];
    assert.deepEqual(read(linkParts(listView, { conditions })), { address: listView, query: { conditions } });
    const written = (value: unknown): LinkParts => ({
      ...linkParts(listView),
      query: `query=${encodeURIComponent(JSON.stringify({ conditions: value }))}`,
    });
    for (const value of [{}, [{}], [{ ...conditions[0], operator: 'runs' }], [{ ...conditions[0], more: 1 }], [[1]]])
      assert.equal(read(written(value)), undefined, JSON.stringify(value));
  });

  it('omits the columns if it would be too long to parse', () => {
    const order = Array.from({ length: 3_000 }, (_, place) => `leads.a_column_with_a_long_name_${place}`);
    const query = { search: 'x', columns: { order } };
    assert.deepEqual(read(linkParts(listView, query)), { address: listView, query: { search: 'x' } });
  });

  it('contains a query that finds records', () => {
    for (const rawQ of ['{"method":"find","where":[{"leads.city":"Goa"}]}', '{"order":["leads.city ASC"]}', '{}'])
      assert.deepEqual(read(linkParts(listView, { rawQ })), { address: listView, query: { rawQ } });
  });

  it('to a record is only its address', () => {
    const record: RecordsAddress = { kind: 'record', connection: 'demo', controller, id: '17' };
    assert.deepEqual(linkParts(record), { path: '/open/demo/crm/leads/17.record.json', query: '' });
    assert.deepEqual(read(linkParts(record)), { address: record, query: {} });
  });

  it('from an untrusted source is not followed', () => {
    const path = '/open/demo/crm/leads/17.listview';
    for (const parts of [
      { path: '/elsewhere/demo/crm/leads/17.listview', query: '' },
      { path: '/open/demo/../17.listview', query: '' },
      { path, query: 'query=%5B%5D' },
      { path, query: 'query={' },
      { path, query: `query=${encodeURIComponent('{"command":"x"}')}` },
      { path, query: `query=${encodeURIComponent('{"sort":{"columnName":"a","direction":"UP"}}')}` },
      { path, query: `query=${encodeURIComponent('{"filters":{"a":{}}}')}` },
      ...['{"columns":[]}', '{"columns":{"widths":{}}}', '{"columns":{"order":[1]}}', '{"columns":null}'].map(
        (said) => ({
          path,
          query: `query=${encodeURIComponent(said)}`,
        }),
      ),
      ...['{"method":"deleteAll"}', '{"method":["find"]}', '{"where":{},"delete":1}', '[]', '{"method":null}', 'x'].map(
        (rawQ) => ({ path, query: `query=${encodeURIComponent(JSON.stringify({ rawQ }))}` }),
      ),
    ])
      assert.equal(read(parts), undefined, JSON.stringify(parts));
  });

  it('never throws when parsed, whatever it contains', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (path, query) => void read({ path, query })));
  });
});
