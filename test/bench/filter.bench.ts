import type { Report } from './benchLine.ts';
import { withFilterRuns } from './exportRuns.ts';
import { reportLargeLists, rows, speedLine } from './listLines.ts';

/** A list filtered by two conditions; a part of the records matches. */
export default function filterRecords(report: Report): Promise<void> {
  return withFilterRuns(async (run) => {
    report(
      await speedLine(
        // at least 0.9 of the baseline's rows per second
        { name: `filter ${rows.toLocaleString('en')} × 30 ÷ a bare loop that fetches and parses`, limit: 1.11 },
        (count) => run('ours', count),
        (count) => run('bare', count),
      ),
    );
    await reportLargeLists(
      report,
      { of: 'a filter', allowed: 100, cost: 'took' },
      { filtered: (count) => run('ours', count) },
    );
  });
}
