import assert from 'node:assert/strict';
import { fromNative, momentShape, shapeForEmpty, toNative } from '../../../../src/webview/fields/moment.ts';
import { readBoolean } from '../../../../src/webview/fields/valueText.ts';

describe('moments in a field', () => {
  for (const text of [
    '2024-02-29',
    '2024-03-01 10:15:00',
    '2024-03-01 10:15:07',
    '2024-03-01T10:15',
    '09:30',
    '23:59:59',
  ])
    it(`come back as they were: ${text}`, () => {
      const shape = momentShape(text);
      assert.ok(shape);
      assert.equal(fromNative(toNative(text), shape), text);
      assert.equal(fromNative(toNative(text).replace(/:00$/, shape.hasSeconds ? '' : ':00'), shape), text);
    });

  for (const text of ['2023-02-29', '0000-00-00', '2024-03-01 10:15:00Z', '01/02/2024', '24:00', '10:15:00.5', ''])
    it(`stay text where the browser could not hold them: ${text || 'nothing'}`, () => {
      assert.equal(momentShape(text), undefined);
    });

  it('are written as the record writes others, where there was none', () => {
    assert.deepEqual(shapeForEmpty('dateTime', ['2024-03-01T10:15']), {
      type: 'datetime-local',
      hasSeconds: false,
      between: 'T',
    });
    const shape = shapeForEmpty('dateTime', ['2024', []]);
    assert.equal(fromNative('2024-03-01T10:15', shape), '2024-03-01 10:15:00');
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
