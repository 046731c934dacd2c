import assert from 'node:assert/strict';
import { checkQ } from '../../../../src/model/list/checkQ.ts';

const columns = ['leads.city', 'leads.name'];

describe('a query that a person types', () => {
  for (const fine of [
    '',
    '{}',
    '{"where": {"leads.city": "Pune"}}',
    '{"where": {"leads.hidden": {"beyond": ["the", "interface"]}}}',
    '{"method": "find", "fields": ["*"], "where": [{"leads.city": null}, {"leads.name": 3}], "order": ["leads.city ASC"]}',
  ])
    it(`is fine: ${fine}`, () => assert.equal(checkQ(fine, columns), undefined));

  it('is not sent when it is no JSON', () => {
    const remark = checkQ('{"where"', columns);
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
      const remark = checkQ(text, columns);
      assert.match(remark?.text ?? '', warning);
      assert.equal(remark?.canBeSent, true);
    });
});
