import type { Report } from './benchLine.ts';
import { compared, inTurns, quantile } from './interleave.ts';

/** Chromium's own throttle of a page's thread; the extension host isn't slowed down. */
export const slowdowns = [1, 6] as const;

export interface FeltLine {
  readonly name: string;
  /** Of the median and of the 95th percentile. */
  readonly limits: readonly [p50: number, p95: number];
  readonly rate: number;
  readonly turns: number;
  /** What else ours is compared with in the same turns. */
  readonly least?: {
    readonly name: string;
    readonly limits: FeltLine['limits'];
    readonly take: (turn: number) => Promise<readonly number[]>;
  };
}

/**
 * What a user waits for, in milliseconds, of several inputs in every turn: a line for the median and one for the 95th
 * percentile of all inputs.
 */
export async function reportFelt(
  report: Report,
  { name, limits, rate, turns, least }: FeltLine,
  ours: (turn: number) => Promise<readonly number[]>,
  theirs: (turn: number) => Promise<readonly number[]>,
): Promise<void> {
  const taken = await inTurns([ours, theirs, ...(least ? [least.take] : [])], turns, 1);
  reportSides(report, { name, limits, rate }, taken);
  if (least) {
    const sides = taken.map(([one = [], , other = []]) => [one, other]);
    reportSides(report, { ...least, rate }, sides);
  }
}

function reportSides(
  report: Report,
  { name, limits, rate }: Pick<FeltLine, 'name' | 'limits' | 'rate'>,
  taken: readonly (readonly (readonly number[])[])[],
): void {
  const { spread } = compared(taken.map((sides) => sides.map((some) => quantile(some, 0.5))));
  for (const [place, at] of [0.5, 0.95].entries()) {
    const [one = Number.NaN, other = Number.NaN] = [0, 1].map((side) =>
      quantile(
        taken.flatMap((sides) => sides[side]!),
        at,
      ),
    );
    report({
      name: `${name}${rate === 1 ? '' : `, ${rate}× CPU throttle`}, p${at * 100}`,
      ratio: one / other,
      limit: limits[place]!,
      spread,
      detail: `${one.toFixed(0)} ÷ ${other.toFixed(0)} ms`,
    });
  }
}
