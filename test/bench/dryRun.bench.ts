import type { Report } from './benchLine.ts';
import { withDryRuns } from './dryRuns.ts';
import { reportLargeLists } from './listLines.ts';

/** Growth is that of the processor time: disk time isn't ours. */
export default function dryRun(report: Report): Promise<void> {
  return withDryRuns(async (run) => {
    await reportLargeLists(
      report,
      { of: 'opening a plan', allowed: 100, cost: 'work' },
      { plan: (count) => run('plan', count) },
    );
    await reportLargeLists(
      report,
      { of: "an import's dry run", allowed: 80, cost: 'work' },
      { import: (count) => run('import', count) },
    );
  });
}
