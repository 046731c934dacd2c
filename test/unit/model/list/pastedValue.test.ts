import assert from 'node:assert/strict';
import type { FieldKind, FieldOption } from '../../../../src/model/form/fieldKind.ts';
import { setNumberLocale } from '../../../../src/model/formatNumber.ts';
import { pastedValue } from '../../../../src/model/list/pastedValue.ts';

const options = [
  { value: 'DE', text: 'Germany' },
  { value: 'PT', text: 'Portugal' },
];

/** The staged value, or why it is rejected. */
function read(kind: FieldKind, text: string, near: (string | null)[] = [], offered: FieldOption[] = []): string | null {
  const found = pastedValue({ kind, label: 'Field', options: offered }, text, near);
  return found.why === undefined ? found.to : `no: ${found.why}`;
}

describe('text pasted into a cell', () => {
  it('is a choice by label or value, staged as the list shows it', () => {
    assert.equal(read('choice', ' germany ', ['Portugal'], options), 'Germany');
    assert.equal(read('choice', 'germany', ['PT'], options), 'DE');
    assert.equal(read('choice', 'DE', ['Portugal'], options), 'Germany');
    assert.deepEqual(pastedValue({ kind: 'choice', label: '', options }, 'Germany', ['Portugal']), {
      to: 'Germany',
      value: 'DE',
    });
    assert.equal(read('choice', 'France', [], options), 'no: “France” is not one of the choices of “Field”.');
    const twice = [...options, { value: 'DD', text: 'Germany' }];
    assert.equal(read('choice', 'Germany', [], twice), 'no: “Germany” matches several choices of “Field”.');
    assert.equal(read('choice', 'DD', [], twice), 'DD');
    assert.equal(read('choice', '', [], options), null);
  });

  it('is yes or no in the notation of the column', () => {
    for (const text of ['Yes', 'TRUE', '1', '✓', 'on']) assert.equal(read('boolean', text, [null, 'false']), 'true');
    assert.equal(read('boolean', 'no', []), '0');
    assert.match(read('boolean', 'maybe') ?? '', /^no: “maybe” is not a valid value for “Field”\. Enter yes or no/);
  });

  it('is a number with all its digits, however a spreadsheet groups them', () => {
    const numbers: readonly [string, string][] = [
      ['12345678901234567890.10', '12345678901234567890.10'],
      ['1,234.50', '1234.50'],
      ['1.234,50', '1234.50'],
      ['1 234 567', '1234567'],
      ['1’234.5', '1234.5'],
      ['−7', '-7'],
      ['+3', '3'],
      ['0,125', '0.125'],
      ['2,5', '2.5'],
      ['1.234.567', '1234567'],
    ];
    for (const [text, expected] of numbers) assert.equal(read('number', text), expected, text);
    for (const text of ['banana', '12%', '€ 5', '1.2E+05', '1,23,45', '1..2', '-', '1,2,3'])
      assert.match(read('number', text) ?? '', /^no: .* is not a valid number/, text);
  });

  it('is parsed by the locale of the user if the number is ambiguous', () => {
    try {
      assert.equal(read('number', '1,234'), '1234');
      setNumberLocale('de');
      assert.match(read('number', '1,234') ?? '', /^no:/);
    } finally {
      setNumberLocale('en');
    }
  });

  it('is an existing date, year first unless the column has the pasted notation', () => {
    assert.equal(read('date', '24.12.2031'), '2031-12-24');
    assert.equal(read('date', '24.12.2031', ['01.02.2030']), '24.12.2031');
    assert.equal(read('date', '12/24/2031'), '2031-12-24');
    assert.equal(read('date', '24/12/2031'), '2031-12-24');
    assert.equal(read('dateTime', '2031-12-24 14:30', ['2030-01-01T00:00:00']), '2031-12-24T14:30:00');
    assert.equal(read('dateTime', '2031-12-24', ['2030-01-01 08:00:00']), '2031-12-24 00:00:00');
    assert.equal(read('time', '9:05'), '09:05:00');
    // accepted in the service's own notation; otherwise rejected, because day and month are ambiguous
    assert.equal(read('date', '5/6/2031', ['12/11/2030']), '5/6/2031');
    for (const text of ['banana', '2031-02-30', '05/06/2031', '2031-13-01'])
      assert.match(read('date', text) ?? '', /^no: .* is not a valid date for “Field”\. Use the format 2031-12-24\.$/);
    assert.match(read('time', '25:00') ?? '', /^no: .* is not a valid time/);
    assert.match(read('dateTime', '2031-12-24 25:00') ?? '', /^no: .* is not a valid date/);
  });

  it('is unchanged if any text is valid', () => {
    assert.equal(read('text', ' two\nlines '), ' two\nlines ');
    assert.equal(read('longText', ''), null);
  });
});
