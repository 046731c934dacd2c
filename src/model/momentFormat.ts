import { numberLocale } from './formatNumber.ts';

/** How a locale writes dates and times. */
export interface MomentFormat {
  readonly date: (year: string, month: string, day: string) => string;
  readonly hasTwelveHours: boolean;
}

/** Parts of a moment to show. */
export type MomentParts = 'day' | 'dayAndTime' | 'minutes' | 'seconds';

const american: MomentFormat = { date: (year, month, day) => `${month}/${day}/${year}`, hasTwelveHours: true };
const british: MomentFormat = { date: (year, month, day) => `${day}/${month}/${year}`, hasTwelveHours: false };
const german: MomentFormat = { date: (year, month, day) => `${day}.${month}.${year}`, hasTwelveHours: false };

/** For the locales of `numberSigns`, and for the same reason. */
export const momentFormatsByLocale: ReadonlyMap<string, MomentFormat> = new Map([
  ['en', american],
  ['en-US', american],
  ['en-GB', british],
  ['de', german],
  ['de-DE', german],
]);

/** The UTC date and time of the moment, in a year of four digits. */
export function momentText(moment: Date, parts: MomentParts, { date, hasTwelveHours }: MomentFormat): string {
  const iso = moment.toISOString();
  const day = date(iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10));
  if (parts === 'day') return day;
  const hours = moment.getUTCHours();
  const hour = String(hasTwelveHours ? hours % 12 || 12 : hours).padStart(2, '0');
  const rest = iso.slice(13, parts === 'minutes' ? 16 : 19);
  const time = `${hour}${rest}${hasTwelveHours ? (hours < 12 ? ' AM' : ' PM') : ''}`;
  return parts === 'dayAndTime' ? `${day}, ${time}` : time;
}

export function timeOfDay(moment: number | string): string {
  return new Date(moment).toLocaleTimeString(numberLocale());
}

export function dateAndTime(moment: number | string): string {
  return new Date(moment).toLocaleString(numberLocale());
}
