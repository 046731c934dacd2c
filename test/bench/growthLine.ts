import type { BenchLine } from './benchLine.ts';
import { inTurns, quantile } from './interleave.ts';

export const listSizes = [10_000, 100_000, 1_000_000];

/** Max exponents: for something that shouldn't grow at all, and for linear growth. */
const limits = { flat: 0.1, linear: 1.1 };

interface Growing {
  readonly name: string;
  readonly unit: string;
  readonly expected: keyof typeof limits;
}

/** Measures every size in every turn and reports how the cost grows with size. */
export async function growth(
  growing: Growing,
  sizes: readonly number[],
  cost: (size: number, turn: number) => Promise<number>,
  turns: number,
  warmUp: number,
): Promise<BenchLine> {
  const things = sizes.map((size) => (turn: number) => cost(size, turn));
  return growthLine(growing, sizes, await inTurns(things, turns, warmUp));
}

/** `costs`: per turn, the cost of each size. */
export function growthLine(
  { name, unit, expected }: Growing,
  sizes: readonly number[],
  costs: readonly (readonly number[])[],
): BenchLine {
  const exponents = costs.map((ofTurn) => exponent(sizes, ofTurn));
  const medians = sizes.map((size, place) => {
    const median = quantile(
      costs.map((ofTurn) => ofTurn[place]!),
      0.5,
    );
    return `${size.toLocaleString('en')}: ${median.toFixed(median < 100 ? 1 : 0)} ${unit}`;
  });
  return {
    kind: 'growth',
    name: `growth of ${name}`,
    ratio: quantile(exponents, 0.5),
    limit: limits[expected],
    spread: quantile(exponents, 0.75) - quantile(exponents, 0.25),
    detail: medians.join(', '),
  };
}

/** Slope of the least-squares line through the points on a log-log scale. */
export function exponent(sizes: readonly number[], costs: readonly number[]): number {
  const xs = sizes.map(Math.log);
  const ys = costs.map(Math.log);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(xs), mean(ys)];
  const over = mean(xs.map((x, place) => (x - middleX) * (ys[place]! - middleY)));
  return over / mean(xs.map((x) => (x - middleX) ** 2));
}
