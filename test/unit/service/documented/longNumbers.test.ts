import assert from 'node:assert/strict';
import { parseAnswer } from '../../../../src/service/documented/http/understandAnswer.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { json, type Script } from '../../../support/scriptedService.ts';
import { describeOther, leads } from './otherService.ts';

const [first, second] = ['9007199254740993', '9007199254740992'];

/** Writes long numbers as numbers, which `JSON.stringify` can't. */
const bare = (value: unknown): string => JSON.stringify(value).replaceAll(/"n:([^"]+)"/g, '$1');

describeOther('service with numbers longer than a double', (start) => {
  const header = ['id', 'city', 'account'].map((name) => ({ column_name: `leads.${name}`, name, label: name }));
  const data = [first, second].map((id) => ({
    'leads.id': `n:${id}`,
    'leads.city': 'Goa',
    'leads.account': `n:${id}`,
  }));
  const form = (id: string): unknown => ({
    data: { leads: { id: `n:${id}`, city: 'Goa', account: `n:${first}`, amount: 'n:12345678901234567.89' } },
    alias: 'leads',
    errors: [],
    form: {
      permission: 2,
      elements: [
        ...['city', 'account', 'amount'].map((name) => ({ name: ['leads', name], label: name, permission: 2 })),
        { name: ['action', 'save_progress'], label: 'Save', template: 'submit' },
      ],
    },
  });
  const script: Script = ({ method, path, query }, response) => {
    if (method === 'POST') return json(response, { errors: [] });
    if (path.includes('index'))
      return response.end(bare({ errors: [], paginate: { header, data, alias: 'leads', primary_key: 'leads.id' } }));
    return response.end(bare(form(query.get('id') ?? '')));
  };

  it('has distinct rows, in any encoding', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const { client } = await start((_, response) => {
        response.setHeader('content-type', `application/json; charset=${encoding === 'utf8' ? 'utf-8' : 'utf-16le'}`);
        response.end(Buffer.from(bare({ errors: [], paginate: { header, data, alias: 'leads' } }), encoding));
      });
      const { rows } = await client.records(leads, {});
      assert.deepEqual(
        rows.map(({ id, cells }) => [id, ...cells]),
        [
          [first, first, 'Goa', first],
          [second, second, 'Goa', second],
        ],
      );
    }
  });

  it('is parsed wherever such a number is in a response', () => {
    const texts = ['1', '-', '.', '/', '12', 'x'];
    for (const number of [first, '-12345678901234567890', '1234567890.12345678', '0.12345678901234567891'])
      for (let before = 0; before < 40; before++)
        for (let behind = 0; behind < 20; behind++) {
          const text = (texts[before % texts.length] ?? '').repeat(before);
          const body = Buffer.from(`["${text}",${number}${' '.repeat(behind)}]`);
          const parsed = parseAnswer({ header: () => undefined, body });
          assert.deepEqual(parsed, { kind: 'json', value: [text, number] });
        }
  });

  it('receives every digit of untouched values', async () => {
    const { client, service } = await start(script);
    const opened = await client.open(leads, first);
    assert.deepEqual([opened.id, opened.values['account']], [first, first]);
    const action = actionForSave(opened);
    assert.ok(action);
    await client.sendSave(opened, { city: 'Pune' }, action);
    const body = service.received.at(-1)?.body ?? '';
    const sent = (name: string): string | undefined =>
      new RegExp(`name="data\\[leads\\]\\[${name}\\]"\r\n\r\n([^\r]*)`).exec(body)?.[1];
    assert.deepEqual(['id', 'city', 'account', 'amount'].map(sent), [first, 'Pune', first, '12345678901234567.89']);
  });

  it('is not trusted when it returns an adjacent record', async () => {
    const { client } = await start((_, response) => response.end(bare(form(second))));
    await assert.rejects(client.open(leads, first), /the service returned record 9007199254740992/);
  });
});
