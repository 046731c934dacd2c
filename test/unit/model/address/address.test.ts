import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addressParts, encodeId, parseAddress, type RecordsAddress } from '../../../../src/model/address/address.ts';

const place = { connection: 'demo', controller: controllerName('crm', 'leads') };

describe('record address', () => {
  it('has a readable path', () => {
    const paths: [RecordsAddress, string][] = [
      [{ kind: 'record', ...place, id: '17' }, '/crm/leads/17.record.json'],
      [{ kind: 'newRecord', ...place, number: 3 }, '/crm/leads/=new-3.record.json'],
      [{ kind: 'listView', ...place, listView: 'b2f5-01' }, '/crm/leads/b2f5-01.listview'],
      [{ kind: 'listView', ...place, listView: undefined }, '/crm/leads/=default.listview'],
      [{ kind: 'listView', ...place, listView: 'b2', search: 'A b' }, '/crm/leads/b2=search-A=20b.listview'],
      [{ kind: 'listView', ...place, listView: undefined, search: 'A' }, '/crm/leads/=default=search-A.listview'],
      [{ kind: 'record', ...place, id: 'a/b c' }, '/crm/leads/a=2Fb=20c.record.json'],
    ];
    for (const [address, path] of paths) {
      assert.deepEqual(addressParts(address), { authority: 'demo', path });
      assert.deepEqual(parseAddress({ authority: 'demo', path }), address);
    }
  });

  it('round-trips every id, and none collides with a reserved name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const name = encodeId(id);
        assert.match(name, /^[A-Za-z0-9_=-]+$/);
        assert.deepEqual(parseAddress(addressParts({ kind: 'record', ...place, id })), {
          kind: 'record',
          ...place,
          id,
        });
        assert.ok(!/^=(new-\d+|default)$/.test(name));
      }),
    );
  });

  it('is rejected if we could not have written it', () => {
    for (const path of [
      '/',
      '/crm',
      '/crm/leads',
      '/crm/leads/',
      '/crm/leads/17',
      '/crm/leads/17.json',
      '/crm/leads/=zz.record.json',
      '/crm/leads/=41.record.json',
      '/crm/leads/=FF.record.json',
      '/crm/leads/.record.json',
      '/crm/leads/x/17.record.json',
      '/crm/../17.record.json',
      '/crm/leads/=new-0.record.json',
    ])
      assert.equal(parseAddress({ authority: 'demo', path }), undefined, path);
    assert.equal(parseAddress({ authority: 'Demo!', path: '/crm/leads/17.record.json' }), undefined);
  });
});
