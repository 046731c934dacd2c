import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { saveEntries } from '../../../../src/api/form/saveBody.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { FormValues } from '../../../../src/model/form/fieldValue.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { FormOperation } from '../../../../src/model/form/recordForm.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { parseBrackets } from './bracketParser.ts';
import { answer, element, read, submit } from './formAnswer.ts';

const save = submit('save_progress', 'Save progress');
const writeNull = { emptyValue: 'null' } as const;

function entries(
  elements: JsonObject[],
  record: JsonObject,
  values: FormValues,
  operation: FormOperation = 'edit',
): [string, unknown][] {
  const form = read(answer(record, { permission: 2, elements: [...elements, save] }), operation);
  const action = actionForSave(form);
  assert.ok(action);
  return saveEntries(form, values, action, writeNull);
}

function refuse(run: () => unknown, words: RegExp): void {
  assert.throws(run, (error) => error instanceof ServiceError && words.test(error.message));
}

/** Without what every body has. */
function sent(elements: JsonObject[], record: JsonObject, values: FormValues = {}): Record<string, unknown> {
  const always = new Set(['data[leads][id]', 'data[normalized]', 'data[action][save_progress]']);
  return Object.fromEntries(entries(elements, record, values).filter(([key]) => !always.has(key)));
}

describe('the body of a save', () => {
  it('is what the interface says', () => {
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

  it('has the id once, even where the form has an element for it', () => {
    for (const permission of [2, 4]) {
      const keys = entries([element('id', { permission }), element('city')], {}, { id: '99' });
      assert.deepEqual(
        keys.filter(([key]) => key === 'data[leads][id]'),
        [['data[leads][id]', '17']],
      );
    }
  });

  it('writes plain values as the service writes them', () => {
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

  it('writes nothing at all for an empty value where the connection says so', () => {
    const form = read(answer({ city: null }, { permission: 2, elements: [element('city'), save] }));
    const action = actionForSave(form);
    assert.ok(action);
    assert.deepEqual(saveEntries(form, {}, action, { emptyValue: 'empty' })[1], ['data[leads][city]', '']);
  });

  it('fills in the record’s own value for what was not touched', () => {
    assert.deepEqual(sent([element('a'), element('b')], { a: 'old', b: 'kept' }, { a: 'new' }), {
      'data[leads][a]': 'new',
      'data[leads][b]': 'kept',
    });
  });

  it('has the fields of an object that is empty, which arrives as an empty list', () => {
    const stage = { name: ['leads', 'stage_log', 'node_id'], label: 'Node' };
    assert.deepEqual(sent([stage], { stage_log: [] }), { 'data[leads][stage_log][node_id]': 'null' });
    assert.deepEqual(sent([stage], { stage_log: [] }, { stage_log: { node_id: '5' } }), {
      'data[leads][stage_log][node_id]': '5',
    });
  });

  it('writes nested fields, lists and rows with further brackets', () => {
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

  it('writes a field of a sub-table once per row, with the row’s id', () => {
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

  it('has no fields of a sub-table without rows', () => {
    const zip = { name: ['leads', 'addresses', 'zip'], label: 'Zip', permission: 2 };
    const many = { model_associations: { hasMany: { addresses: [] } } };
    const form = read(answer({ addresses: [] }, { elements: [zip, save] }, many));
    const action = actionForSave(form);
    assert.ok(action);
    const keys = saveEntries(form, {}, action, writeNull).map(([key]) => key);
    assert.deepEqual(keys, ['data[leads][id]', 'data[normalized]', 'data[action][save_progress]']);
  });

  it('writes a list that came as a map with numbers under the same numbers, as what was chosen', () => {
    const tags = element('tags', { template: 'multiselect', options: ['a', 'b', 'c'] });
    const form = read(answer({ tags: { 0: 'a', 1: 'c' } }, { permission: 2, elements: [tags, save] }));
    assert.equal(form.fields[0]?.kind, 'choices');
    assert.deepEqual(form.values['tags'], ['a', 'c']);
    assert.deepEqual(sent([tags], { tags: { 0: 'a', 1: 'c' } }), {
      'data[leads][tags][0]': 'a',
      'data[leads][tags][1]': 'c',
    });
  });

  it('names every row around a field of a sub-table in a sub-table', () => {
    const number = { name: ['leads', 'people', 'phones', 'number'], label: 'Number' };
    const people = [{ id: '1', phones: [{ number: '5' }, { id: '8', number: '6' }] }];
    assert.deepEqual(sent([number], { people }), {
      'data[leads][people][0][phones][0][number]': '5',
      'data[leads][people][0][id]': '1',
      'data[leads][people][0][phones][1][number]': '6',
      'data[leads][people][0][phones][1][id]': '8',
    });
  });

  it('does not send a closed field as a part of an open one', () => {
    const closed = { name: ['leads', 'rows', 'secret'], permission: 4 };
    assert.deepEqual(sent([element('rows'), closed], { rows: [{ a: '1', secret: 's' }] }), {
      'data[leads][rows][0][a]': '1',
    });
  });

  it('sends what holds other fields by its fields only', () => {
    const node = { name: ['leads', 'stage', 'node'], label: 'Node' };
    assert.deepEqual(sent([element('stage'), node], { stage: { node: '5', other: '6' } }), {
      'data[leads][stage][node]': '5',
    });
  });

  it('sends nothing under action or normalized but its own', () => {
    const odd = [
      { name: ['action', 'approve'], label: 'x' },
      { name: ['normalized'], label: 'y' },
      { name: ['$schema'], label: 'z' },
    ];
    assert.deepEqual(sent([element('city'), ...odd], { city: 'Goa' }), { 'data[leads][city]': 'Goa' });
  });

  it('cannot be written without an id or with a value that no request can hold', () => {
    const form = read(
      answer({}, { permission: 2, elements: [element('city'), save] }, { id: null, data: { leads: { city: 'x' } } }),
    );
    const action = actionForSave(form);
    assert.ok(action);
    refuse(() => saveEntries(form, {}, action, writeNull), /Could not save .*: the service gave no id/);
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
      refuse(() => sent([element('city')], {}, { city: value as never }), /“CITY” holds something/);
  });
});

describe('references in a save', () => {
  const owner = [element('owner')];
  const record = { owner: '3', __owner: 'Mira', owner_model: 'users' };

  it('travel with their text and their model', () => {
    assert.deepEqual(sent(owner, record), {
      'data[leads][owner]': '3',
      'data[leads][__owner]': 'Mira',
      'data[leads][owner_model]': 'users',
    });
    assert.deepEqual(sent(owner, record, { owner: '4', __owner: 'Asha', owner_model: 'peoples' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'Asha',
      'data[leads][owner_model]': 'peoples',
    });
  });

  it('leave out the old text beside a new value', () => {
    assert.deepEqual(sent(owner, record, { owner: '4' }), {
      'data[leads][owner]': '4',
      'data[leads][owner_model]': 'users',
    });
  });

  it('are emptied with their text', () => {
    assert.deepEqual(sent(owner, record, { owner: null }), {
      'data[leads][owner]': 'null',
      'data[leads][__owner]': 'null',
      'data[leads][owner_model]': 'users',
    });
  });

  it('keep their companions to themselves when they may not be edited', () => {
    assert.deepEqual(sent([element('owner', { permission: 4 }), element('city')], { ...record, city: 'Goa' }), {
      'data[leads][city]': 'Goa',
    });
  });
});

describe('files and passwords in a save', () => {
  const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array([1, 2]) };

  it('sends a file when there is a new one', () => {
    const image = [element('image', { template: 'file' })];
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: file }), { 'data[leads][image]': file });
    assert.deepEqual(sent(image, { image: 'old.png' }), {});
    assert.deepEqual(sent(image, {}), {});
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: null }), { 'data[leads][image]': 'null' });
  });

  it('never sends back what the record shows of a password', () => {
    const password = [element('password', { template: 'password' })];
    assert.deepEqual(sent(password, { password: '***' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: '' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: 'new' }), { 'data[leads][password]': 'new' });
  });
});

describe('any save', () => {
  const key = fc.constantFrom(
    'city',
    'zip',
    '__proto__',
    'constructor',
    'a b',
    'é',
    'owner',
    '__owner',
    'owner_model',
    'x.y',
    '0',
    'id',
  );
  const path = fc.array(key, { minLength: 1, maxLength: 3 });
  const one = fc.record({ path, permission: fc.constantFrom(0, 1, 2, 4, 7, '2', null) });
  const json = fc.jsonValue({ maxDepth: 3 });
  const values = fc.dictionary(key, json, { maxKeys: 6 });

  it('has unique keys that can be read back, one action, the id and no field that is not EDIT', () => {
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 8 }),
        values,
        values,
        fc.constantFrom(0, 2, 4),
        (ones, record, draft, permission) => {
          const elements = ones.map((item) => ({
            name: ['leads', ...item.path],
            label: 'x',
            permission: item.permission,
          }));
          const form = read(answer(record as JsonObject, { permission, elements: [...elements, save] }));
          const action = actionForSave(form);
          assert.ok(action);
          let body;
          try {
            body = saveEntries(form, draft, action, writeNull);
          } catch (error) {
            assert.ok(error instanceof ServiceError);
            return;
          }
          const parsed = parseBrackets(body)['data'] as Record<string, Record<string, unknown>>;
          assert.deepEqual(Object.keys(parsed).toSorted(), ['action', 'leads', 'normalized']);
          assert.deepEqual({ ...parsed['action'] }, { save_progress: 'Save progress' });
          assert.equal(parsed['leads']?.['id'], '17');
          const text = new Set(body.map(([name]) => name));
          for (const field of form.fields.filter((found) => !found.permission.editable && found.key !== 'leads.id')) {
            const closed = `data${field.path.map((part) => `[${part}]`).join('')}`;
            assert.ok(!text.has(closed), `${closed} was sent`);
          }
        },
      ),
      { numRuns: 500 },
    );
  }).timeout(20_000);

  it('has every field that is EDIT', () => {
    const named = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(
        named,
        fc.array(fc.constantFrom(0, 1, 2, 4, 3), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(2, 4),
        (names, numbers, permission) => {
          const elements = names.map((name, index) => element(name, { permission: numbers[index] ?? 0 }));
          const form = read(answer({}, { permission, elements: [{ label: 'Group', children: elements }, save] }));
          const action = actionForSave(form);
          assert.ok(action);
          const expected = names.filter((_, index) => (numbers[index] === 0 ? permission : numbers[index]) === 2);
          const keys = saveEntries(form, {}, action, writeNull).map(([name]) => name);
          assert.deepEqual(
            keys.slice(1, -2),
            expected.map((name) => `data[leads][${name}]`),
          );
        },
      ),
    );
  }).timeout(20_000);

  it('brings back every text exactly as it was typed', () => {
    const typed = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(typed, (draft) => {
        const parsed = parseBrackets(
          entries(
            Object.keys(draft).map((name) => element(name)),
            {},
            draft,
          ) as [string, string][],
        )['data'];
        const { id, ...rest } = { ...(parsed as Record<string, Record<string, unknown>>)['leads'] };
        assert.deepEqual([id, rest], ['17', { ...draft }]);
      }),
    );
  }).timeout(20_000);
});
