/** Processes all items in order, `limit` at a time. The first failure ends it. */
export async function inParallel<T>(
  all: readonly T[],
  limit: number,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < all.length && !hasFailed) {
      const index = next++;
      try {
        await work(all[index] as T, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.max(1, Math.min(limit, all.length)) }, worker);
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
