const dayMs = 86_400_000;
/** Longest plausible break between uses: a longer gap more likely means that the clock was wrong. */
const longestBreak = 180 * dayMs;
/** Max time value of a Date. */
const lastTime = 8.64e15;

/** True if a number from a file is a valid time. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= lastTime;
}

/**
 * Returns the age of each file in milliseconds from the write times. Where the clock isn't credible, later files
 * determine the age: a gap of more than half a year counts as zero, and so does a time in the future.
 */
export function fileAges(times: readonly number[], now: number): number[] {
  const ages = times.map(() => 0);
  let age = 0;
  let later = now;
  for (const at of [...times.keys()].toSorted((one, other) => (times[other] ?? 0) - (times[one] ?? 0))) {
    const gap = later - Math.min(times[at] ?? now, now);
    age += gap > longestBreak ? 0 : gap;
    ages[at] = age;
    later = Math.min(times[at] ?? now, now);
  }
  return ages;
}
