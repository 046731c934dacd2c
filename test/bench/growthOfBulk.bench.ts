import type { BenchLine } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { growth } from './growthLine.ts';

/** Every edit is two requests: a million of them would take an hour for each turn. */
const runSizes = [30, 300, 3_000];

export default async function growthOfBulk(): Promise<BenchLine[]> {
  return withBulkRuns(runSizes.at(-1)!, async ({ ours, ids }) => [
    await growth(
      { name: 'the time of a bulk edit with its journal', unit: 's', expected: 'linear' },
      runSizes,
      async (count, turn) => (await ours.run(ids.slice(0, count), `${turn} for ${count}`)) / 1_000,
      3,
      1,
    ),
  ]);
}
