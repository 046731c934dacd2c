import assert from 'node:assert/strict';
import {
  newestPerField,
  RecordValues,
  withMovedRow,
  withNewRow,
  withoutRow,
} from '../../../../../src/features/form/page/recordValues.ts';
import type { SubTable } from '../../../../../src/model/form/formElement.ts';
import { answer, read } from '../../../service/documented/form/formAnswer.ts';

describe('form values', () => {
  it('change at one path and share the rest', () => {
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

  it('treat __proto__ as any other key', () => {
    const values = new RecordValues({});
    values.change([{ at: ['__proto__', 'x'], value: 1 }]);
    assert.equal(values.at(['__proto__', 'x']), 1);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('can add, remove and move a row, in a list and in a map', () => {
    const table = phones();
    assert.deepEqual(withNewRow(table, null), [{ number: null, type: null }]);
    assert.deepEqual(withNewRow(table, [{ id: 1 }]), [{ id: 1 }, { number: null, type: null }]);
    const map = { 31: { id: 31 }, new1: {} };
    assert.deepEqual(withNewRow(table, map), { ...map, new2: { number: null, type: null } });
    assert.deepEqual(withoutRow(['a', 'b', 'c'], '1'), ['a', 'c']);
    assert.deepEqual(withoutRow(map, '31'), { new1: {} });
    assert.deepEqual(withMovedRow(['a', 'b', 'c'], 1, -1), ['b', 'a', 'c']);
    assert.deepEqual(withMovedRow(['a', 'b', 'c'], 1, 1), ['a', 'c', 'b']);
  });

  it('keep only the latest edit per field; replaced rows override earlier edits within them', () => {
    const typed = { at: ['phones', '1', 'number'], value: 'x' };
    const rows = { at: ['phones'], value: [] };
    const name = { at: ['name'], value: 'a' };
    assert.deepEqual(newestPerField([typed, name, rows]), [name, rows]);
    assert.deepEqual(newestPerField([rows, name, typed]), [rows, name, typed]);
    assert.deepEqual(newestPerField([rows, typed, rows, typed]), [rows, typed]);
  });
});

function phones(): SubTable {
  const elements = ['number', 'type', 'id'].map((name) => ({ name: ['leads', 'phones', name], label: name }));
  const [table] = read(answer({ phones: [] }, { permission: 2, elements })).subTables;
  assert.ok(table);
  return table;
}
