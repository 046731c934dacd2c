import type { BenchLine } from './benchLine.ts';
import { withDryRuns } from './dryRuns.ts';
import { growthLine, listSizes } from './growthLine.ts';
import { inTurns } from './interleave.ts';

const turns = 3;
const files = [
  ['plan', 'the work of opening a plan'],
  ['import', "the work of an import's dry run"],
] as const;

/** CPU time of the process: disk time isn't ours. */
export default async function growthOfDryRun(): Promise<BenchLine[]> {
  return withDryRuns(listSizes, async (run) => {
    const lines: BenchLine[] = [];
    for (const [what, name] of files) {
      const taken = await inTurns(
        listSizes.map((count) => () => run(what, count)),
        turns,
        0,
      );
      const costs = taken.map((turn) => turn.map(({ work }) => work / 1_000));
      lines.push(growthLine({ name, unit: 's', expected: 'linear' }, listSizes, costs));
    }
    return lines;
  });
}
