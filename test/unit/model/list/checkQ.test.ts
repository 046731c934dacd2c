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

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['{"where"', /not JSON/],
    ['[]', /must be an object/],
    ['{"when": {}}', /“when” is not part/],
    ['{"method": "delete"}', /only be "find"/],
    ['{"fields": "*"}', /“fields” must be a list/],
    ['{"where": "x"}', /“where” must be an object/],
    ['{"where": {"city": "Pune"}}', /Is “leads.city” meant\?/],
    ['{"where": {"Leads.City": "Pune"}}', /Is “leads.city” meant\?/],
    ['{"order": "leads.city"}', /must be a list/],
    ['{"order": ["leads.city UP"]}', /ASC or DESC/],
  ];
  for (const [text, problem] of wrong)
    it(`is told what is wrong with ${text}`, () => assert.match(checkQ(text, columns) ?? '', problem));
});
