import type { Report } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { growth } from './growthLine.ts';

/** Every edit is two requests: a million of them would take an hour for each turn. */
const runSizes = [30, 300, 3_000];

export default async function growthOfBulk(report: Report): Promise<void> {
  return withBulkRuns(runSizes.at(-1)!, async ({ ours, ids }) =>
    report(
      await growth(
        { name: 'the work of a bulk edit with its plan and its journal', unit: 's', expected: 'linear' },
        runSizes,
        // CPU time of this process: disk and service times aren't ours
        async (count, turn) => {
          const before = process.cpuUsage();
          await ours.run(ids.slice(0, count), `${turn} for ${count}`);
          const { user, system } = process.cpuUsage(before);
          return (user + system) / 1_000_000;
        },
        2,
        1,
      ),
    ),
  );
}
