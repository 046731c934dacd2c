import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { CellFormatter } from '../../../../src/webview/table/cellFormatter.ts';

const words = { yes: 'Yes', no: 'No' };
const english = new CellFormatter('en-GB', words);
const german = new CellFormatter('de-DE', words);

describe('the text of a cell', () => {
  it('groups a number and keeps every digit', () => {
    assert.equal(english.number('1234567.8900'), '1,234,567.8900');
    assert.equal(german.number('1234567.8900'), '1.234.567,8900');
    assert.equal(
      english.number('123456789012345678901234567890.123456789'),
      '123,456,789,012,345,678,901,234,567,890.123456789',
    );
    assert.equal(english.number('-1234'), '−1,234');
    assert.equal(new CellFormatter('ar-EG', words).number('1234').replaceAll(/\D/g, ''), '1234');
  });

  it('leaves what is not a plain number as it is', () => {
    for (const value of ['007', '1e5', '', 'n/a', '1,000', ' 5', '0x1F', '١٢'])
      assert.equal(english.number(value), value);
    assert.deepEqual(english.format('1234567', 'number', true), { text: '1234567' });
  });

  it('writes a date as the reader does, without moving it', () => {
    assert.deepEqual(english.format('2024-01-31', 'date', false), { text: '31/01/2024', title: '2024-01-31' });
    assert.deepEqual(german.format('2024-01-31 23:59:30', 'dateTime', false), {
      text: '31.01.2024, 23:59:30',
      title: '2024-01-31 23:59:30',
    });
  });

  it('keeps the day of a date that is written as midnight, wherever the reader is', () => {
    const cells = [
      ['2024-01-31T00:00:00.000Z', 'date', '31/01/2024'],
      ['2024-01-31 00:00:00', 'date', '31/01/2024'],
      ['2024-01-31T00:00+05:30', 'date', '31/01/2024'],
      ['2024-01-31T00:00:00Z', 'dateTime', '30/01/2024, 16:00:00'],
      ['2024-01-31T08:30:00Z', 'date', '31/01/2024, 00:30:00'],
    ] as const;
    // a process of its own: the time zone of this one is everybody's
    const code = `
      import { CellFormatter } from ${JSON.stringify(import.meta.resolve('../../../../src/webview/table/cellFormatter.ts'))};
      const reader = new CellFormatter('en-GB', ${JSON.stringify(words)});
      const texts = ${JSON.stringify(cells)}.map(([value, kind]) => reader.format(value, kind, false).text);
      console.log(JSON.stringify(texts));`;
    const env = { ...process.env, TZ: 'America/Los_Angeles' };
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' });
    assert.deepEqual(
      JSON.parse(printed),
      cells.map(([, , text]) => text),
    );
  });

  it('leaves a day that does not exist as it is', () => {
    for (const value of ['2024-02-30', '0000-00-00', '2024-13-01', 'yesterday'])
      assert.equal(english.format(value, 'date', false).text, value);
  });

  it('says yes and no', () => {
    assert.deepEqual(english.format('1', 'boolean', false), { text: '✓', label: 'Yes', title: '1' });
    assert.deepEqual(english.format('False', 'boolean', false), { text: '✗', label: 'No', title: 'False' });
    assert.equal(english.format('maybe', 'boolean', false).text, 'maybe');
  });

  it('puts many lines into one, and a bounded rest into the title', () => {
    const { text, title } = english.format('one\r\ntwo\tthree', 'text', false);
    assert.equal(text, 'one two three');
    assert.equal(title, 'one\r\ntwo\tthree');
    const long = english.format('x'.repeat(1_000_000), 'text', false);
    assert.ok(long.text.length < 600);
    assert.ok((long.title ?? '').length < 2_100);
  });

  it('is the value itself, however much it looks like HTML', () => {
    assert.equal(english.format('<img src=x onerror=alert(1)>', 'text', false).text, '<img src=x onerror=alert(1)>');
  });
});
