import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson, plainDecimal } from '../../../src/model/exactJson.ts';
import type { JsonValue } from '../../../src/model/json.ts';

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`));

describe('JSON text', () => {
  it('keeps the digits of numbers that a double would change, as texts', () => {
    const long = [
      '9007199254740993',
      '-9007199254740993',
      '12345678901234567890',
      '36028797018963968',
      '1000000000000000000000',
      '12345678901234567.89',
      '12345678901234567.80',
      '1234567890.12345678',
      '0.12345678901234567891',
      '90071992547409.931',
      '600000000.8696541',
    ];
    for (const number of long) {
      assert.equal(parseJson(number), number);
      assert.deepEqual(parseJson(`{"a":${number},"b": [${number} , -1,\n${number}\n]}`), {
        a: number,
        b: [number, -1, number],
      });
    }
    assert.equal(parseJson('9.007199254740993E+15'), '9007199254740993');
    assert.equal(parseJson('-1.23456789012345678901e5'), '-123456.789012345678901');
  });

  it('has all other numbers as numbers', () => {
    const short = [
      '9007199254740992',
      '0.30000000000000004',
      '72.87765590000001',
      '0.10000000000000001',
      '100000000000000000000',
      '1.5e300',
    ];
    for (const number of [...short, '0.1000000000000000000', '1000000000000000.000', '5.0000000000000000e0'])
      assert.equal(parseJson(number), Number(number));
  });

  it('has any number with all its digits, and keeps it a number if it is written the same', () => {
    const decimal = fc
      .tuple(fc.constantFrom('', '-'), digits(1, 30), fc.option(digits(1, 20), { nil: undefined }))
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}`);
    fc.assert(
      fc.property(decimal, fc.nat(40), (number, space) => {
        const [, read] = parseJson(`["${'x'.repeat(space)}",${number}]`) as JsonValue[];
        const isDouble = plainDecimal(Number(number).toPrecision(17)) === plainDecimal(number);
        if (!isDouble) assert.equal(plainDecimal(String(read as string | number)), plainDecimal(number));
        if (String(Number(number)) === number) assert.equal(read, Number(number));
      }),
      { numRuns: 2_000 },
    );
  });

  it('without such numbers is parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
    );
  });

  it('keeps strings unchanged, even if they look like numbers', () => {
    const piece = fc.constantFrom('9007199254740993', ',', ':', ' ', '"', '\\', '[', '}', '\n', '-', 'é');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    // V8 13.6 bug: JSON.parse reads `"` as `\\` in a key if an earlier object has a key that ends in `\\`
    const key = text.map((one) => one.replaceAll('\\', ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, text)), (pairs) => {
        const value = { ...Object.fromEntries(pairs), long: '0' };
        const written = JSON.stringify(value).replace('"long":"0"', '"long":9007199254740993');
        assert.deepEqual(parseJson(written), { ...value, long: '9007199254740993' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is invalid exactly if JSON.parse says so', () => {
    const piece = fc.constantFrom(
      '9007199254740993',
      '1',
      '-',
      '.',
      'e5',
      ',',
      ':',
      ' ',
      '"',
      '\\',
      '[',
      ']',
      '{',
      '}',
    );
    const reads = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const check = (text: string): void => assert.equal(reads(parseJson, text), reads(JSON.parse, text), text);
    for (const text of ['{9007199254740993: 1}', '{9007199254740993\n:1}', '"9007199254740993', '09007199254740993'])
      check(text);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => check(pieces.join(''))),
      { numRuns: 5_000 },
    );
  });

  it('is parsed in linear time, whatever its content', () => {
    const long = 2_000_000;
    for (const text of [
      `"${'1'.repeat(long)}"`,
      `"${'\\\\'.repeat(long)}"`,
      `[${'9007199254740993,'.repeat(long / 20)}1]`,
    ])
      assert.ok(parseJson(text) !== null);
    assert.equal((parseJson(`0.${'0'.repeat(long)}1`) as string).length, long + 3);
  });
});
