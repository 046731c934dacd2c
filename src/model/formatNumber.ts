/** Locale of formatted numbers, set once at startup together with the display language. */
let choose = (): string => 'en';
let chosen: string | undefined;
let numbers: Intl.NumberFormat | undefined;

/**
 * Picks the locale for the display language, with the region from the system settings. A number in an English sentence
 * is formatted in English on any machine.
 */
export function localeFor(language: string, likely: readonly string[]): string {
  const family = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
  const found = [...likely.filter((one) => family(one) === family(language)), language].find(isKnown);
  return found ?? 'en';
}

/**
 * A function is called when the first number is formatted: at startup none is shown, and `Intl` is slow to initialize.
 */
export function setNumberLocale(wanted: string | (() => string)): void {
  choose = typeof wanted === 'string' ? () => wanted : wanted;
  chosen = undefined;
  numbers = undefined;
}

/** Used to pass the locale to a worker thread, which starts with the default. */
export function numberLocale(): string {
  return (chosen ??= choose());
}

/**
 * The most common locales of the languages that messages are written in: the signs between groups and before decimals.
 * All others use `Intl`, whose first use costs a page an eighth of the time until rows are shown.
 */
export const numberSigns: ReadonlyMap<string, readonly [group: string, decimal: string]> = new Map([
  ['en', [',', '.']],
  ['en-US', [',', '.']],
  ['en-GB', [',', '.']],
  ['de', ['.', ',']],
  ['de-DE', ['.', ',']],
]);

export function groupDigits(digits: string, sign: string): string {
  const first = digits.length % 3 || 3;
  let grouped = digits.slice(0, first);
  for (let at = first; at < digits.length; at += 3) grouped += sign + digits.slice(at, at + 3);
  return grouped;
}

export function formatNumber(value: number): string {
  const [sign] = numberSigns.get(numberLocale()) ?? [];
  if (sign !== undefined && Number.isSafeInteger(value))
    return `${value < 0 ? '-' : ''}${groupDigits(String(Math.abs(value)), sign)}`;
  return (numbers ??= new Intl.NumberFormat(numberLocale())).format(value);
}

/** Formats with a fixed number of decimal places. */
export function formatPreciseNumber(value: number, digits: number): string {
  return new Intl.NumberFormat(numberLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

function isKnown(tag: string): boolean {
  if (numberSigns.has(tag)) return true;
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // not a valid language tag
  }
}
