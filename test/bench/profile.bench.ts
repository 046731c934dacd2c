import type { BenchLine } from './benchLine.ts';
import { type BenchProfile, withProfiles } from './exportRuns.ts';
import { alternate, inTurns, quantile } from './interleave.ts';

const rows = 50_000;
const turns = 7;
const memoryTurns = 3;
const megabyte = 1_000_000;
const allowed = 100;

export default function profileColumn(): Promise<BenchLine[]> {
  return withProfiles(async (run) => [await speed(run), await memory(run)]);
}

/** Every value is different. */
async function speed(run: BenchProfile): Promise<BenchLine> {
  const { ratio, spread, ours, theirs } = await alternate(
    async () => (await run('ours', rows, 'leads.id')).took,
    async () => (await run('bare', rows)).took,
    turns,
    1,
  );
  const rate = (took: number): string => Math.round((rows * 1000) / took).toLocaleString('en');
  return {
    name: `profile a column of ${rows.toLocaleString('en')} × 30 ÷ a bare loop that fetches and parses, time`,
    ratio,
    // at least 0.9 of the baseline's rows per second
    limit: 1.11,
    spread,
    detail: `${rate(ours)} ÷ ${rate(theirs)} rows a second`,
  };
}

/** Of few values, and of values that are all different. */
async function memory(run: BenchProfile): Promise<BenchLine> {
  const columns = ['leads.c1', 'leads.id'] as const;
  const growth = async (column: (typeof columns)[number]): Promise<number> => {
    const few = await run('ours', 10_000, column);
    const many = await run('ours', 1_000_000, column);
    return (many.highest - few.highest) / megabyte;
  };
  const taken = await inTurns(
    columns.map((column) => () => growth(column)),
    memoryTurns,
    0,
  );
  const of = (place: number, at: number): number =>
    quantile(
      taken.map((turn) => turn[place]!),
      at,
    );
  const ours = columns.map((_, place) => of(place, 0.5));
  const worst = ours.indexOf(Math.max(...ours));
  return {
    name: `most memory of a profile of 1,000,000 × 30 − 10,000, in parts of ${allowed} MB`,
    ratio: Math.max(...ours) / allowed,
    limit: 1,
    spread: (of(worst, 0.75) - of(worst, 0.25)) / allowed,
    detail: `few values ${ours[0]?.toFixed(0)}, all different ${ours[1]?.toFixed(0)} MB`,
  };
}
