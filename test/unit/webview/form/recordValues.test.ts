import assert from 'node:assert/strict';
import { pathsOfField, RecordValues } from '../../../../src/webview/form/recordValues.ts';

describe('the values of a form', () => {
  it('change in one place and share the rest', () => {
    const address = { city: 'Pune', rows: [{ a: 1 }, { a: 2 }] };
    const values = new RecordValues({ name: 'a', address });
    values.change([
      { at: ['address', 'rows', '1', 'a'], value: 3 },
      { at: ['other', 'deep'], value: 'x' },
      { at: ['name'] },
    ]);
    assert.deepEqual(values.all, {
      address: { city: 'Pune', rows: [{ a: 1 }, { a: 3 }] },
      other: { deep: 'x' },
    });
    assert.deepEqual(address.rows[1], { a: 2 });
    assert.equal(values.at(['address', 'city', 'length']), undefined);
    assert.equal(values.at(['constructor']), undefined);
  });

  it('take __proto__ for a key as any other', () => {
    const values = new RecordValues({});
    values.change([{ at: ['__proto__', 'x'], value: 1 }]);
    assert.equal(values.at(['__proto__', 'x']), 1);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('have a field in every row that leads to it', () => {
    const values = { a: [{ b: [{ c: 1 }, {}] }, { b: [] }, { b: { c: 2 } }] };
    assert.deepEqual(pathsOfField(values, ['a', 'b', 'c']), [
      ['a', '0', 'b', '0', 'c'],
      ['a', '0', 'b', '1', 'c'],
      ['a', '2', 'b', 'c'],
    ]);
    assert.deepEqual(pathsOfField({}, ['a', 'b']), [['a', 'b']]);
    assert.deepEqual(pathsOfField({ a: [] }, ['a', 'b']), []);
  });
});
