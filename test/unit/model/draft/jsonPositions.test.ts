import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type JsonPosition, JsonPositions } from '../../../../src/model/draft/jsonPositions.ts';
import { jsonProblem } from '../../../../src/model/draft/jsonProblem.ts';
import type { JsonValue } from '../../../../src/model/json.ts';

const jsonPlace = (text: string, path: readonly (string | number)[]): JsonPosition | undefined =>
  new JsonPositions(text).find(path);

const shown = (text: string, path: readonly (string | number)[]): [string | undefined, string | undefined] => {
  const place = jsonPlace(text, path);
  return [
    place?.key && text.slice(place.key.start, place.key.end),
    place && text.slice(place.value.start, place.value.end),
  ];
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Every path in the value, with its target. */
function* paths(value: JsonValue, path: readonly (string | number)[] = []): Generator<[typeof path, JsonValue]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) yield* paths(inner, [...path, key]);
}

const layout = fc.constantFrom<string | number | undefined>(undefined, 2, '\t');

describe('JSON positions', () => {
  const text = '{\n  "name": "Asha",\n  "tags": ["a", {"b": null}],\n  "na\\u006de": "Ravi" }';

  it('find a key and its value, and use the last of a duplicate key', () => {
    assert.deepEqual(shown(text, ['tags']), ['"tags"', '["a", {"b": null}]']);
    assert.deepEqual(shown(text, ['tags', 0]), [undefined, '"a"']);
    assert.deepEqual(shown(text, ['tags', '1', 'b']), ['"b"', 'null']);
    assert.deepEqual(shown(text, ['name']), ['"na\\u006de"', '"Ravi"']);
    assert.deepEqual(shown(text, []), [undefined, text]);
    assert.equal(jsonPlace(text, ['tags', '01']), undefined);
    assert.equal(jsonPlace(text, ['name', 'x']), undefined);
  });

  it('drop what was under an earlier duplicate key', () => {
    assert.equal(jsonPlace('{"a": {"b": 1}, "a": {}}', ['a', 'b']), undefined);
    assert.equal(jsonPlace('{"a": {"b": 1}, "a": 2}', ['a', 'b']), undefined);
    assert.deepEqual(shown('{"a": 1, "a": {"b": 2}}', ['a', 'b']), ['"b"', '2']);
  });

  it('find what comes before a syntax error', () => {
    assert.deepEqual(shown('{"a": 1, "b": tru', ['a']), ['"a"', '1']);
    assert.equal(jsonPlace('{"a": 1, "b": tru', ['b']), undefined);
  });

  it('find whatever JSON.parse returns, in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), layout, (value, space) => {
        const written = JSON.stringify(value, undefined, space);
        const read = JSON.parse(written) as JsonValue;
        for (const [path, expected] of paths(read))
          assert.deepEqual(JSON.parse(shown(written, path)[1] ?? 'no place'), expected);
      }),
    );
  });

  it('are correct at a nesting depth of 1,000, and empty at 100 times that depth', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    assert.deepEqual(shown(nested(1_000), Array<number>(1_000).fill(0)), [undefined, '1']);
    assert.equal(jsonProblem(nested(100_000)), undefined);
    assert.equal(jsonPlace(nested(100_000), [0]), undefined);
    assert.equal(jsonProblem('[{"a":'.repeat(100_000))?.sentence, 'The JSON is nested too deeply.');
  });
});

describe('invalid JSON text', () => {
  const said = (text: string): string => {
    const problem = jsonProblem(text);
    return `${problem?.line}: ${problem?.sentence}`;
  };

  it('is reported at the line of the error', () => {
    assert.equal(said('{\n  "a": 1\n  "b": 2\n}'), '2: A comma or } is missing here.');
    assert.equal(said('{\r\n  "a": 1,\r\n}'), '2: There is an extra comma before }.');
    assert.equal(said('{\n  "a": [1, 2\n}'), '2: A comma or ] is missing here.');
    assert.equal(said('{\n  a: 1\n}'), '2: Expected a field name in double quotes.');
    assert.equal(said('{\n\n"a" 1}'), '3: A colon is missing after the name of the field.');
    assert.equal(said('{"a": "x\n}'), '1: The closing double quote is missing on this line.');
    assert.equal(said('{\n"a": \'x\'}'), '2: Use double quotes for strings, not single quotes.');
    assert.equal(said('{"a": 1\n'), '2: The text ends before the } that closes an earlier {.');
    assert.equal(said('{}\n{}'), '2: Unexpected content after the end of the JSON.');
    assert.equal(said(' \n'), '2: The text is empty.');
    assert.match(said('{"a": undefined}'), /^1: Expected a value/);
    assert.match(said(String.raw`{"a": "C:\dir"}`), /^1: A backslash must be followed by/);
  });

  it('is exactly what JSON.parse rejects', () => {
    const pieces = fc.constantFrom(
      ...'{ } [ ] , : " "a" "" 1 - 0 01 1. .5 1e 1e+5 true nul null \\ \\u12 "\\n" \' /* //'.split(' '),
      ...' |\n|\t|\u00a0|\ufeff|\u0000|\ud800'.split('|'),
    );
    const soup = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    // valid JSON with one character removed, doubled or replaced
    const nearly = fc
      .tuple(
        fc.jsonValue({ maxDepth: 3 }),
        layout,
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', ':', '\n', '\\', '0'),
      )
      .map(([value, space, seed, instead]) => {
        const good = JSON.stringify(value, undefined, space);
        const at = seed % (good.length + 1);
        return good.slice(0, at) + instead + good.slice(at + (seed % 2));
      });
    fc.assert(
      fc.property(fc.oneof(soup, nearly, fc.string()), (text) => {
        const problem = jsonProblem(text);
        assert.equal(problem === undefined, isJson(text), text);
        if (problem) assert.ok(problem.offset >= 0 && problem.offset <= text.length);
      }),
      { numRuns: 5_000 },
    );
  });
});
