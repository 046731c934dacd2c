import type { Dice } from './dice.ts';

/** The generator's today, 15 November 2026: the same data whenever they are made. Seconds, then days, since 1970. */
export const today = Date.UTC(2026, 10, 15) / 1000;
const secondsPerDay = 86_400;
const todayDay = today / secondsPerDay;

export function pastMoment(dice: Dice, years: number): number {
  return today - dice.below(years * 365 * secondsPerDay);
}

/** Mostly near today; now and then as far away as calendars go. */
export function someDay(dice: Dice, back: number, ahead: number): number {
  const oddity = dice.below(5000);
  if (oddity === 0) return Date.UTC(1900, 0, 1) / 86_400_000;
  if (oddity === 1) return Date.UTC(9999, 11, 31) / 86_400_000;
  return todayDay - back + dice.below(back + ahead);
}
