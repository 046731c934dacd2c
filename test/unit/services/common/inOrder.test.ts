import assert from 'node:assert/strict';
import { inOrder } from '../../../../src/services/common/inOrder.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function gathered<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

describe('inOrder', () => {
  it('yields results in input order, with bounded concurrency', async () => {
    let [working, max] = [0, 0];
    const numbers = Array.from({ length: 50 }, (_, at) => at);
    const results = await gathered(
      inOrder(numbers, 4, async (one) => {
        working += 1;
        max = Math.max(max, working);
        for (let waits = one % 7; waits > 0; waits--) await turn();
        working -= 1;
        return one * 2;
      }),
    );
    assert.deepEqual(
      results,
      numbers.map((one) => one * 2),
    );
    assert.equal(max, 4);
  });

  it('continues past a slow item, reading only a few items ahead', async () => {
    let taken = 0;
    let isOver = false;
    async function* endless(): AsyncGenerator<number> {
      try {
        for (;;) yield taken++;
      } finally {
        isOver = true;
      }
    }
    let end = (): void => undefined;
    const first = new Promise<void>((resolve) => (end = resolve));
    const results = inOrder(endless(), 2, async (one) => {
      if (one === 0) await first;
      return one;
    });
    const next = results.next();
    for (let waits = 0; waits < 100; waits++) await turn();
    assert.equal(taken, 16);
    end();
    assert.deepEqual(await next, { done: false, value: 0 });
    await results.return();
    assert.equal(isOver, true);
  });

  it('ends with the first failure and starts nothing after it', async () => {
    const begun: number[] = [];
    let isOver = false;
    function* numbers(): Generator<number> {
      try {
        for (let one = 0; ; one++) yield one;
      } finally {
        isOver = true;
      }
    }
    const reported: number[] = [];
    const failing = async (): Promise<void> => {
      const results = inOrder(numbers(), 2, async (one) => {
        begun.push(one);
        await turn();
        if (one === 3) throw new Error('no more');
        return one;
      });
      for await (const one of results) reported.push(one);
    };
    await assert.rejects(failing(), /no more/);
    assert.deepEqual(reported, [0, 1, 2]);
    assert.ok(begun.length <= 5, begun.join());
    assert.equal(isOver, true);
  });

  it('yields nothing for empty input', async () => {
    assert.deepEqual(await gathered(inOrder([], 4, (one) => one)), []);
  });
});
