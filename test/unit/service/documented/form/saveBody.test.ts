import assert from 'node:assert/strict';
import { saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import { actionForSave } from '../../../../../src/model/form/submitAction.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';
import { answer, element, read } from './formAnswer.ts';
import { entries, save, sent, writeNull } from './savedEntries.ts';

describe('save body', () => {
  it('matches the interface', () => {
    const elements = [
      element('city'),
      element('note'),
      element('zip', { permission: 4 }),
      element('tax', { permission: 1 }),
    ];
    assert.deepEqual(
      entries(elements, { city: 'Goa', note: null, zip: '9', tax: '1' }, { city: 'Pune', zip: '8', $schema: 'x' }),
      [
        ['data[leads][id]', '17'],
        ['data[leads][city]', 'Pune'],
        ['data[leads][note]', 'null'],
        ['data[normalized]', '1'],
        ['data[action][save_progress]', 'Save progress'],
      ],
    );
  });

  it('has no id for a new record', () => {
    assert.deepEqual(entries([element('city')], {}, { city: 'Pune' }, 'add'), [
      ['data[leads][city]', 'Pune'],
      ['data[normalized]', '1'],
      ['data[action][save_progress]', 'Save progress'],
    ]);
  });

  it('has the id once, even if the form has an element for it', () => {
    for (const permission of [2, 4]) {
      const keys = entries([element('id', { permission }), element('city')], {}, { id: '99' });
      assert.deepEqual(
        keys.filter(([key]) => key === 'data[leads][id]'),
        [['data[leads][id]', '17']],
      );
    }
  });

  it('writes plain values in the notation of the service', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const values = { a: true, b: false, c: 1e21, d: '0', e: '', f: null, g: ' 1 ' };
    assert.deepEqual(
      sent(
        keys.map((key) => element(key)),
        {},
        values,
      ),
      {
        'data[leads][a]': '1',
        'data[leads][b]': '0',
        'data[leads][c]': '1000000000000000000000',
        'data[leads][d]': '0',
        'data[leads][e]': 'null',
        'data[leads][f]': 'null',
        'data[leads][g]': ' 1 ',
      },
    );
  });

  it('sends an empty text for an empty value if the connection says so', () => {
    const form = read(answer({ city: null }, { permission: 2, elements: [element('city'), save] }));
    const action = actionForSave(form);
    assert.ok(action);
    assert.deepEqual(saveEntries(form, {}, action, { emptyValue: 'empty' })[1], ['data[leads][city]', '']);
  });

  it('has editable service fields, too, with their companion keys', () => {
    const reference = { template: 'reference' };
    const elements = [
      element('created', { permission: 4 }),
      element('created_by', { ...reference, permission: 1 }),
      element('modified', { permission: 0 }),
      element('owned_by', { ...reference, permission: 2 }),
      element('revision', { permission: 2 }),
    ];
    const record = {
      created: '2024-01-01',
      created_by: '3',
      __created_by: 'Ann',
      created_by_model: 'users',
      modified: '2024-02-02',
      owned_by: '4',
      __owned_by: 'Bob',
      owned_by_model: 'users',
      revision: '7',
      business_key: 'L-1',
    };
    assert.deepEqual(sent(elements, record), {
      'data[leads][modified]': '2024-02-02',
      'data[leads][owned_by]': '4',
      'data[leads][__owned_by]': 'Bob',
      'data[leads][owned_by_model]': 'users',
      'data[leads][revision]': '7',
    });
  });

  it('distinguishes service fields from user fields', () => {
    const own = [
      'created',
      'created_by',
      'modified',
      'modified_by',
      'owned_by',
      'primary_acl_group',
      'revision',
      'business_key',
    ];
    const elements = [...own, 'city', 'created_for'].map((key) => element(key));
    const { fields } = read(answer({}, { permission: 2, elements }));
    assert.deepEqual(
      fields.filter(({ isSystem }) => isSystem).map(({ at }) => at[0]),
      own,
    );
  });

  it('has the value of the record for untouched fields', () => {
    assert.deepEqual(sent([element('a'), element('b')], { a: 'old', b: 'kept' }, { a: 'new' }), {
      'data[leads][a]': 'new',
      'data[leads][b]': 'kept',
    });
  });

  it('has the fields of an empty object, which arrives as an empty list', () => {
    const stage = { name: ['leads', 'stage_log', 'node_id'], label: 'Node' };
    assert.deepEqual(sent([stage], { stage_log: [] }), { 'data[leads][stage_log][node_id]': 'null' });
    assert.deepEqual(sent([stage], { stage_log: [] }, { stage_log: { node_id: '5' } }), {
      'data[leads][stage_log][node_id]': '5',
    });
  });

  it('writes nested fields, lists and rows with more brackets', () => {
    const stage = { name: ['leads', 'stage_log', 'node_id'], label: 'Node' };
    assert.deepEqual(sent([stage, element('tags')], { stage_log: { node_id: '5' }, tags: ['x', 'y'] }), {
      'data[leads][stage_log][node_id]': '5',
      'data[leads][tags][0]': 'x',
      'data[leads][tags][1]': 'y',
    });
    assert.deepEqual(sent([element('rows')], { rows: [{ id: '1', n: 2, more: { deep: [true] } }, {}] }), {
      'data[leads][rows][0][id]': '1',
      'data[leads][rows][0][n]': '2',
      'data[leads][rows][0][more][deep][0]': '1',
      'data[leads][rows][1]': 'null',
    });
    assert.deepEqual(sent([element('tags')], { tags: ['x'] }, { tags: [] }), { 'data[leads][tags]': 'null' });
  });

  it('writes a field of a sub-table once per row, with the row id', () => {
    const zip = { name: ['leads', 'addresses', 'zip'], label: 'Zip' };
    const city = { name: ['leads', 'addresses', 'city'], label: 'City', permission: 4 };
    const addresses = [
      { id: '1', zip: '9', city: 'Goa' },
      { id: '2', zip: '8', city: 'Pune' },
    ];
    assert.deepEqual(
      sent([zip, city], { addresses }, { addresses: [{ id: '2', zip: '7', city: 'Rome' }, { zip: '6' }] }),
      {
        'data[leads][addresses][0][zip]': '7',
        'data[leads][addresses][0][id]': '2',
        'data[leads][addresses][1][zip]': '6',
      },
    );
  });

  it('has its key prefix once, even if element names start with it', () => {
    const city = { ...element('city'), name: ['data', 'leads', 'city'] };
    const action = { ...save, name: ['data', 'action', 'save_progress'] };
    const form = read(answer({ city: 'Goa' }, { permission: 2, elements: [city, action] }));
    const chosen = actionForSave(form);
    assert.ok(chosen);
    assert.deepEqual(saveEntries(form, {}, chosen, writeNull).slice(1), [
      ['data[leads][city]', 'Goa'],
      ['data[normalized]', '1'],
      ['data[action][save_progress]', 'Save progress'],
    ]);
  });

  it('keeps the rows of a sub-table that came keyed by id', () => {
    const number = { name: ['leads', 'phones', 'number'], label: 'Number' };
    const phones = { 31: { id: 31, number: '5' }, p2: { id: 'p2', number: '6' } };
    assert.deepEqual(sent([number], { phones }), {
      'data[leads][phones][31][number]': '5',
      'data[leads][phones][31][id]': '31',
      'data[leads][phones][p2][number]': '6',
      'data[leads][phones][p2][id]': 'p2',
    });
    // rows without an id are sent back under their original keys
    assert.deepEqual(sent([number], { phones: { a7: { number: '5' }, b9: { number: null } } }), {
      'data[leads][phones][a7][number]': '5',
      'data[leads][phones][b9][number]': 'null',
    });
    // an object that contains other objects isn't a sub-table
    const held = { owner: { id: 'x' }, actor: { id: 'y' } };
    assert.deepEqual(sent([{ name: ['leads', 'stage', 'note'], label: 'Note' }], { stage: held }), {
      'data[leads][stage][note]': 'null',
    });
  });

  it('finds a row by its id wherever it is, and sends none for a new one', () => {
    const inRow = (key: string, more: JsonObject = {}): JsonObject => ({
      name: ['leads', 'rows', key],
      label: key,
      ...more,
    });
    const elements = [inRow('id', { template: 'hidden' }), inRow('owner', { template: 'reference' })];
    const ada = { id: '1', owner: '7', __owner: 'Ada', owner_model: 'users' };
    const bob = { id: '2', owner: '8', __owner: 'Ada', owner_model: 'users' };
    // both are named Ada: the text is stale if another record was chosen, but not if the row moved
    assert.deepEqual(sent(elements, { rows: [ada, bob] }, { rows: [bob, { owner: '9' }] }), {
      'data[leads][rows][0][id]': '2',
      'data[leads][rows][0][owner]': '8',
      'data[leads][rows][0][__owner]': 'Ada',
      'data[leads][rows][0][owner_model]': 'users',
      'data[leads][rows][1][owner]': '9',
      'data[leads][rows][1][__owner]': 'null',
      'data[leads][rows][1][owner_model]': 'users',
    });
  });

  it('says that a table has no rows only if the last one was removed', () => {
    const number = { name: ['leads', 'people', 'phones', 'number'], label: 'Number' };
    const name = { name: ['leads', 'people', 'name'], label: 'Name' };
    const people = [
      { id: '1', name: 'A', phones: [{ id: '5', number: '1' }] },
      { id: '2', name: 'B', phones: [] },
    ];
    assert.deepEqual(sent([name, number], { people }, { people: [] }), { 'data[leads][people]': 'null' });
    const emptied = sent(
      [name, number],
      { people },
      { people: people.toReversed().map((one) => ({ ...one, phones: [] })) },
    );
    assert.deepEqual(
      Object.keys(emptied).filter((key) => key.endsWith('[phones]')),
      ['data[leads][people][1][phones]'],
    );
    const closed = { ...name, permission: 4 };
    assert.deepEqual(sent([closed, { ...number, permission: 4 }], { people }, { people: [] }), {});
  });

  it('is refused if a text is the marker for empty, anywhere, unless clearing is confirmed', () => {
    const number = { name: ['leads', 'phone_numbers', 'number'], label: 'Number' };
    const owner = element('owner', { template: 'autocomplete', model: 'users' });
    const elements = [element('city'), element('tags', { template: 'multiselect' }), owner, number];
    const phones = [{ id: '5', number: '1' }];
    for (const [values, label] of [
      [{ city: 'null' }, 'CITY'],
      [{ tags: ['a', 'null'] }, 'TAGS'],
      [{ owner: '7', __owner: 'null' }, 'OWNER'],
      [{ phone_numbers: [...phones, { number: 'null' }] }, 'Phone numbers, row 2, Number'],
    ] as [JsonObject, string][])
      for (const [record, changes] of [
        [{ phone_numbers: phones }, values],
        [{ phone_numbers: phones, ...values }, {}],
      ] as [JsonObject, JsonObject][])
        refuse(
          () => sent(elements, record, changes),
          new RegExp(`“${label}” contains the text “null”, which this connection`),
        );
    assert.deepEqual(sent([element('city')], {}, { city: 'Null' }), { 'data[leads][city]': 'Null' });
    const form = read(answer({ city: 'null' }, { permission: 2, elements: [element('city'), save] }));
    const action = actionForSave(form);
    assert.ok(action);
    const texts = (options: Parameters<typeof saveEntries>[3]): unknown => saveEntries(form, {}, action, options)[1];
    assert.deepEqual(texts({ emptyValue: 'empty' }), ['data[leads][city]', 'null']);
    const clears = new Set(['data[leads][city]']);
    assert.deepEqual(texts({ emptyValue: 'null', clears }), ['data[leads][city]', 'null']);
  });

  it('is refused if a text has a lone surrogate, which would be sent as another character', () => {
    refuse(
      () => sent([element('city'), element('note')], { city: 'Z\uDFFDrich' }, { note: 'x' }),
      /“CITY” contains a value that can't be sent in a request/,
    );
  });

  it('identifies every kept row, even if nothing in it is sent', () => {
    const scan = { name: ['leads', 'documents', 'scan'], template: 'file', label: 'Scan' };
    const deed = { name: 'deed.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) };
    const one = { id: '31', scan: 'one.pdf' };
    const two = { id: '35', scan: 'two.pdf' };
    assert.deepEqual(sent([scan], { documents: [one, two] }, { documents: [one, two, { scan: deed }] }), {
      'data[leads][documents][0][id]': '31',
      'data[leads][documents][1][id]': '35',
      'data[leads][documents][2][scan]': deed,
    });
    assert.deepEqual(sent([scan], { documents: [one, two] }, { documents: [two] }), {
      'data[leads][documents][0][id]': '35',
    });
    // a service that replaces all rows must not lose them when another field is saved
    assert.deepEqual(sent([scan, element('city')], { documents: { 31: one, 35: two } }, { city: 'Pune' }), {
      'data[leads][documents][31][id]': '31',
      'data[leads][documents][35][id]': '35',
      'data[leads][city]': 'Pune',
    });
    assert.deepEqual(sent([scan], { documents: { 31: one, 35: two } }, { documents: { 35: two } }), {
      'data[leads][documents][35][id]': '35',
    });
  });

  it('identifies every kept row, even if only nested rows are editable', () => {
    const part = { name: ['leads', 'orders', 'parts', 'code'], label: 'Code' };
    const title = { name: ['leads', 'orders', 'title'], label: 'Title', permission: 4 };
    const orders = [
      { id: '1', title: 'A', parts: [{ id: '11', code: 'x' }] },
      { id: '2', title: 'B', parts: [] },
    ];
    assert.deepEqual(sent([title, part], { orders }), {
      'data[leads][orders][0][parts][0][code]': 'x',
      'data[leads][orders][0][id]': '1',
      'data[leads][orders][0][parts][0][id]': '11',
      'data[leads][orders][1][id]': '2',
    });
  });

  it('is refused when rows change and a kept one cannot be identified', () => {
    const scan = { name: ['leads', 'documents', 'scan'], template: 'file', label: 'Scan' };
    const documents = [{ scan: 'one.pdf' }, { scan: 'two.pdf' }];
    assert.deepEqual(sent([scan], { documents }), {});
    refuse(
      () => sent([scan], { documents }, { documents: documents.slice(0, 1) }),
      /Documents, row 1 has no id and no value that can be sent/,
    );
    refuse(() => sent([scan], { documents }, { documents: documents.slice(1) }), /“Scan” must be a file, not text/);
  });

  it('leaves untouched rows alone, even if two share an id and one has none', () => {
    const scan = { name: ['leads', 'documents', 'scan'], template: 'file', label: 'Scan' };
    assert.deepEqual(sent([scan], { documents: [{ id: '1' }, { scan: 'two.pdf' }, { id: '1' }] }), {
      'data[leads][documents][0][id]': '1',
      'data[leads][documents][2][id]': '1',
    });
  });

  it('keeps two rows with the same id separate when a third one changes', () => {
    const scan = { name: ['leads', 'documents', 'scan'], template: 'file', label: 'Scan' };
    const note = { name: ['leads', 'documents', 'note'], label: 'Note' };
    const documents = [
      { id: '1', scan: 'one.pdf', note: 'a' },
      { id: '1', scan: 'two.pdf', note: 'b' },
      { id: '2', scan: null, note: 'c' },
    ];
    const changed = documents.with(2, { id: '2', scan: null, note: 'd' });
    const body = sent([scan, note], { documents }, { documents: changed });
    assert.deepEqual(
      [0, 1, 2].map((row) => body[`data[leads][documents][${row}][note]`]),
      ['a', 'b', 'd'],
    );
  });

  it('has no fields of a sub-table without rows', () => {
    const zip = { name: ['leads', 'addresses', 'zip'], label: 'Zip', permission: 2 };
    const many = { model_associations: { hasMany: { addresses: [] } } };
    const form = read(answer({ addresses: [] }, { elements: [zip, save] }, many));
    const action = actionForSave(form);
    assert.ok(action);
    const keys = saveEntries(form, {}, action, writeNull).map(([key]) => key);
    assert.deepEqual(keys, ['data[leads][id]', 'data[normalized]', 'data[action][save_progress]']);
  });

  it('writes choices that came as a map with numeric keys under the same keys', () => {
    const tags = element('tags', { template: 'multiselect', options: ['a', 'b', 'c'] });
    const form = read(answer({ tags: { 0: 'a', 1: 'c' } }, { permission: 2, elements: [tags, save] }));
    assert.equal(form.fields[0]?.kind, 'choices');
    assert.deepEqual(form.values['tags'], ['a', 'c']);
    assert.deepEqual(sent([tags], { tags: { 0: 'a', 1: 'c' } }), {
      'data[leads][tags][0]': 'a',
      'data[leads][tags][1]': 'c',
    });
  });

  it('identifies every parent row of a field in a nested sub-table', () => {
    const number = { name: ['leads', 'people', 'phones', 'number'], label: 'Number' };
    const people = [{ id: '1', phones: [{ number: '5' }, { id: '8', number: '6' }] }];
    assert.deepEqual(sent([number], { people }), {
      'data[leads][people][0][phones][0][number]': '5',
      'data[leads][people][0][id]': '1',
      'data[leads][people][0][phones][1][number]': '6',
      'data[leads][people][0][phones][1][id]': '8',
    });
  });

  it('does not send a read-only field as part of an editable one', () => {
    const closed = { name: ['leads', 'rows', 'secret'], permission: 4 };
    assert.deepEqual(sent([element('rows'), closed], { rows: [{ a: '1', secret: 's' }] }), {
      'data[leads][rows][0][a]': '1',
    });
  });

  it('sends a field with nested fields only by those fields', () => {
    const node = { name: ['leads', 'stage', 'node'], label: 'Node' };
    assert.deepEqual(sent([element('stage'), node], { stage: { node: '5', other: '6' } }), {
      'data[leads][stage][node]': '5',
    });
  });

  it('sends nothing under action or normalized except its own', () => {
    const odd = [
      { name: ['action', 'approve'], label: 'x' },
      { name: ['normalized'], label: 'y' },
      { name: ['$schema'], label: 'z' },
    ];
    assert.deepEqual(sent([element('city'), ...odd], { city: 'Goa' }), { 'data[leads][city]': 'Goa' });
  });

  it('is refused without an id or with a value that a request cannot contain', () => {
    const form = read(
      answer({}, { permission: 2, elements: [element('city'), save] }, { id: null, data: { leads: { city: 'x' } } }),
    );
    const action = actionForSave(form);
    assert.ok(action);
    refuse(() => saveEntries(form, {}, action, writeNull), /Could not save .*: the service provided no id/);
    const odd = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      { 'a]b': '1' },
      { '': '1' },
      new Date(),
      new Map(),
      5n,
      () => 1,
      Symbol('x'),
    ];
    for (const value of odd)
      refuse(() => sent([element('city')], {}, { city: value as never }), /“CITY” contains a value/);
  });
});

function refuse(run: () => unknown, words: RegExp): void {
  assert.throws(run, (error) => error instanceof ServiceError && words.test(error.message));
}
