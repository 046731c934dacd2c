import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkParts } from '../../../../src/model/address/recordsLink.ts';
import { isPlainFind } from '../../../../src/service/documented/findQuery.ts';
import { idsIn, linksIn } from '../../../../src/model/address/linksInText.ts';
import { pluck } from '../../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const lead = { kind: 'record', connection: 'demo', controller: leads, id: '17' } as const;
const uuid = '123e4567-e89b-12d3-a456-426614174000';

function marked(text: string): string[] {
  return linksIn(text, isPlainFind).map(({ start, length }) => text.slice(start, start + length));
}

describe('links in text', () => {
  it('are found in code, logs and sentences', () => {
    const address = 'records://demo/crm/leads/17.record.json';
    for (const text of [address, `see ${address}.`, `"${address}"`, `(${address}), and`, `<${address}>`])
      assert.deepEqual(marked(text), [address], text);
    assert.deepEqual(linksIn(address, isPlainFind)[0]?.address, lead);
    assert.deepEqual(marked(`${address} records://demo/crm/leads/=default.listview`).length, 2);
  });

  it('are found as Copy Link writes them, with their query', () => {
    const query = { search: 'a (b) & c' };
    const parts = linkParts({ kind: 'listView', connection: 'demo', controller: leads, listView: 'all' }, query);
    const link = `vscode-insiders://recordbench.recordbench${parts.path}?${parts.query}`;
    const [found] = linksIn(`Look: ${link}.`, isPlainFind);
    assert.deepEqual([found?.query, found?.length], [query, link.length]);
  });

  for (const text of [
    'records://demo/crm/leads',
    'records://demo/crm/leads/17.txt',
    'records://demo/crm/leads/=new-1.record.json',
    'records://Demo Place/crm/leads/17.record.json',
    'xrecords://demo/crm/leads/17.record.json',
    'records://demo/crm/leads/17.record.json/more',
    'vscode://other.extension/open/demo/crm/leads/17.record.json',
    'vscode://recordbench.recordbench/open/demo/crm/leads/all.listview?query={"run":1}',
  ])
    it(`are not found in ${text}`, () => assert.deepEqual(linksIn(text, isPlainFind), []));

  it('are found in bounded time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const links = linksIn(text, isPlainFind);
        idsIn(text, [leads], links);
      }),
    );
    assert.deepEqual(linksIn(`records://${'a/'.repeat(100_000)}`, isPlainFind), []);
  });
});

describe('ids in text', () => {
  it('are UUIDs, or what follows a known controller', () => {
    const found = idsIn(`${uuid} and crm/leads/17, not crm/cats/9, a/crm/leads/3, 42 or crm/leads/index`, [leads], []);
    assert.deepEqual(pluck(found, 'id', 'controller'), [
      [uuid, undefined],
      ['17', leads],
    ]);
  });

  it('do not include those inside a link', () => {
    const text = `records://demo/crm/leads/${uuid}.record.json`;
    assert.deepEqual(idsIn(text, [leads], linksIn(text, isPlainFind)), []);
  });
});
