import type { BenchLine } from './benchLine.ts';
import { withProfiles } from './exportRuns.ts';
import { growthLine, listSizes } from './growthLine.ts';
import { inTurns } from './interleave.ts';

const turns = 3;

/** Of a column whose values are all different. */
export default async function growthOfProfile(): Promise<BenchLine[]> {
  return withProfiles(async (run) => {
    const taken = await inTurns(
      listSizes.map((rows) => () => run('ours', rows, 'leads.id')),
      turns,
      0,
    );
    return [
      growthLine(
        { name: 'the time of a profile', unit: 's', expected: 'linear' },
        listSizes,
        taken.map((turn) => turn.map(({ took }) => took / 1_000)),
      ),
    ];
  });
}
