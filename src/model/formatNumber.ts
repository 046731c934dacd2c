/** In which figures are written. It is set once, before anything speaks, as the words around the figures are. */
let choose = (): string => 'en';
let chosen: { readonly locale: string; readonly numbers: Intl.NumberFormat } | undefined;

/**
 * The language of the sentences decides; how a region writes it is taken from what the reader's system is set to. A figure
 * in the middle of an English sentence is an English one, wherever the machine stands.
 */
export function localeFor(language: string, likely: readonly string[]): string {
  const family = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
  const found = [...likely.filter((one) => family(one) === family(language)), language].find(isKnown);
  return found ?? 'en';
}

/** What has yet to be found out is asked for with the first figure: a window that starts shows none, and `Intl` is slow to begin. */
export function setNumberLocale(wanted: string | (() => string)): void {
  choose = typeof wanted === 'string' ? () => wanted : wanted;
  chosen = undefined;
}

function current(): NonNullable<typeof chosen> {
  if (!chosen) {
    const locale = choose();
    chosen = { locale, numbers: new Intl.NumberFormat(locale) };
  }
  return chosen;
}

/** For a thread of its own, which begins with the usual one. */
export function numberLocale(): string {
  return current().locale;
}

export function formatNumber(value: number): string {
  return current().numbers.format(value);
}

/** With that many digits behind the point, or comma. */
export function formatPreciseNumber(value: number, digits: number): string {
  return new Intl.NumberFormat(numberLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

export function timeOfDay(moment: number | string): string {
  return new Date(moment).toLocaleTimeString(numberLocale());
}

export function dateAndTime(moment: number | string): string {
  return new Date(moment).toLocaleString(numberLocale());
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // it is not the name of a language
  }
}
