/**
 * One line of `npm run bench`: ours relative to a bare baseline that does the same, so that the machine's speed cancels
 * out.
 */
export interface BenchLine {
  readonly name: string;
  /** Ours ÷ bare, the median of several rounds. Of growth: the exponent, fitted to several sizes. */
  readonly ratio: number;
  /** Without a limit, the line is informational. */
  readonly limit?: number;
  /** Interquartile range of the rounds' ratios. */
  readonly spread: number;
  readonly kind?: 'growth';
  readonly detail?: string;
}

/** Default export of a `*.bench.ts` file: reports every line as soon as it is measured. */
export type Bench = (report: Report) => Promise<void>;
export type Report = (line: BenchLine) => void;
