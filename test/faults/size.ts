/** `npm run test:faults` repeats everything many times; `npm test` only often enough to detect a regression. */
export const isLong = process.env['RECORDBENCH_FAULTS'] === 'long';

export function times(short: number, long: number): number {
  return isLong ? long : short;
}
