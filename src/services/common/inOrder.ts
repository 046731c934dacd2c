/** So many of each that is at work may be done and wait for one before it. */
const ahead = 8;

/**
 * What comes of each of them, in their order, however many there are: so many are worked on at a time, and no more are
 * taken than a few ahead. The first failure ends it.
 */
export async function* inOrder<T, R>(
  all: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (one: T) => Promise<R> | R,
): AsyncGenerator<R, void, void> {
  const most = Math.max(1, limit);
  const iterator = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  const begun: Promise<R>[] = [];
  const waiting: (() => void)[] = [];
  const state = { working: 0, hasEnded: false, hasFailed: false };
  const begin = async (one: T): Promise<R> => {
    if (state.working >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else state.working += 1;
    try {
      // whoever waits for this one hears of the failure first
      if (state.hasFailed) return undefined as never;
      return await work(one);
    } catch (error) {
      state.hasFailed = true;
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else state.working -= 1;
    }
  };
  try {
    for (;;) {
      while (!state.hasEnded && !state.hasFailed && begun.length < most * ahead) {
        const { done, value } = await iterator.next();
        if (done === true) state.hasEnded = true;
        else {
          const result = begin(value);
          result.catch(() => undefined);
          begun.push(result);
        }
      }
      const first = begun.shift();
      if (!first) return;
      yield await first;
    }
  } finally {
    state.hasFailed = true;
    await Promise.allSettled(begun);
    await iterator.return?.();
  }
}
