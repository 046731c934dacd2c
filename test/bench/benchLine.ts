/** One line of `npm run bench`: ours against something bare that does the same, so that the machine's speed falls out. */
export interface BenchLine {
  readonly name: string;
  /** Ours ÷ bare, the median of several rounds. */
  readonly ratio: number;
  readonly limit: number;
  /** The distance between the quartiles of the rounds' ratios. */
  readonly spread: number;
  readonly detail?: string;
}

/** What a `*.bench.ts` exports as its default. */
export type Bench = () => Promise<BenchLine[]>;
