import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readRecordForm } from '../../../../../src/service/documented/form/readForm.ts';
import { readServiceMessages } from '../../../../../src/service/documented/readServiceMessages.ts';
import { saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { validate } from '../../../../../src/model/form/validation.ts';
import { answer, element, leads, submit } from './formAnswer.ts';

function whole(): JsonObject {
  const owner = element('owner', {
    permission: 2,
    controller: 'access_controls/users',
    options: [{ text: 'A', value: '1' }],
  });
  const group = {
    label: 'Address',
    permission: 0,
    children: [element('city', { data_type: 'VAR_STRING', required: '1' }), owner],
  };
  const record = { city: 'Pune', owner: '1', __owner: 'A', owner_model: 'users', rows: [{ id: '1', zip: '9' }] };
  return answer(
    record,
    {
      permission: 2,
      enable_split_layout: 1,
      labels: { city: 'Town' },
      field_configurations: { city: { help: 'x' } },
      elements: [group, submit('save_progress', 'Save')],
    },
    {
      filterRules: { leads: { city: [{ rule: ['maxLength', 5], message: 'long' }, 'notEmpty'] } },
      notEmptyField: { city: 'Say where' },
      permissions: { leads: { city: 2 } },
      model_associations: { hasMany: { notes: { model_class: 'x', controller: 'crm/notes' } } },
      errors: [{ field: 'city', message: 'no' }],
      message: ['Hello'],
    },
  );
}

/** Every path in the response. */
function places(value: JsonValue, path: string[] = []): string[][] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inside.flatMap(([key, part]) => places(part, [...path, key]))];
}

function withPart(value: JsonValue, path: readonly string[], part: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return part;
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? withPart(one, rest, part) : one));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === key ? withPart(one, rest, part) : one]),
  );
}

/** Reads, checks and writes: each returns a result or throws a typed error. */
function use(content: JsonObject, operation: 'view' | 'edit' | 'add' = 'edit'): RecordForm | undefined {
  try {
    const form = readRecordForm(content, { controller: leads, operation });
    validate(form, form.values);
    for (const action of form.submitActions) saveEntries(form, form.values, action, { emptyValue: 'null' });
    return form;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    assert.match(error.message, /^Could not .+\.$/s);
    return undefined;
  }
}

function nested(levels: number, wrap: (inner: JsonValue) => JsonValue, core: JsonValue = 'core'): JsonValue {
  let value = core;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

function many(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => element(`field_${index}`));
}

const names = [
  'name',
  '__name',
  'label',
  'permission',
  'children',
  'options',
  'rule',
  'message',
  'field',
  'leads',
  'city',
  '__proto__',
  'constructor',
  'toString',
  'id',
  '0',
  '',
];
const key = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 }));
const json = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('2', 'submit', 'select', 'leads.city'),
    ),
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('any')), { maxLength: 4 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
          ) as JsonValue,
      ),
  ),
})).any;

describe('hostile form response', () => {
  it('gives a form or a typed error, whatever is in any position', () => {
    const content = whole();
    const place = fc.constantFrom(...places(content).filter((path) => path.length > 0));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, json), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('view', 'edit', 'add'),
        (changes, operation) => {
          let changed: JsonValue = content;
          for (const [path, part] of changes) changed = withPart(changed, path, part);
          use(changed as JsonObject, operation);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives a form or a typed error when nothing is as expected', () => {
    const record = fc.record({
      data: json,
      form: json,
      errors: json,
      message: json,
      permissions: json,
      filterRules: json,
      notEmptyField: json,
      model_associations: json,
      alias: json,
      id: json,
      is_editable: json,
    });
    fc.assert(
      fc.property(record, (content) => void use(content)),
      { numRuns: 500 },
    );
  });

  it('is harmless with keys that are special in JavaScript', () => {
    const content = JSON.parse(
      '{"data":{"leads":{"id":"1","__proto__":{"polluted":"yes"},"constructor":"x"}},"form":{"permission":2,"elements":[{"name":["leads","__proto__"],"label":"P"},{"name":["leads","constructor"],"label":"C"},{"name":["__proto__","polluted"],"label":"Q"},{"name":["action","save_progress"],"template":"submit"}],"__proto__":{"permission":4}},"permissions":{"__proto__":{"leads":4}}}',
    ) as JsonObject;
    const form = use(content);
    assert.equal(form?.fields.length, 3);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    assert.ok(form?.fields.every(({ permission }) => permission.details?.includes('permission to edit')));
  });

  it('is read up to fifty nested groups, and refused if endless', () => {
    const groups = (levels: number): JsonValue =>
      nested(levels, (inner) => ({ label: 'Group', children: [inner] }), element('city'));
    assert.equal(use(answer({}, { permission: 2, elements: groups(50) }))?.fields.length, 1);
    assert.equal(use(answer({}, { elements: groups(5_000) })), undefined);
    assert.equal(
      use(
        answer(
          {},
          nested(20_000, (inner) => [inner]),
        ),
      ),
      undefined,
    );
    assert.equal(
      use(
        answer(
          {},
          nested(20_000, (inner) => ({ a: inner })),
        ),
      ),
      undefined,
    );
  });

  it('with a cycle is refused with a message, or read as far as possible', () => {
    const opened = (content: JsonObject): RecordForm =>
      readRecordForm(content, { controller: leads, operation: 'edit' });
    const group: JsonObject = { label: 'Group' };
    group['children'] = [group, element('city'), { label: 'Inner', children: [group] }];
    assert.throws(() => opened(answer({}, group)), /^ServiceError: Could not read the record: .* nested too deeply\./);
    const round: JsonObject = { city: 'no' };
    Object.assign(round, { city: round, list: [round, round], message: round });
    for (const part of Object.keys(whole()))
      if (part !== 'form' && part !== 'data') opened({ ...whole(), [part]: round });
    // a save would format all of it as text
    assert.throws(() => opened({ ...whole(), data: round }), /: its values are nested too deeply\. Ask/);
    const odd = [element('city', { options: round, rules: round })];
    assert.equal(opened(answer({}, { permission: 2, elements: odd })).fields.length, 1);
  });

  it('may be deeply nested elsewhere without harm', () => {
    for (const wrap of [(inner: JsonValue): JsonValue => [inner], (inner: JsonValue): JsonValue => ({ city: inner })]) {
      const deep = nested(20_000, wrap);
      for (const part of [
        'errors',
        'message',
        'permissions',
        'filterRules',
        'notEmptyField',
        'model_associations',
        'id',
        'name',
        'alias',
      ]) {
        use({ ...whole(), [part]: deep });
      }
      use(
        answer(
          { city: deep },
          {
            permission: 2,
            elements: [element('city', { options: deep, rules: deep, value: deep }), submit('save_progress', 'S')],
          },
        ),
      );
      use({ ...whole(), data: deep });
    }
  });

  it('is limited in its number of elements', () => {
    assert.equal(
      use(answer({}, { permission: 2, elements: [...many(3_000), submit('save_progress', 'S')] }))?.fields.length,
      3_000,
    );
    assert.equal(use(answer({}, { permission: 2, elements: many(6_000) })), undefined);
  });

  it('takes bounded time for large lists anywhere', () => {
    const large = Array.from({ length: 100_000 }, (_, index) => `entry ${index}`);
    const map = Object.fromEntries(large.map((name) => [name, name]));
    for (const part of [large, map]) {
      for (const place of ['errors', 'message', 'permissions', 'filterRules', 'notEmptyField', 'model_associations'])
        use({ ...whole(), [place]: part });
      use(answer(map, { permission: 2, elements: [element('city', { options: part })] }));
    }
  });
});

describe('hostile service messages', () => {
  it('are parsed or ignored', () => {
    fc.assert(
      fc.property(json, (value) => {
        const messages = readServiceMessages(value, [{ path: ['leads', 'city'], at: ['city'] }]);
        assert.ok(messages.length <= 100 && messages.every(({ text }) => text.trim() !== ''));
      }),
      { numRuns: 500 },
    );
  });
});
