import assert from 'node:assert/strict';
import { completeName } from '../../../../../src/features/table/page/filter/completeName.ts';

const names = ['leads.id', 'leads.city', 'leads.company', 'leads.capacity'];
const at = (text: string) => completeName(text.replace('|', ''), text.indexOf('|'), names);

describe('the completion of a column name', () => {
  it('offers names inside a text that is begun', () => {
    assert.deepEqual(at('{"where": {"leads.ci|')?.names, ['leads.city']);
    assert.deepEqual(at('{"where": {"c|"')?.names, ['leads.city', 'leads.company', 'leads.capacity']);
    assert.equal(at('{"where": {"|')?.names.length, 4);
  });

  it('offers nothing outside of one, or where the name is there', () => {
    assert.equal(at('{"where": |'), undefined);
    assert.equal(at('{"leads.city|"'), undefined);
    assert.equal(at('{"a\\"b": |'), undefined);
  });

  it('takes the place of the name that stands there', () => {
    const found = at('{"leads.c|om": 1}');
    assert.deepEqual([found?.from, found?.to], [2, 11]);
  });
});
