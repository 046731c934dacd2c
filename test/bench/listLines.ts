import type { BenchLine, Report } from './benchLine.ts';
import type { Figures } from './exportRuns.ts';
import { growthLine } from './growthLine.ts';
import { alternate, inTurns, isQuick, quantile } from './interleave.ts';

/** Records in the lists of speed lines. */
export const rows = 50_000;
/** A quick run is less conclusive: 200,000 records instead of 1,000,000. */
const sizes = isQuick() ? [10_000, 50_000, 200_000] : [10_000, 100_000, 1_000_000];
export const [few, many] = [sizes[0]!, sizes.at(-1)!];
const speedTurns = 7;
const largeTurns = 2;
export const megabyte = 1_000_000;

export type ListRun = (count: number) => Promise<Figures>;

/** Time ÷ the time of the baseline. */
export async function speedLine(
  { name, limit, read = rows }: { readonly name: string; readonly limit: number; readonly read?: number },
  ours: ListRun,
  bare: ListRun,
): Promise<BenchLine> {
  const last: Partial<Record<'ours' | 'bare', Figures>> = {};
  const timed = (how: 'ours' | 'bare', run: ListRun) => async (): Promise<number> => (last[how] = await run(rows)).took;
  const compared = await alternate(timed('ours', ours), timed('bare', bare), speedTurns, 1);
  const rate = (took: number): string => Math.round((read * 1000) / took).toLocaleString('en');
  const work = (how: 'ours' | 'bare'): string => (last[how]?.work ?? Number.NaN).toFixed(0);
  const first = last.ours?.firstRows;
  return {
    name: `${name}, time`,
    ratio: compared.ratio,
    limit,
    spread: compared.spread,
    detail: [
      `${rate(compared.ours)} ÷ ${rate(compared.theirs)} rows a second`,
      `work ${work('ours')} ÷ ${work('bare')} ms`,
      ...(first === undefined ? [] : [`first rows after ${first.toFixed(0)} ms`]),
    ].join(', '),
  };
}

interface LargeLines {
  /** The memory of what, as a gerund or noun: "an export". */
  readonly of: string;
  /** In megabytes. */
  readonly allowed: number;
  /** Whether the cost that grows is the time, or the processor time of the process. */
  readonly cost: 'took' | 'work';
  /** Also reports the exponent of the peak memory. */
  readonly isFlat?: boolean;
}

/**
 * How much more memory the largest list needs than the smallest, for the variant that needs the most, and how the cost
 * of the first variant grows. Both come from the same runs.
 */
export async function reportLargeLists(
  report: Report,
  { of, allowed, cost, isFlat = false }: LargeLines,
  variants: Readonly<Record<string, ListRun>>,
): Promise<void> {
  const runs = Object.entries(variants).flatMap(([name, run], place) =>
    (place === 0 ? sizes : [few, many]).map((size) => ({ name, size, run })),
  );
  const taken = await inTurns(
    runs.map(
      ({ run, size }) =>
        () =>
          run(size),
    ),
    largeTurns,
    0,
  );
  const figures = (turn: readonly Figures[], name: string, size: number): Figures =>
    turn[runs.findIndex((run) => run.name === name && run.size === size)]!;
  const names = Object.keys(variants);
  const more = names.map((name) =>
    taken.map((turn) => (figures(turn, name, many).highest - figures(turn, name, few).highest) / megabyte),
  );
  const medians = more.map((ofName) => quantile(ofName, 0.5));
  const worst = more[medians.indexOf(Math.max(...medians))]!;
  report({
    name: `peak memory of ${of}, ${many.toLocaleString('en')} records − ${few.toLocaleString('en')}, in units of ${allowed} MB`,
    ratio: Math.max(...medians) / allowed,
    limit: 1,
    spread: (Math.max(...worst) - Math.min(...worst)) / allowed,
    detail: names.map((name, place) => `${name} ${medians[place]?.toFixed(0)} MB`).join(', '),
  });
  const first = names[0]!;
  const [what, unit] = cost === 'took' ? ['time', 's'] : ['work', 's'];
  const grown = (figure: (one: Figures) => number): number[][] =>
    taken.map((turn) => sizes.map((size) => figure(figures(turn, first, size))));
  report(
    growthLine(
      { name: `the ${what} of ${of}`, unit, expected: 'linear' },
      sizes,
      grown((one) => one[cost] / 1_000),
    ),
  );
  if (!isFlat) return;
  const peak = { name: `the peak memory of ${of}`, unit: 'MB', expected: 'flat' } as const;
  report(
    growthLine(
      peak,
      sizes,
      grown(({ highest }) => highest / megabyte),
    ),
  );
}
