import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { serviceLinksIn } from '../../../../src/model/address/serviceLinks.ts';

const base = 'https://records.example.com/erp/v3';
const places = [
  { id: 'host', baseUrl: 'https://records.example.com' },
  { id: 'erp', baseUrl: base },
  { id: 'erp-2', baseUrl: `${base}/` },
];
const controller = controllerName('crm', 'leads');

function marked(text: string): string[] {
  return serviceLinksIn(text, places).map(({ start, length }) => text.slice(start, start + length));
}

describe('service URLs in text', () => {
  it('link to the requested record', () => {
    for (const end of ['view?id=17', 'edit?id=17', 'view.json?related_to=3&id=17', 'edit.json?id=17'])
      assert.deepEqual(
        serviceLinksIn(`GET ${base}/crm/leads/${end} 200`, places).map(({ address }) => address),
        [{ kind: 'record', connection: 'erp', controller, id: '17' }],
        end,
      );
  });

  it('link to the requested list view, or to the default one', () => {
    const [one, other] = serviceLinksIn(
      `${base}/crm/leads/index.json?page=2&current_listview=a-b ${base}/crm/leads/index`,
      places,
    );
    assert.deepEqual(one?.address, { kind: 'listView', connection: 'erp', controller, listView: 'a-b' });
    assert.deepEqual(other?.address, { kind: 'listView', connection: 'erp', controller, listView: undefined });
  });

  it('end where the sentence or the quotation continues', () => {
    const link = `${base}/crm/leads/view?id=17`;
    for (const text of [`See ${link}.`, `curl '${link}'`, `"${link}", and`, `(${link})`, `<${link}>`])
      assert.deepEqual(marked(text), [link], text);
  });

  for (const end of [
    '',
    '/crm',
    '/crm/leads/view',
    '/crm/leads/delete.json?id=17&is_confirm=1',
    '/crm/leads/add',
    'x/crm/leads/view?id=1',
  ])
    it(`are ignored if nothing can be opened: …${end}`, () => assert.deepEqual(marked(`${base}${end}`), []));

  it('are ignored for a service without a connection', () =>
    assert.deepEqual(marked('https://other.example.com/crm/leads/view?id=17'), []));
});
