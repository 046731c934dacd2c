const dayMs = 86_400_000;
/** Nobody uses it this long without a break: a longer one is more likely a clock that was wrong. */
const longestBreak = 180 * dayMs;
/** The last moment that a date can say. */
const lastTime = 8.64e15;

/** Whether a number from a file is a time that can be shown. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= lastTime;
}

/**
 * The age of each file in milliseconds, by the times that they were written at. Where the clock is not credible, files
 * are only as old as those that came after them say: a gap of half a year counts as none, and so does the future.
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
