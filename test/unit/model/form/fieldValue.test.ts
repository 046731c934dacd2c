import assert from 'node:assert/strict';
import { sameValue, scalarText, valueAt } from '../../../../src/model/form/fieldValue.ts';

describe('the value of a field', () => {
  it('is written without an exponent', () => {
    assert.equal(scalarText(1e21), '1000000000000000000000');
    assert.equal(scalarText(-1.5e-7), '-0.00000015');
    assert.equal(scalarText(123_456.75), '123456.75');
    assert.equal(scalarText(1.5e300)?.length, 301);
    assert.equal(scalarText(Number.NaN), undefined);
    assert.equal(scalarText(-0), '0');
  });

  it('is 1 or 0 for a yes or no', () => {
    assert.equal(scalarText(true), '1');
    assert.equal(scalarText(false), '0');
  });

  it('is the same in another spelling', () => {
    assert.ok(sameValue(null, ''));
    assert.ok(sameValue(undefined, null));
    assert.ok(sameValue(1, '1'));
    assert.ok(sameValue(true, '1'));
    assert.ok(sameValue({ a: [1, null] }, { a: ['1', ''], b: null }));
    assert.ok(!sameValue('0', null));
    assert.ok(!sameValue([], 'x'));
    assert.ok(!sameValue({ a: 1 }, { a: 2 }));
  });

  it('is looked up among the object’s own keys only', () => {
    assert.equal(valueAt({}, ['constructor']), undefined);
    assert.equal(valueAt({}, ['__proto__', 'toString']), undefined);
    assert.equal(valueAt([{ city: 'Goa' }], ['0', 'city']), 'Goa');
    assert.equal(valueAt('text', ['length']), undefined);
  });
});
