/** In which figures are written. It is set once, before anything speaks, as the words around the figures are. */
let locale = 'en';
let numbers = new Intl.NumberFormat(locale);

/**
 * The language of the sentences decides; how a region writes it is taken from what the reader's system is set to. A figure
 * in the middle of an English sentence is an English one, wherever the machine stands.
 */
export function localeFor(language: string, likely: readonly string[]): string {
  const family = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
  const found = [...likely.filter((one) => family(one) === family(language)), language].find(isKnown);
  return found ?? 'en';
}

export function writeFiguresIn(wanted: string): void {
  locale = wanted;
  numbers = new Intl.NumberFormat(locale);
}

/** For a thread of its own, which begins with the usual one. */
export function localeOfFigures(): string {
  return locale;
}

export function figure(value: number): string {
  return numbers.format(value);
}

/** With that many digits behind the point, or comma. */
export function preciseFigure(value: number, digits: number): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

export function timeOfDay(moment: number | string): string {
  return new Date(moment).toLocaleTimeString(locale);
}

export function dateAndTime(moment: number | string): string {
  return new Date(moment).toLocaleString(locale);
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // it is not the name of a language
  }
}
