import assert from 'node:assert/strict';
import { checkQuery, expertText, findQuery } from '../../../../src/service/documented/findQuery.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { testConnection } from '../../../support/testConnection.ts';

const columns = ['leads.city', 'leads.name'];

describe('typed query', () => {
  for (const fine of [
    '',
    '{}',
    '{"where": {"leads.city": "Pune"}}',
    '{"where": {"leads.hidden": {"beyond": ["the", "interface"]}}}',
    '{"method": "find", "fields": ["*"], "where": [{"leads.city": null}, {"leads.name": 3}], "order": ["leads.city ASC"]}',
  ])
    it(`is valid: ${fine}`, () => assert.equal(checkQuery(fine, columns), undefined));

  it('is not sent when it is not JSON', () => {
    const remark = checkQuery('{"where"', columns);
    assert.match(remark?.text ?? '', /not JSON/);
    assert.equal(remark?.canBeSent, false);
  });

  const strange: readonly (readonly [string, RegExp])[] = [
    ['[]', /usually an object/],
    ['5', /usually an object/],
    ['{"when": {}}', /“when” is not a known key of a query/],
    ['{"method": "delete"}', /is usually "find"/],
    ['{"fields": "*"}', /“fields” is usually a list/],
    ['{"where": "x"}', /“where” is usually an object/],
    ['{"where": {"city": "Pune"}}', /Did you mean “leads.city”\?/],
    ['{"where": {"Leads.City": "Pune"}}', /Did you mean “leads.city”\?/],
    ['{"order": "leads.city"}', /usually a list/],
    ['{"order": ["leads.city UP"]}', /ASC or DESC/],
  ];
  for (const [text, warning] of strange)
    it(`is sent with a warning: ${text}`, () => {
      const remark = checkQuery(text, columns);
      assert.match(remark?.text ?? '', warning);
      assert.equal(remark?.canBeSent, true);
    });
});

describe('sent query', () => {
  it('is empty for a list without conditions, also with an empty text', () => {
    for (const query of [{}, { where: {} }, { expertQuery: ' \n' }, { expertQuery: 'null' }])
      assert.equal(findQuery(query), undefined);
  });

  it('combines all conditions', () => {
    const where = { 'leads.city': 'Goa', 'leads.due': null };
    assert.deepEqual(findQuery({ where, expertQuery: '' }), { method: 'find', where: [where] });
  });

  it('is the raw query instead of the conditions, with every digit of its numbers', () => {
    const expertQuery = '{"where": {"leads.number": 9007199254740993}, "beyond": [1]}';
    const sent = { where: { 'leads.number': '9007199254740993' }, beyond: [1] };
    assert.deepEqual(findQuery({ where: { 'leads.city': 'Goa' }, expertQuery }), sent);
  });

  it('is empty for a text that is not JSON', () => {
    assert.throws(
      () => findQuery({ expertQuery: '{"where"' }),
      /^ServiceError: Could not use the query: This is not JSON/,
    );
  });

  it('starts with the current filters for a raw query', () => {
    const where = { 'leads.city': 'Goa' };
    assert.deepEqual(findQuery({ expertQuery: expertText(where) }), { where });
  });

  it('has an order if the query or the table has one', () => {
    const client = new RecordClient(testConnection('http://localhost'), { token: async () => undefined });
    const sort = { columnName: 'leads.city', direction: 'ASC' } as const;
    assert.deepEqual(
      [{}, { sort }, { expertQuery: '{"order": ["leads.city ASC"]}' }, { expertQuery: '{}' }].map((query) =>
        client.isSorted(query),
      ),
      [false, true, true, false],
    );
  });
});
