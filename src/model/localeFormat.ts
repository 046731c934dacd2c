/** How a locale writes digits, dates and times. */
export interface LocaleFormat {
  readonly groupSign: string;
  readonly decimalSign: string;
  readonly date: (year: string, month: string, day: string) => string;
  readonly hasTwelveHours: boolean;
}

/** Parts of a moment to show. */
export type MomentParts = 'day' | 'dayAndTime' | 'minutes' | 'seconds';

const american: LocaleFormat = {
  groupSign: ',',
  decimalSign: '.',
  date: (year, month, day) => `${month}/${day}/${year}`,
  hasTwelveHours: true,
};
const british: LocaleFormat = {
  ...american,
  date: (year, month, day) => `${day}/${month}/${year}`,
  hasTwelveHours: false,
};
const german: LocaleFormat = {
  groupSign: '.',
  decimalSign: ',',
  date: (year, month, day) => `${day}.${month}.${year}`,
  hasTwelveHours: false,
};

/**
 * The most common locales of the languages that the messages are written in. All others use `Intl`, whose first use
 * takes a page an eighth of the time until it shows rows.
 */
export const localeFormats: ReadonlyMap<string, LocaleFormat> = new Map([
  ['en', american],
  ['en-US', american],
  ['en-GB', british],
  ['de', german],
  ['de-DE', german],
]);

export function groupedDigits(digits: string, { groupSign }: LocaleFormat): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, groupSign);
}

/** The UTC date and time of the moment, in a year of four digits. */
export function momentText(moment: Date, parts: MomentParts, { date, hasTwelveHours }: LocaleFormat): string {
  const iso = moment.toISOString();
  const day = date(iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10));
  if (parts === 'day') return day;
  const hours = moment.getUTCHours();
  const hour = String(hasTwelveHours ? hours % 12 || 12 : hours).padStart(2, '0');
  const rest = iso.slice(13, parts === 'minutes' ? 16 : 19);
  const time = `${hour}${rest}${hasTwelveHours ? (hours < 12 ? ' AM' : ' PM') : ''}`;
  return parts === 'dayAndTime' ? `${day}, ${time}` : time;
}
