import assert from 'node:assert/strict';
import { fromNative, momentShape, toNative } from '../../../../../../src/features/common/page/fields/moment.ts';
import { readBoolean } from '../../../../../../src/features/common/page/fields/valueText.ts';

describe('moments in a field', () => {
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
    it(`come back as they were: ${text}`, () => {
      const shape = momentShape({ kind: 'dateTime' }, text);
      assert.ok(shape);
      assert.equal(fromNative(toNative(text, shape), shape), text);
      assert.equal(fromNative(toNative(text, shape).replace(/:00$/, shape.hasSeconds ? '' : ':00'), shape), text);
    });

  for (const text of ['2023-02-29', '0000-00-00', '2024-03-01 10:15:00Z', '01/02/2024', '24:00', '10:15:00.5'])
    it(`stay text where the browser could not hold them: ${text}`, () => {
      assert.equal(momentShape({ kind: 'dateTime' }, text), undefined);
    });

  it('are written as the record writes others, where there was none', () => {
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

describe('yes and no in a field', () => {
  const field = { options: [] };
  it('are read in any of their spellings, and others are not guessed at', () => {
    assert.equal(readBoolean(field, '1')?.isYes, true);
    assert.equal(readBoolean(field, false)?.isYes, false);
    assert.equal(readBoolean(field, null)?.isYes, false);
    assert.equal(readBoolean(field, 'perhaps'), undefined);
    assert.equal(readBoolean(field, '2'), undefined);
    assert.equal(readBoolean(field, []), undefined);
  });

  it('are the one option or nothing where there is one option', () => {
    const single = { options: [{ value: 'agreed', text: 'I agree' }] };
    assert.deepEqual(readBoolean(single, 'agreed'), { isYes: true, spelling: ['agreed', ''] });
    assert.deepEqual(readBoolean(single, null), { isYes: false, spelling: ['agreed', ''] });
    assert.deepEqual(readBoolean({ options: [{ value: '1', text: '' }] }, null)?.spelling, ['1', '0']);
  });
});
