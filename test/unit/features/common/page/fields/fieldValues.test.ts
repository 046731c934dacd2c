import assert from 'node:assert/strict';
import { fromNative, momentShape, toNative } from '../../../../../../src/features/common/page/fields/moment.ts';
import { readBoolean } from '../../../../../../src/features/common/page/fields/valueText.ts';

describe('date and time fields', () => {
  for (const text of [
    '2024-02-29',
    '2024-03-01 10:15:00',
    '2024-03-01 10:15:07',
    '2024-03-01T10:15',
    '09:30',
    '23:59:59',
    '24/12/2031',
    '12/24/2031 3:05 PM',
    '24.12.2031 14:30',
    '2024-03-01T10:15:00.000',
  ])
    it(`round-trip unchanged: ${text}`, () => {
      const shape = momentShape({ kind: 'dateTime' }, text);
      assert.ok(shape);
      assert.equal(fromNative(toNative(text, shape), shape), text);
      assert.equal(fromNative(toNative(text, shape).replace(/:00$/, shape.hasSeconds ? '' : ':00'), shape), text);
    });

  for (const text of ['2023-02-29', '0000-00-00', '2024-03-01 10:15:00Z', '01/02/2024', '24:00', '10:15:00.5'])
    it(`stay text if the browser cannot represent them: ${text}`, () => {
      assert.equal(momentShape({ kind: 'dateTime' }, text), undefined);
    });

  it('use the format of other values in the record if empty before', () => {
    const written = (format?: string): string | undefined => {
      const shape = momentShape({ kind: 'dateTime', notation: format === undefined ? {} : { format } }, '');
      return shape && fromNative('2024-03-01T10:15', shape);
    };
    assert.equal(written('YYYY-MM-DDTHH:mm'), '2024-03-01T10:15');
    assert.equal(written(), '2024-03-01 10:15:00');
    assert.equal(momentShape({ kind: 'date', notation: { example: '05/06/2031' } }, ''), undefined);
    assert.ok(momentShape({ kind: 'date', notation: { format: 'DD/MM/YYYY' } }, '05/06/2031'));
  });
});

describe('Boolean fields', () => {
  const field = { options: [] };
  it('accept any known spelling, and do not guess others', () => {
    assert.equal(readBoolean(field, '1')?.isYes, true);
    assert.equal(readBoolean(field, false)?.isYes, false);
    assert.equal(readBoolean(field, null)?.isYes, false);
    assert.equal(readBoolean(field, 'perhaps'), undefined);
    assert.equal(readBoolean(field, '2'), undefined);
    assert.equal(readBoolean(field, []), undefined);
  });

  it('are the single option or empty if there is only one option', () => {
    const single = { options: [{ value: 'agreed', text: 'I agree' }] };
    assert.deepEqual(readBoolean(single, 'agreed'), { isYes: true, spelling: ['agreed', ''] });
    assert.deepEqual(readBoolean(single, null), { isYes: false, spelling: ['agreed', ''] });
    assert.deepEqual(readBoolean({ options: [{ value: '1', text: '' }] }, null)?.spelling, ['1', '0']);
  });
});
