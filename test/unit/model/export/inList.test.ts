import assert from 'node:assert/strict';
import { inList } from '../../../../src/model/export/cellTexts.ts';

describe('IN list', () => {
  it('has each value once, quoted unless it is a number of a number column', () => {
    assert.equal(inList(['Goa', "O'Hara", 'Goa', '7'], false), "('Goa', 'O''Hara', '7')");
    assert.equal(inList(['7', '-1.5', '007', '1e5', 'n/a'], true), "(7, -1.5, 007, '1e5', 'n/a')");
  });

  it('omits empty values, and is undefined if no value is left', () => {
    assert.equal(inList([null, '', 'Goa'], false), "('Goa')");
    assert.equal(inList([null, ''], false), undefined);
  });
});
