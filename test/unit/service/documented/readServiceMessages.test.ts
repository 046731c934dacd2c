import assert from 'node:assert/strict';
import { readServiceMessages } from '../../../../src/service/documented/readServiceMessages.ts';
import type { JsonValue } from '../../../../src/model/json.ts';

const fields = [
  { path: ['leads', 'city'], at: ['city'] },
  { path: ['leads', 'title'], at: ['title'] },
];

describe('service messages', () => {
  it('are empty if nothing is wrong', () => {
    for (const nothing of [
      undefined,
      null,
      [],
      {},
      [[]],
      '',
      ' ',
      false,
      0,
      [null, '', false],
      { city: [] },
      { city: null },
    ]) {
      assert.deepEqual(readServiceMessages(nothing as JsonValue), [], JSON.stringify(nothing));
    }
  });

  it('are parsed without a field', () => {
    const expected = [{ text: 'No' }];
    const shapes: JsonValue[] = [
      'No',
      ['No'],
      [['No']],
      { 0: 'No' },
      { message: 'No' },
      [{ text: 'No', code: 5 }],
      { errors: ['No'] },
      { error: { message: 'No' } },
      [{ message: ['No'] }],
      [{ msg: 'No', type: 'danger' }],
    ];
    for (const shape of shapes) assert.deepEqual(readServiceMessages(shape), expected, JSON.stringify(shape));
  });

  it('are parsed with their field', () => {
    const expected = [{ text: 'No', field: ['leads', 'city'] }];
    const shapes: JsonValue[] = [
      { city: 'No' },
      { city: ['No'] },
      { leads: { city: 'No' } },
      { leads: { city: { notEmpty: 'No' } } },
      { 'leads.city': 'No' },
      { 'data[leads][city]': ['No'] },
      [{ field: 'city', message: 'No' }],
      [{ field: 'leads.city', message: 'No', severity: 'high', unheardOf: 1 }],
      [{ name: 'city', error: 'No' }],
      [{ field: ['leads', 'city'], text: 'No' }],
      { errors: { city: { message: 'No' } } },
      [{ city: 'No' }],
      [{ element: ['leads', 'city'], errors: [{ text: 'No' }] }],
      [{ field: 'city', messages: ['No'] }],
      ['city: No'],
      'leads.city: No',
      // whichever key names the field
      ...[
        'field_name',
        'fieldName',
        'attribute',
        'property',
        'path',
        'param',
        'column',
        'pointer',
        '__name',
        'key',
      ].map((name) => [{ [name]: 'city', message: 'No', code: '7' }]),
      [{ attribute: 'city', message: 'No', unheardOf: 1 }],
    ];
    for (const shape of shapes) assert.deepEqual(readServiceMessages(shape, fields), expected, JSON.stringify(shape));
  });

  it('handle fields named like parts of a message', () => {
    assert.deepEqual(readServiceMessages({ title: 'must not be empty' }, fields), [
      { text: 'must not be empty', field: ['leads', 'title'] },
    ]);
    assert.deepEqual(readServiceMessages({ title: 'one', city: 'two' }, fields), [
      { text: 'one', field: ['leads', 'title'] },
      { text: 'two', field: ['leads', 'city'] },
    ]);
    assert.deepEqual(readServiceMessages({ title: ['one'], description: ['two'], name: ['three'] }, fields), [
      { text: 'one', field: ['leads', 'title'] },
      { text: 'description: two' },
      { text: 'name: three' },
    ]);
  });

  it('belong to the field whose label starts the sentence', () => {
    const labeled = fields.map((field, index) => ({ ...field, label: ['City', 'City name'][index] ?? '' }));
    const found = (text: string): unknown => readServiceMessages([text], labeled)[0]?.field?.[1];
    assert.equal(found('City must not be empty'), 'city');
    assert.equal(found('city name: too long'), 'title');
    assert.equal(found('Citys are not known'), undefined);
    assert.equal(found('The city is not known'), undefined);
  });

  it('keep the name of an unknown field', () => {
    assert.deepEqual(readServiceMessages({ state_id: 'No' }, fields), [{ text: 'state_id: No' }]);
  });

  it('have a fallback if the service sends no text', () => {
    assert.deepEqual(readServiceMessages([274, true]), [
      { text: 'Code 274' },
      { text: 'The service did not accept this.' },
    ]);
    assert.deepEqual(readServiceMessages({ city: true }, fields), [
      { text: 'The service did not accept this.', field: ['leads', 'city'] },
    ]);
  });

  it('are plain text', () => {
    const html =
      '<a href="/crm/leads/view">Lead</a> saved&nbsp;&amp; done<br>Next <script>alert(1)</script><b>step</b> 3 < 5 &lt;b&gt;';
    assert.deepEqual(readServiceMessages([html]), [{ text: 'Lead saved & done\nNext step 3 < 5 <b>' }]);
  });

  it('are truncated to a readable length', () => {
    const messages = readServiceMessages(Array.from({ length: 500 }, () => 'x'.repeat(10_000)));
    assert.equal(messages.length, 100);
    assert.ok(messages.every(({ text }) => text.length === 2_000 && text.endsWith('…')));
  });

  it('take bounded time for malicious texts', () => {
    for (const piece of ['<', '<script>', '&', '<a ', '\n ', '<!']) {
      readServiceMessages(Array.from({ length: 100 }, () => piece.repeat(20_000)));
    }
  });
});
