import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';

const words = { yes: 'Yes', no: 'No' };
const english = new CellFormatter('en-GB', words);
const german = new CellFormatter('de-DE', words);

const of = (kind: Column['kind'], key = 'a'): Column => plainColumn(key, { kind });
const amount = of('number');

describe('cell text', () => {
  it('groups a number and keeps every digit', () => {
    assert.equal(english.number('1234567.8900', amount), '1,234,567.8900');
    assert.equal(german.number('1234567.8900', amount), '1.234.567,8900');
    assert.equal(
      english.number('123456789012345678901234567890.123456789', amount),
      '123,456,789,012,345,678,901,234,567,890.123456789',
    );
    assert.equal(english.number('-1234', amount), '−1,234');
    assert.equal(new CellFormatter('ar-EG', words).number('1234', amount).replaceAll(/\D/g, ''), '1234');
  });

  it('has the decimals of its column, and more if the value has more', () => {
    const price = { ...amount, decimals: 2 };
    assert.deepEqual(
      ['1036.50', '123456.5', '7', '-0.125', 'n/a'].map((value) => english.format(value, price).text),
      ['1,036.50', '123,456.50', '7.00', '−0.125', 'n/a'],
    );
  });

  it('keeps values that are not plain numbers unchanged', () => {
    for (const value of ['007', '1e5', '', 'n/a', '1,000', ' 5', '0x1F', '١٢'])
      assert.equal(english.number(value, amount), value);
    assert.deepEqual(english.format('1234567', of('number', 'owner_id')), { text: '1234567' });
  });

  it('formats a date for the locale, without shifting it', () => {
    assert.deepEqual(english.format('2024-01-31', of('date')), { text: '31/01/2024', title: '2024-01-31' });
    assert.deepEqual(german.format('2024-01-31 23:59:30', of('dateTime')), {
      text: '31.01.2024, 23:59:30',
      title: '2024-01-31 23:59:30',
    });
  });

  it('keeps the day of a date written as midnight, in any time zone', () => {
    const cells = [
      ['2024-01-31T00:00:00.000Z', 'date', '31/01/2024'],
      ['2024-01-31 00:00:00', 'date', '31/01/2024'],
      ['2024-01-31T00:00+05:30', 'date', '31/01/2024'],
      ['2024-01-31T00:00:00Z', 'dateTime', '30/01/2024, 16:00:00'],
      ['2024-01-31T08:30:00Z', 'date', '31/01/2024, 00:30:00'],
    ] as const;
    // in a separate process, because the time zone is process-wide
    const code = `
      import { CellFormatter } from ${JSON.stringify(import.meta.resolve('../../../../../src/features/table/page/cellFormatter.ts'))};
      const reader = new CellFormatter('en-GB', ${JSON.stringify(words)});
      const texts = ${JSON.stringify(cells)}.map(([value, kind]) => reader.format(value, { key: 'a', columnName: 'a', name: 'a', kind }).text);
      console.log(JSON.stringify(texts));`;
    const env = { ...process.env, TZ: 'America/Los_Angeles' };
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' });
    assert.deepEqual(
      JSON.parse(printed),
      cells.map(([, , text]) => text),
    );
  });

  it('keeps a nonexistent day unchanged', () => {
    for (const value of ['2024-02-30', '2024-13-01', 'yesterday'])
      assert.equal(english.format(value, of('date')).text, value);
  });

  it('is empty for an empty date, which is shown only on hover', () => {
    for (const value of ['0000-00-00', '0000-00-00 00:00:00', '0000-00-00T00:00:00Z'])
      for (const kind of ['date', 'dateTime'] as const)
        assert.deepEqual(english.format(value, of(kind)), { text: '', title: value });
    assert.equal(english.format('0000-00-00', of('text')).text, '0000-00-00');
  });

  it('formats a time of day for the locale, and keeps a duration unchanged', () => {
    const american = new CellFormatter('en-US', words);
    assert.match(american.format('14:30', of('time')).text, /^02:30\sPM$/);
    assert.match(american.format('14:30:05', of('time')).text, /^02:30:05\sPM$/);
    assert.equal(german.format('14:30:00', of('time')).text, '14:30:00');
    for (const value of ['838:59:59', '-01:00:00', '24:00', '14:30:00Z'])
      assert.equal(american.format(value, of('time')).text, value);
  });

  it('shows yes and no', () => {
    assert.deepEqual(english.format('1', of('boolean')), { text: '✓', label: 'Yes', title: '1' });
    assert.deepEqual(english.format('False', of('boolean')), { text: '✗', label: 'No', title: 'False' });
    assert.equal(english.format('maybe', of('boolean')).text, 'maybe');
  });

  it('joins lines into one, with a limited rest in the tooltip', () => {
    const { text, title } = english.format('one\r\ntwo\tthree', of('text'));
    assert.equal(text, 'one two three');
    assert.equal(title, 'one\r\ntwo\tthree');
    const long = english.format('x'.repeat(1_000_000), of('text'));
    assert.ok(long.text.length < 600);
    assert.ok((long.title ?? '').length < 2_100);
  });

  it('is the literal value, even if it looks like HTML', () => {
    assert.equal(english.format('<img src=x onerror=alert(1)>', of('text')).text, '<img src=x onerror=alert(1)>');
  });
});

describe('cell text with form metadata', () => {
  const options = [
    { value: 'DE', text: 'Germany' },
    { value: 'FR', text: 'France' },
  ];

  it('is the label of a choice, in full on hover; other values stay unchanged', () => {
    const formatter = new CellFormatter('en-GB', words);
    assert.equal(formatter.learn({ a: { filter: 'choice', shown: { kind: 'text', options } } }), true);
    assert.deepEqual(formatter.format('DE', of('text')), { text: 'Germany', title: 'Germany' });
    assert.deepEqual(formatter.format('Germany', of('text')), { text: 'Germany' });
    assert.deepEqual(formatter.format('XX', of('text')), { text: 'XX' });
    assert.deepEqual(formatter.format('DE', of('text', 'other')), { text: 'DE' });
  });

  it('uses the more precise field kind of the form', () => {
    const formatter = new CellFormatter('en-GB', words);
    formatter.learn({
      a: { filter: 'date', shown: { kind: 'date' } },
      b: { filter: 'boolean', shown: { kind: 'boolean' } },
    });
    assert.equal(formatter.format('2026-11-16', of('text')).text, '16/11/2026');
    assert.equal(formatter.format('1', of('number', 'b')).label, 'Yes');
    assert.equal(formatter.learn({ a: { filter: 'text' } }), false);
  });

  it('is summed up if only the form says that it is a number', () => {
    const formatter = new CellFormatter('en-GB', words);
    assert.equal(formatter.isNumeric(of('text')), false);
    formatter.learn({ a: { filter: 'number', shown: { kind: 'number' } } });
    assert.equal(formatter.isNumeric(of('text')), true);
    assert.equal(formatter.figureKind(of('text')), 'number');
  });

  it('is not summed up if numbers are codes of choices', () => {
    const formatter = new CellFormatter('en-GB', words);
    assert.equal(formatter.isNumeric(of('number')), true);
    assert.equal(formatter.isNumeric(of('number', 'owner_id')), false);
    formatter.learn({ a: { filter: 'choice', shown: { kind: 'number', options: [{ value: '1', text: 'High' }] } } });
    assert.equal(formatter.isNumeric(of('number')), false);
  });
});

describe('reference cell', () => {
  it('shows its name instead of its id once the name is known', () => {
    const formatter = new CellFormatter('en', { yes: 'Yes', no: 'No' });
    const owner = plainColumn('leads.owner_id');
    assert.equal(formatter.format('7', owner).text, '7');
    assert.equal(formatter.learn({ 'leads.owner_id': { filter: 'reference', names: { 7: 'Ada' } } }), true);
    assert.equal(formatter.learnName(owner, '8', 'Bo'), true);
    assert.equal(formatter.learnName(owner, '8', 'Bo'), false);
    assert.deepEqual(
      ['7', '8', '9'].map((id) => formatter.textOf(id, owner)),
      ['Ada', 'Bo', '9'],
    );
    assert.equal(formatter.format('7', plainColumn('leads.score')).text, '7');
  });
});
