import assert from 'node:assert/strict';
import { saidOfRecords, saidOnce } from '../../../src/model/serviceWords.ts';
import { saysOnlySaved } from '../../../src/services/records/draft.ts';

describe('service messages', () => {
  it('are shown once, whatever their source, and up to a limit', () => {
    assert.deepEqual(saidOnce(['Saved.', 'Bo was told.'], ['Saved.']), ['Saved.', 'Bo was told.']);
    assert.equal(saidOnce(Array.from({ length: 1_000 }, (_, place) => String(place))).length, 20);
  });

  it('are omitted if they only say that a record was saved', () => {
    const smith = { name: 'Smith & Sons', singular: 'Lead' };
    for (const text of [
      '✓ Saved.',
      'SAVED',
      'Lead Smith & Sons was saved.',
      'The record has been successfully updated!',
    ])
      assert.equal(saysOnlySaved(text, smith), true, text);
    for (const text of ['', 'OK', 'Not saved.', 'Saved, and Bo was told.', 'Saved as draft.', 'Smith & Sons'])
      assert.equal(saysOnlySaved(text, smith), false, text);
  });

  it('have the names of their records, unless they apply to all', () => {
    const of = (name: string, ...said: string[]): { name: string; said: string[] } => ({ name, said });
    assert.deepEqual(saidOfRecords([of('Ada', 'Saved.', 'Saved.'), of('Bo', 'Saved.')]), ['Saved.']);
    assert.deepEqual(saidOfRecords([of('Ada', 'Saved.', 'Too late.'), of('Bo', 'Saved.'), of('Cy')]), [
      'Ada, Bo: Saved.',
      'Ada: Too late.',
    ]);
    assert.deepEqual(saidOfRecords(['A', 'B', 'C', 'D', 'E'].map((name) => of(name, ...(name === 'E' ? [] : ['x'])))), [
      'A, B, C, …: x',
    ]);
  });
});
