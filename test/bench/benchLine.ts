/** One line of `npm run bench`: ours against something bare that does the same, so that the machine's speed falls out. */
export interface BenchLine {
  readonly name: string;
  /** Ours ÷ bare, the median of several rounds. Of growth: the exponent, fitted to several sizes. */
  readonly ratio: number;
  /** Without one the line only tells. */
  readonly limit?: number;
  /** The distance between the quartiles of the rounds' ratios. */
  readonly spread: number;
  readonly kind?: 'growth';
  readonly detail?: string;
}

/** What a `*.bench.ts` exports as its default. */
export type Bench = () => Promise<BenchLine[]>;
