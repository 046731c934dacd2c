import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';
import { actionForSave } from '../../../../../src/model/form/submitAction.ts';
import { parseBrackets } from './bracketParser.ts';
import { answer, element, read } from './formAnswer.ts';
import { entries, save, writeNull } from './savedEntries.ts';

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

  it('has unique parsable keys, one action, the id and only EDIT fields', () => {
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
  });

  it('has every EDIT field', () => {
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
  });

  it('round-trips every text exactly as typed', () => {
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
  });
});
