/** Results per worker that may be finished and wait for an earlier one. */
const ahead = 8;

/**
 * Yields the results in input order, for any number of items: works on `limit` at a time and pulls only a few items
 * ahead. The first failure ends it.
 */
export async function* inOrder<T, R>(
  all: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (one: T) => Promise<R> | R,
): AsyncGenerator<R, void, void> {
  const max = Math.max(1, limit);
  const iterator = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  const begun: Promise<R>[] = [];
  const waiting: (() => void)[] = [];
  const state = { working: 0, hasEnded: false, hasFailed: false };
  const begin = async (one: T): Promise<R> => {
    if (state.working >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else state.working += 1;
    try {
      // never seen: the consumer gets the earlier failure first
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
      while (!state.hasEnded && !state.hasFailed && begun.length < max * ahead) {
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
