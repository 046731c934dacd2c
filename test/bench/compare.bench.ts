import type { BenchLine } from './benchLine.ts';
import { type CompareRun, withCompareRuns } from './exportRuns.ts';
import { alternate, inTurns, quantile } from './interleave.ts';

const rows = 50_000;
const turns = 7;
const memoryTurns = 3;
const megabyte = 1_000_000;
const allowed = 100;

export default function compareLists(): Promise<BenchLine[]> {
  return withCompareRuns(async (run) => [await speed(run), await memory(run)]);
}

async function speed(run: CompareRun): Promise<BenchLine> {
  const work = { ours: 0, bare: 0 };
  const timed = async (how: 'ours' | 'bare'): Promise<number> => {
    const figures = await run(how, rows);
    work[how] = figures.work;
    return figures.took;
  };
  const { ratio, spread, ours, theirs } = await alternate(
    () => timed('ours'),
    () => timed('bare'),
    turns,
    1,
  );
  const rate = (took: number): string => Math.round((rows * 2 * 1000) / took).toLocaleString('en');
  return {
    name: `compare ${rows.toLocaleString('en')} × 30 with as many ÷ a bare loop that fetches and parses both, time`,
    ratio,
    // at least 0.8 of the baseline's rows per second
    limit: 1.25,
    spread,
    detail: `${rate(ours)} ÷ ${rate(theirs)} rows a second, work ${work.ours.toFixed(0)} ÷ ${work.bare.toFixed(0)} ms`,
  };
}

/** In the same order, where few rows wait for their match, and in reverse order, where nearly all do. */
async function memory(run: CompareRun): Promise<BenchLine> {
  const orders = ['same', 'opposite'] as const;
  const growth = async (order: (typeof orders)[number]): Promise<number> => {
    const few = await run('ours', 10_000, order);
    const many = await run('ours', 1_000_000, order);
    return (many.highest - few.highest) / megabyte;
  };
  const taken = await inTurns(
    orders.map((order) => () => growth(order)),
    memoryTurns,
    0,
  );
  const of = (place: number, at: number): number =>
    quantile(
      taken.map((turn) => turn[place]!),
      at,
    );
  const ours = orders.map((_, place) => of(place, 0.5));
  const worst = ours.indexOf(Math.max(...ours));
  return {
    name: `most memory of 1,000,000 × 30 compared with as many − 10,000, in parts of ${allowed} MB`,
    ratio: Math.max(...ours) / allowed,
    limit: 1,
    spread: (of(worst, 0.75) - of(worst, 0.25)) / allowed,
    detail: orders.map((order, place) => `in the ${order} order ${ours[place]?.toFixed(0)}`).join(', ') + ' MB',
  };
}
