import assert from 'node:assert/strict';
import { checkQuery, expertText, findQuery } from '../../../../src/service/documented/findQuery.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { testConnection } from '../../../support/testConnection.ts';

const columns = ['leads.city', 'leads.name'];

describe('a query that a person types', () => {
  for (const fine of [
    '',
    '{}',
    '{"where": {"leads.city": "Pune"}}',
    '{"where": {"leads.hidden": {"beyond": ["the", "interface"]}}}',
    '{"method": "find", "fields": ["*"], "where": [{"leads.city": null}, {"leads.name": 3}], "order": ["leads.city ASC"]}',
  ])
    it(`is fine: ${fine}`, () => assert.equal(checkQuery(fine, columns), undefined));

  it('is not sent when it is no JSON', () => {
    const remark = checkQuery('{"where"', columns);
    assert.match(remark?.text ?? '', /not JSON/);
    assert.equal(remark?.canBeSent, false);
  });

  const strange: readonly (readonly [string, RegExp])[] = [
    ['[]', /usually an object/],
    ['5', /usually an object/],
    ['{"when": {}}', /“when” is not a known part of a query/],
    ['{"method": "delete"}', /is usually "find"/],
    ['{"fields": "*"}', /“fields” is usually a list/],
    ['{"where": "x"}', /“where” is usually an object/],
    ['{"where": {"city": "Pune"}}', /Is “leads.city” meant\?/],
    ['{"where": {"Leads.City": "Pune"}}', /Is “leads.city” meant\?/],
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

describe('what is sent for a query', () => {
  it('is nothing for a list without conditions, also beside an empty text', () => {
    for (const query of [{}, { where: {} }, { expertQuery: ' \n' }, { expertQuery: 'null' }])
      assert.equal(findQuery(query), undefined);
  });

  it('is a find by all conditions', () => {
    const where = { 'leads.city': 'Goa', 'leads.due': null };
    assert.deepEqual(findQuery({ where, expertQuery: '' }), { method: 'find', where: [where] });
  });

  it('is the text of an expert in place of the conditions, with every digit of its numbers', () => {
    const expertQuery = '{"where": {"leads.number": 9007199254740993}, "beyond": [1]}';
    const sent = { where: { 'leads.number': '9007199254740993' }, beyond: [1] };
    assert.deepEqual(findQuery({ where: { 'leads.city': 'Goa' }, expertQuery }), sent);
  });

  it('is nothing at all for a text that is no JSON', () => {
    assert.throws(
      () => findQuery({ expertQuery: '{"where"' }),
      /^ServiceError: Could not use the query: This is not JSON/,
    );
  });

  it('begins, for an expert, with what the filters ask for', () => {
    const where = { 'leads.city': 'Goa' };
    assert.deepEqual(findQuery({ expertQuery: expertText(where) }), { where });
  });

  it('has an order where the query or the table has one', () => {
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
