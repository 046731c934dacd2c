import type { BenchLine } from './benchLine.ts';
import { withCompareRuns } from './exportRuns.ts';
import { growthLine, listSizes } from './growthLine.ts';
import { inTurns } from './interleave.ts';

const turns = 3;

/** In reverse order, where nearly all rows are written to disk and read back. */
export default async function growthOfCompare(): Promise<BenchLine[]> {
  return withCompareRuns(async (run) => {
    const taken = await inTurns(
      listSizes.map((rows) => () => run('ours', rows, 'opposite')),
      turns,
      0,
    );
    return [
      growthLine(
        { name: 'the time of a comparison', unit: 's', expected: 'linear' },
        listSizes,
        taken.map((turn) => turn.map(({ took }) => took / 1_000)),
      ),
    ];
  });
}
