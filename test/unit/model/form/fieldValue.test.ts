import assert from 'node:assert/strict';
import {
  comparableText,
  isEmpty,
  isOtherKindOfEmpty,
  sameValue,
  scalarText,
  valueAt,
} from '../../../../src/model/form/fieldValue.ts';

describe('field value', () => {
  it('is written without an exponent', () => {
    assert.equal(scalarText(1e21), '1000000000000000000000');
    assert.equal(scalarText(-1.5e-7), '-0.00000015');
    assert.equal(scalarText(123_456.75), '123456.75');
    assert.equal(scalarText(1.5e300)?.length, 301);
    assert.equal(scalarText(Number.NaN), undefined);
    assert.equal(scalarText(-0), '0');
  });

  it('is 1 or 0 for a Boolean', () => {
    assert.equal(scalarText(true), '1');
    assert.equal(scalarText(false), '0');
  });

  it('is equal in another notation', () => {
    assert.ok(sameValue(null, ''));
    assert.ok(sameValue(undefined, null));
    assert.ok(sameValue(1, '1'));
    assert.ok(sameValue(true, '1'));
    assert.ok(sameValue({ a: [1, null] }, { a: ['1', ''], b: null }));
    assert.ok(!sameValue('0', null));
    assert.ok(!sameValue([], 'x'));
    assert.ok(!sameValue({ a: 1 }, { a: 2 }));
  });

  it('is empty for a date of zeros, in date fields only', () => {
    for (const none of ['0000-00-00', '0000-00-00 00:00:00', '0000-00-00T00:00:00.000Z', ' 0000-00-00 ']) {
      for (const kind of ['date', 'dateTime'] as const) {
        assert.ok(isEmpty(none, kind), none);
        assert.ok(
          sameValue(none, null, kind) && sameValue('', none, kind) && !sameValue(none, '2024-03-01', kind),
          none,
        );
        assert.equal(comparableText(none, kind), '');
      }
      assert.ok(!isEmpty(none) && !isEmpty(none, 'text') && !sameValue(none, null, 'text'), none);
    }
    assert.ok(
      !isEmpty('00:00:00', 'time') && !isEmpty('0001-01-01', 'date') && !isEmpty('0000-00-00 08:00', 'dateTime'),
    );
  });

  it('is compared by field kind', () => {
    for (const [one, other] of [
      ['7', '007'],
      ['1.1', '1.10'],
      ['-0', '0'],
      ['9007199254740993', '9007199254740993.0'],
    ] as const) {
      assert.ok(sameValue(one, other, 'number') && sameValue(other, one, 'number'), one);
      assert.ok(!sameValue(one, other, 'text') && !sameValue(one, other), one);
    }
    assert.ok(!sameValue('9007199254740993', '9007199254740992', 'number') && !sameValue('7', '7a', 'number'));
    for (const other of ['2024-03-01 00:00:00', '2024-03-01T00:00:00Z', '01.03.2024', '1.3.2024', '2024/03/01']) {
      assert.ok(sameValue('2024-03-01', other, 'date'), other);
      assert.ok(!sameValue('2024-03-01', other, 'text'), other);
    }
    assert.ok(sameValue('2024-03-01 10:00', '2024-03-01T10:00:00.000', 'dateTime'));
    assert.ok(sameValue('2024-03-01T10:00:00Z', '2024-03-01 10:00:00+00:00', 'dateTime'));
    assert.ok(!sameValue('2024-03-01 10:00', '2024-03-01T10:00:00Z', 'dateTime'));
    assert.ok(!sameValue('2024-03-01', '2024-03-01T00:00:00+02:00', 'dateTime'));
    // January 3 or March 1
    assert.ok(!sameValue('2024-03-01', '01/03/2024', 'date'));
    assert.ok(sameValue('9:05', '09:05:00', 'time') && !sameValue('9:05', '09:06', 'time'));
    for (const kind of ['text', 'longText', 'choice', 'reference', 'number', 'date'] as const)
      assert.ok(!sameValue('a', 'a ', kind) && !sameValue('\u00e9', 'e\u0301', kind), kind);
    assert.ok(!sameValue('true', '1', 'boolean') && sameValue(true, '1', 'boolean'));
  });

  it('distinguishes null from an empty text', () => {
    assert.ok(isOtherKindOfEmpty(null, '') && isOtherKindOfEmpty('', undefined));
    assert.ok(!isOtherKindOfEmpty(null, undefined) && !isOtherKindOfEmpty('', '') && !isOtherKindOfEmpty('', 'a'));
  });

  it('is looked up among own keys only', () => {
    assert.equal(valueAt({}, ['constructor']), undefined);
    assert.equal(valueAt({}, ['__proto__', 'toString']), undefined);
    assert.equal(valueAt([{ city: 'Goa' }], ['0', 'city']), 'Goa');
    assert.equal(valueAt('text', ['length']), undefined);
  });
});
