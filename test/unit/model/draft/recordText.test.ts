import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonAt } from '../../../../src/model/form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import { objectIn } from '../../../../src/model/draft/comparedText.ts';
import {
  isUnreadText,
  readRecordText,
  recordText,
  textValues,
  unreadText,
} from '../../../../src/model/draft/recordText.ts';
import { readStaged, stagedText } from '../../../../src/model/list/stagedCells.ts';
import { changesAsMeant, withValues } from '../../../../src/model/draft/textEdit.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const schema = 'records-schema://test/crm/leads.json';

function parsed(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

describe('record text', () => {
  it('starts with its schema, whatever its fields are called', () => {
    const text = recordText({ 17: 'a', $schema: 'mine', city: 'Goa', tags: ['x', { y: null }] }, schema);
    assert.equal(
      text,
      `{
  "$schema": "${schema}",
  "17": "a",
  "city": "Goa",
  "tags": [
    "x",
    {
      "y": null
    }
  ]
}
`,
    );
    assert.deepEqual(readRecordText(text).values, { 17: 'a', city: 'Goa', tags: ['x', { y: null }] });
  });

  it('is never confused with the error text that replaces a record that could not be loaded', () => {
    const why = 'Could not open record 17: "it" is\nnot there.';
    const text = unreadText(why);
    assert.equal((parsed(text) as JsonObject)['$unread'], why);
    // even after the user has typed into it
    for (const unread of [text, text.replace('{', '{ '), withValues(text, [{ at: ['city'], value: 'Pune' }])]) {
      assert.deepEqual([isUnreadText(unread), objectIn(unread)], [true, undefined]);
      assert.match(readRecordText(unread).problem ?? '', /could not be loaded/);
    }
    const record = recordText({ $unread: 'a field of that name' }, schema);
    assert.equal(isUnreadText(record), false);
    assert.deepEqual(readRecordText(record).values, { $unread: 'a field of that name' });
  });

  it('keeps the digits of a long number typed into it', () => {
    const typed = '{ "account": 9007199254740993, "rows": [-12345678901234567890] }';
    const values = { account: '9007199254740993', rows: ['-12345678901234567890'] };
    assert.deepEqual(readRecordText(typed).values, values);
    const edited = withValues(typed, [{ at: ['rows', '1'], value: 'x' }]);
    assert.match(edited, /"account": 9007199254740993,/);
    assert.deepEqual(readRecordText(edited).values, { ...values, rows: [...values.rows, 'x'] });
    assert.deepEqual(objectIn(typed), values);
  });

  it('contains no line separator that VS Code would remove, from any source', () => {
    const values = { 'a\u2028': 'one\u2028two\u2029three', rows: [{ b: '\u2029' }] };
    const edited = withValues(recordText({ city: 'Goa' }, schema), [
      { at: ['city'], value: 'one\u2028two' },
      { at: ['new\u2029'], value: ['\u2029'] },
    ]);
    const changes = new Map([['17', new Map([['city', { from: '\u2028', to: '\u2029' }]])]]);
    const texts = [recordText(values, schema), edited, stagedText(changes, undefined)];
    assert.doesNotMatch(texts.join(''), /[\u2028\u2029]/);
    assert.deepEqual(readRecordText(texts[0] ?? '').values, values);
    assert.deepEqual(readRecordText(edited).values, { city: 'one\u2028two', 'new\u2029': ['\u2029'] });
    assert.deepEqual(readStaged(texts[2] ?? '').staged, changes);
  });

  it('round-trips, with keys such as __proto__', () => {
    const values = parsed('{"__proto__": {"polluted": true}, "constructor": "x", "city": "Goa"}') as JsonObject;
    const back = readRecordText(recordText(values, schema)).values;
    assert.ok(back);
    assert.deepEqual(Object.keys(back), ['__proto__', 'constructor', 'city']);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('reports the line of a JSON error', () => {
    const broken = readRecordText('{\n  "city": "Goa",\n  "score" 3\n}\n');
    assert.ok(broken.problem !== undefined);
    assert.equal(broken.line, 3);
    assert.match(broken.problem, /line 3/);
    for (const text of ['', '[]', '17', '"city"', 'null']) assert.ok(readRecordText(text).problem !== undefined, text);
  });

  it('shows the values of elements outside the record', () => {
    const outside = { name: ['settings', 'theme'], label: 'Theme', template: 'text' };
    const form = read({
      ...answer({ city: 'Goa' }, { permission: 2, elements: [element('city'), outside] }),
      data: { leads: { id: '17', city: 'Goa' }, settings: { theme: 'dark' } },
    });
    assert.deepEqual(textValues(form), { id: '17', city: 'Goa', settings: { theme: 'dark' } });
  });

  it('shows the editable fields of a new record', () => {
    const elements = [element('city'), element('note'), element('stage', { permission: 4 })];
    const form = read(answer({ city: 'Goa' }, { permission: 2, elements }), 'add');
    assert.deepEqual(textValues(form), { id: '17', city: 'Goa', note: null });
  });
});

describe('edit of a record text', () => {
  const text = '{ "$schema": "s",\n  "city" : "Goa",   "big": 12345678901234567890,\n  "log": {"a": 1}\n}\n';

  it('leaves everything else as written', () => {
    assert.equal(
      withValues(text, [{ at: ['city'], value: 'Pune' }]),
      '{ "$schema": "s",\n  "city" : "Pune",   "big": 12345678901234567890,\n  "log": {"a": 1}\n}\n',
    );
  });

  it('adds missing values with their parents', () => {
    assert.deepEqual(parsed(withValues(text, [{ at: ['log', 'b'], value: [1, 2] }])), {
      ...(parsed(text) as JsonObject),
      log: { a: 1, b: [1, 2] },
    });
    assert.deepEqual(parsed(withValues('{}', [{ at: ['a', 'b', 'c'], value: 1 }])), { a: { b: { c: 1 } } });
    assert.deepEqual(parsed(withValues('{"a": null}', [{ at: ['a', 'b'], value: 1 }])), { a: { b: 1 } });
    assert.equal(withValues('{}', [{ at: ['a'], value: 'x' }]), '{\n  "a": "x"\n}');
  });

  it('restores null when input is deleted again, and uses rows unchanged', () => {
    const rows = [{ ext: null }, { ext: '' }];
    const base = { city: null, rows };
    const moved = { at: ['rows'], value: rows.toReversed() };
    assert.deepEqual(changesAsMeant(base, [{ at: ['city'], value: '' }, moved]), [
      { at: ['city'], value: null },
      moved,
    ]);
  });

  it('restores the notation of the service for an empty date when a day is set and cleared', () => {
    const base = { born: '0000-00-00', note: '0000-00-00' };
    const emptied = (name: string): unknown =>
      changesAsMeant(base, [{ at: [name], value: '' }], ([key]) => (key === 'born' ? 'date' : 'text'))[0]?.value;
    assert.equal(emptied('born'), '0000-00-00');
    assert.equal(emptied('note'), '');
    const [removed] = changesAsMeant(base, [{ at: ['born'] }], () => 'date');
    assert.equal(removed?.value, undefined);
  });

  it('edits values in rows, and leaves them alone if it cannot', () => {
    const rows = '{"rows": [{"a": 1}, {"a": 2}]}';
    assert.equal(withValues(rows, [{ at: ['rows', '1', 'a'], value: 3 }]), '{"rows": [{"a": 1}, {"a": 3}]}');
    assert.equal(withValues(rows, [{ at: ['rows', '0'] }]), '{"rows": [{"a": 2}]}');
    assert.deepEqual(parsed(withValues(rows, [{ at: ['rows', '2'], value: {} }])), { rows: [{ a: 1 }, { a: 2 }, {}] });
    for (const key of ['7', 'a']) assert.equal(withValues(rows, [{ at: ['rows', key], value: 1 }]), rows);
    assert.deepEqual(parsed(withValues('{"rows": []}', [{ at: ['rows', 'a'], value: 1 }])), { rows: { a: 1 } });
  });

  it('leaves a broken text unchanged', () => {
    assert.equal(withValues('{"a": ', [{ at: ['a'], value: 1 }]), '{"a": ');
  });

  it('is exactly the requested edit, for any text', () => {
    const keys = fc.constantFrom('a', 'b', '__proto__', '1', 'x y', '"q"', '🙂');
    const leaf = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
    const values = fc.dictionary(keys, fc.oneof(leaf, fc.dictionary(keys, leaf))) as fc.Arbitrary<JsonObject>;
    const change = fc.record({
      at: fc.array(keys, { minLength: 1, maxLength: 3 }),
      value: fc.option(leaf, { nil: undefined }),
    });
    fc.assert(
      fc.property(values, change, fc.constantFrom(undefined, 1, 4), (before, { at, value }, indent) => {
        const written = JSON.stringify(before, undefined, indent);
        const after = parsed(withValues(written, [{ at, value }])) as JsonObject;
        const isInRows = at.some((_, index) => Array.isArray(jsonAt(before, at.slice(0, index))));
        if (!isInRows)
          assert.deepEqual(jsonAt(after, at), value === undefined ? undefined : parsed(JSON.stringify(value)));
        for (const key of Object.keys(before))
          if (key !== at[0]) assert.deepEqual(jsonAt(after, [key]), parsed(JSON.stringify(jsonAt(before, [key]))));
      }),
    );
  });
});
