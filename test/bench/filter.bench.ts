import type { BenchLine } from './benchLine.ts';
import { type FilterRun, withFilterRuns } from './exportRuns.ts';
import { growthLine } from './growthLine.ts';
import { alternate, inTurns, quantile } from './interleave.ts';

const rows = 50_000;
const turns = 5;
const memoryTurns = 3;
const megabyte = 1_000_000;
const allowed = 100;
const sizes = [10_000, 1_000_000];

/** A list filtered by two conditions; a part of the records matches. */
export default function filterRecords(): Promise<BenchLine[]> {
  return withFilterRuns(async (run) => [await speed(run), ...(await memoryAndTime(run))]);
}

async function speed(run: FilterRun): Promise<BenchLine> {
  const work = { ours: 0, bare: 0 };
  let firstRows = 0;
  const timed = async (how: 'ours' | 'bare'): Promise<number> => {
    const figures = await run(how, rows);
    work[how] = figures.work;
    firstRows = figures.firstRows || firstRows;
    return figures.took;
  };
  const { ratio, spread, ours, theirs } = await alternate(
    () => timed('ours'),
    () => timed('bare'),
    turns,
    1,
  );
  const rate = (took: number): string => Math.round((rows * 1000) / took).toLocaleString('en');
  return {
    name: `filter ${rows.toLocaleString('en')} × 30 ÷ the same read without a filter, time`,
    ratio,
    // at least 0.9 of the baseline's rows per second
    limit: 1.11,
    spread,
    detail: `${rate(ours)} ÷ ${rate(theirs)} rows a second, first rows after ${firstRows.toFixed(0)} ms, work ${work.ours.toFixed(0)} ÷ ${work.bare.toFixed(0)} ms`,
  };
}

async function memoryAndTime(run: FilterRun): Promise<BenchLine[]> {
  const taken = await inTurns(
    sizes.map((size) => () => run('ours', size)),
    memoryTurns,
    0,
  );
  const more = taken.map(([few, many]) => ((many?.highest ?? 0) - (few?.highest ?? 0)) / megabyte);
  return [
    {
      name: `most memory of 1,000,000 × 30 filtered − 10,000, in parts of ${allowed} MB`,
      ratio: quantile(more, 0.5) / allowed,
      limit: 1,
      spread: (quantile(more, 0.75) - quantile(more, 0.25)) / 2 / allowed,
      detail: `${more.map((one) => one.toFixed(0)).join(', ')} MB`,
    },
    growthLine(
      { name: 'the time of a filter', unit: 's', expected: 'linear' },
      sizes,
      taken.map((turn) => turn.map(({ took }) => took / 1_000)),
    ),
  ];
}
