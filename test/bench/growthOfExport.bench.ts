import type { BenchLine } from './benchLine.ts';
import { withExportRuns } from './exportRuns.ts';
import { inTurns } from './interleave.ts';
import { growthLine, listSizes } from './growthLine.ts';

const turns = 3;

/** As CSV. */
export default async function growthOfExport(): Promise<BenchLine[]> {
  return withExportRuns(async (run) => {
    const taken = await inTurns(
      listSizes.map((rows) => () => run('ours', rows)),
      turns,
      0,
    );
    return [
      growthLine(
        { name: 'the time of an export', unit: 's', expected: 'linear' },
        listSizes,
        taken.map((turn) => turn.map(({ took }) => took / 1_000)),
      ),
      growthLine(
        { name: 'the most memory of an export', unit: 'MB', expected: 'flat' },
        listSizes,
        taken.map((turn) => turn.map(({ highest }) => highest / 1_000_000)),
      ),
    ];
  });
}
