import assert from 'node:assert/strict';
import { setNumberLocale } from '../../../src/model/formatNumber.ts';
import { formatText, formatValue, type ShownField } from '../../../src/model/formatValue.ts';
import type { FormValue } from '../../../src/model/form/fieldValue.ts';
import { fieldValue } from '../../../src/model/form/value.ts';

describe('displayed value', () => {
  afterEach(() => setNumberLocale('en'));

  const options = [
    { value: 'normal', text: 'Normal' },
    { value: 'high', text: 'High' },
  ];
  const shown = (kind: ShownField['kind'], value: FormValue, more: Partial<ShownField> = {}): string => {
    const field = { kind, options: [], ...more };
    return formatValue(field, fieldValue(field, value, { text: 'Ada' }));
  };

  it('is formatted for the locale, by field kind', () => {
    const all = (): string[] => [
      shown('date', '2026-11-16'),
      shown('dateTime', '2026-11-16 09:05:00'),
      shown('number', 1234567.5),
      shown('number', '1234567', { at: ['owner_id'] }),
      shown('boolean', '1'),
      shown('boolean', 'F'),
      shown('time', '14:30'),
    ];
    const expected = ['11/16/2026', '11/16/2026, 09:05:00 AM', '1,234,567.5', '1234567', 'Yes', 'No', '02:30 PM'];
    assert.deepEqual(
      all().map((text) => text.replaceAll('\u202f', ' ')),
      expected,
    );
    setNumberLocale('de');
    assert.deepEqual(all().slice(0, 3), ['16.11.2026', '16.11.2026, 09:05:00', '1.234.567,5']);
    assert.equal(all().at(-1), '14:30');
  });

  it('is a date if a date field contains a timestamp', () => {
    const midnight = Date.UTC(2026, 10, 16) / 1_000;
    assert.equal(shown('date', String(midnight)), '11/16/2026');
    assert.equal(shown('dateTime', `${midnight}000`), shown('dateTime', '2026-11-16T00:00:00Z'));
    assert.equal(shown('text', String(midnight)), String(midnight));
  });

  it('is a date for service timestamps typed as text, and a text for any other text field', () => {
    const texts = ['modified', 'leads.created', 'updated_at'].map((name) => formatText('2026-11-16', 'text', name));
    assert.deepEqual(texts, ['11/16/2026', '11/16/2026', '11/16/2026']);
    assert.equal(formatText('0', 'text', 'deleted'), '0');
    assert.equal(formatText('2026-11-16', 'text', 'name'), '2026-11-16');
    assert.equal(formatText('Ada', 'text', 'modified_by'), 'Ada');
  });

  it('is the label of a choice, the name of a record, and never a password', () => {
    assert.equal(shown('choice', 'normal', { options }), 'Normal');
    assert.equal(shown('choices', 'high,normal', { options }), 'High, Normal');
    assert.equal(shown('choices', ['high', 'odd'], { options }), 'High, odd');
    assert.equal(shown('reference', '17'), 'Ada');
    assert.equal(shown('password', 'hush'), '••••••');
    assert.equal(shown('password', 'high', { options }), '••••••');
    assert.equal(shown('boolean', 'agreed', { options: [{ value: 'agreed', text: 'Agreed' }] }), 'Yes');
  });

  it('of a reference with choices or without a label is formatted by its kind', () => {
    const of = (kind: ShownField['kind'], value: FormValue, shownOptions = options): string => {
      const field = { kind, options: shownOptions, reference: {} };
      return formatValue(field, fieldValue(field, value));
    };
    assert.equal(of('choices', 'high,normal'), 'High, Normal');
    assert.equal(of('number', '1234567', []), '1,234,567');
    assert.equal(of('choice', '', [{ value: '', text: 'Please select' }]), '');
  });

  it('is unchanged if it does not fit its kind, and empty if there is none', () => {
    for (const odd of ['soon', '2026-02-30', '16/11/2026']) assert.equal(shown('date', odd), odd);
    assert.equal(shown('number', 'about 5'), 'about 5');
    assert.equal(shown('text', '2026-11-16'), '2026-11-16');
    assert.deepEqual([shown('date', ''), shown('choice', null), shown('reference', undefined)], ['', '', '']);
    assert.deepEqual([shown('date', '0000-00-00'), shown('dateTime', '0000-00-00 00:00:00')], ['', '']);
    assert.equal(shown('text', '0000-00-00'), '0000-00-00');
    assert.equal(shown('nested', { a: [1] }), '{"a":[1]}');
  });

  it('is the same in a table, by column kind', () => {
    assert.equal(formatText('2026-11-16', 'date', 'due'), shown('date', '2026-11-16'));
    assert.equal(formatText('5000', 'number', 'budget'), shown('number', '5000'));
    assert.equal(formatText('5000', 'number', 'leads.id'), '5000');
  });
});
