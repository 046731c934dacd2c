import type { Report } from './benchLine.ts';
import { withProfiles } from './exportRuns.ts';
import { reportLargeLists, rows, speedLine } from './listLines.ts';

export default function profileColumn(report: Report): Promise<void> {
  return withProfiles(async (run) => {
    const name = `profile a column of ${rows.toLocaleString('en')} × 30 ÷ a bare loop that fetches and parses`;
    report(
      await speedLine(
        // at least 0.9 of the baseline's rows per second, with a different value in every record
        { name, limit: 1.11 },
        (count) => run('ours', count, 'leads.id'),
        (count) => run('bare', count),
      ),
    );
    await reportLargeLists(
      report,
      { of: 'a profile', allowed: 100, cost: 'took' },
      {
        'all values different': (count) => run('ours', count, 'leads.id'),
        'few values': (count) => run('ours', count, 'leads.c1'),
      },
    );
  });
}
