import type { Report } from './benchLine.ts';
import { withExportRuns } from './exportRuns.ts';
import { reportLargeLists, rows, speedLine } from './listLines.ts';

export default function exportRecords(report: Report): Promise<void> {
  return withExportRuns(async (run) => {
    const name = `export ${rows.toLocaleString('en')} × 30 as CSV ÷ a bare loop that fetches and parses`;
    report(
      await speedLine(
        { name, limit: 1 / 0.93 },
        (count) => run('ours', count),
        (count) => run('bare', count),
      ),
    );
    await reportLargeLists(
      report,
      { of: 'an export', allowed: 100, cost: 'took', isFlat: true },
      { CSV: (count) => run('ours', count), Excel: (count) => run('ours', count, 'excel') },
    );
  });
}
