import type { BenchLine } from './benchLine.ts';
import { type DryRun, type PlannedFile, withDryRuns } from './dryRuns.ts';
import { inTurns, quantile } from './interleave.ts';

const [few, many] = [10_000, 1_000_000];
const turns = 3;
const megabyte = 1_000_000;
const allowed = 100;

export default function dryRun(): Promise<BenchLine[]> {
  return withDryRuns([few, many], async (run) => [
    await memory(run, 'plan', 'a plan that is opened'),
    await memory(run, 'import', "an import's dry run"),
  ]);
}

async function memory(run: DryRun, what: PlannedFile, words: string): Promise<BenchLine> {
  const growth = async (): Promise<number> => {
    const [less, more] = [await run(what, few), await run(what, many)];
    return (more.highest - less.highest) / megabyte;
  };
  const taken = (await inTurns([growth], turns, 0)).flat();
  return {
    name: `most memory of ${words}, 1,000,000 records − 10,000, in parts of ${allowed} MB`,
    ratio: quantile(taken, 0.5) / allowed,
    limit: 1,
    spread: (quantile(taken, 0.75) - quantile(taken, 0.25)) / allowed,
    detail: `${quantile(taken, 0.5).toFixed(0)} MB`,
  };
}
