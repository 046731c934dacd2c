import assert from 'node:assert/strict';
import { CharacterBudget, type CacheEntry } from '../../../../src/services/common/characterBudget.ts';

describe('CharacterBudget', () => {
  const bench = (max: number) => {
    const budget = new CharacterBudget(max);
    const evicted: string[] = [];
    const kept = (name: string, characters: number): CacheEntry => ({ characters, onEvict: () => evicted.push(name) });
    return { budget, evicted, kept };
  };

  it('evicts the least recently used entry, and never the newest', () => {
    const { budget, evicted, kept } = bench(100);
    const [one, two, three] = [kept('one', 40), kept('two', 40), kept('three', 40)];
    for (const each of [one, two, one, three]) budget.use(each);
    assert.deepEqual(evicted, ['two']);
    budget.use(kept('huge', 1_000));
    assert.deepEqual(evicted, ['two', 'one', 'three']);
    budget.use(two);
    assert.deepEqual(evicted, ['two', 'one', 'three', 'huge']);
  });

  it('frees the space of a released entry only once', () => {
    const { budget, evicted, kept } = bench(100);
    const [one, two] = [kept('one', 60), kept('two', 40)];
    budget.use(one);
    budget.use(two);
    budget.release(one);
    budget.release(one);
    budget.use(kept('three', 60));
    assert.deepEqual(evicted, []);
    budget.use(kept('four', 1));
    assert.deepEqual(evicted, ['two']);
  });

  it('evicts nothing while held by a read, even one that fails', async () => {
    const { budget, evicted, kept } = bench(100);
    const reading = Promise.withResolvers<void>();
    const read = budget.hold(() => reading.promise);
    for (const name of ['one', 'two', 'three']) budget.use(kept(name, 60));
    assert.deepEqual(evicted, []);
    reading.reject(new Error('gone'));
    await assert.rejects(read);
    assert.deepEqual(evicted, ['one', 'two']);
  });
});
