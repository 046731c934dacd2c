import assert from 'node:assert/strict';
import { LookUpCache } from '../../../../src/services/common/lookUpCache.ts';

describe('look-up cache', () => {
  const asked: string[] = [];
  const get = (found: LookUpCache<string>, key: string): Promise<string> =>
    found.get(key, async () => {
      asked.push(key);
      if (key === 'bad') throw new Error('not now');
      return key.toUpperCase();
    });

  beforeEach(() => asked.splice(0));

  it('does not repeat a cached or in-flight look-up until too many others came between', async () => {
    const found = new LookUpCache<string>(2);
    assert.deepEqual(await Promise.all(['a', 'a', 'b', 'a'].map((key) => get(found, key))), ['A', 'A', 'B', 'A']);
    assert.deepEqual(asked, ['a', 'b']);
    for (const key of ['c', 'b', 'a']) await get(found, key);
    assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
  });

  it('looks up again after a failure', async () => {
    const found = new LookUpCache<string>(2);
    await assert.rejects(get(found, 'bad'), /not now/);
    await assert.rejects(get(found, 'bad'), /not now/);
    assert.deepEqual(asked, ['bad', 'bad']);
  });
});
