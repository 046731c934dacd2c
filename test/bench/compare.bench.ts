import type { Report } from './benchLine.ts';
import { withCompareRuns } from './exportRuns.ts';
import { reportLargeLists, rows, speedLine } from './listLines.ts';

export default function compareLists(report: Report): Promise<void> {
  return withCompareRuns(async (run) => {
    const name = `compare ${rows.toLocaleString('en')} × 30 with as many ÷ a bare loop that fetches and parses both`;
    report(
      await speedLine(
        // at least 0.8 of the baseline's rows per second
        { name, limit: 1.25, read: rows * 2 },
        (count) => run('ours', count),
        (count) => run('bare', count),
      ),
    );
    await reportLargeLists(
      report,
      { of: 'a comparison', allowed: 100, cost: 'took' },
      {
        // nearly all rows are written to disk and read back
        'in the opposite order': (count) => run('ours', count, 'opposite'),
        'in the same order': (count) => run('ours', count, 'same'),
      },
    );
  });
}
