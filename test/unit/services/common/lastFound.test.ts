import assert from 'node:assert/strict';
import { LastFound } from '../../../../src/services/common/lastFound.ts';

describe('what was found last', () => {
  const asked: string[] = [];
  const get = (found: LastFound<string>, key: string): Promise<string> =>
    found.get(key, async () => {
      asked.push(key);
      if (key === 'bad') throw new Error('not now');
      return key.toUpperCase();
    });

  beforeEach(() => asked.splice(0));

  it('is not looked for again, also while it is being looked for, until too many came between', async () => {
    const found = new LastFound<string>(2);
    assert.deepEqual(await Promise.all(['a', 'a', 'b', 'a'].map((key) => get(found, key))), ['A', 'A', 'B', 'A']);
    assert.deepEqual(asked, ['a', 'b']);
    for (const key of ['c', 'b', 'a']) await get(found, key);
    assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
  });

  it('is looked for again after a failure', async () => {
    const found = new LastFound<string>(2);
    await assert.rejects(get(found, 'bad'), /not now/);
    await assert.rejects(get(found, 'bad'), /not now/);
    assert.deepEqual(asked, ['bad', 'bad']);
  });
});
