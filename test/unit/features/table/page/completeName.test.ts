import assert from 'node:assert/strict';
import { completeName } from '../../../../../src/features/table/page/filter/completeName.ts';

const names = ['leads.id', 'leads.city', 'leads.company', 'leads.capacity'];
const at = (text: string) => completeName(text.replace('|', ''), text.indexOf('|'), names);

describe('column name completion', () => {
  it('offers names inside an open string', () => {
    assert.deepEqual(at('{"where": {"leads.ci|')?.names, ['leads.city']);
    assert.deepEqual(at('{"where": {"c|"')?.names, ['leads.city', 'leads.company', 'leads.capacity']);
    assert.equal(at('{"where": {"|')?.names.length, 4);
  });

  it('offers nothing outside a string, or if the name is complete', () => {
    assert.equal(at('{"where": |'), undefined);
    assert.equal(at('{"leads.city|"'), undefined);
    assert.equal(at('{"a\\"b": |'), undefined);
  });

  it('replaces the existing name', () => {
    const found = at('{"leads.c|om": 1}');
    assert.deepEqual([found?.from, found?.to], [2, 11]);
  });
});
