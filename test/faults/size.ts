/** `npm run test:faults` tries everything often; `npm test` only as often as it takes to see that nothing broke. */
export const isLong = process.env['RECORDBENCH_FAULTS'] === 'long';

export function times(short: number, long: number): number {
  return isLong ? long : short;
}
