import { formatPreciseNumber, numberLocale } from '../../../../../model/formatNumber.ts';

/**
 * Parses a number in text form: `1234.50`, `1,234.5`, `€ 12`, `16 %`, `1.234,50`. Undefined for anything that is not a
 * single number.
 */
export function parseNumber(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text.length > 60) return undefined;
  const bare = text
    .trim()
    .replace(/^([+-]?)\s*(?:\p{Sc}|[A-Z]{3}\s)\s*/u, '$1')
    .replace(/(?:\p{Sc}|%|\s[A-Z]{3})$/u, '')
    .trimEnd()
    .replace('\u2212', '-');
  if (/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(bare)) return finite(bare);
  if (/^[+-]?\d{1,3}([,\s'’]\d{3})+(\.\d+)?$/.test(bare)) return finite(bare.replaceAll(/[,\s'’]/g, ''));
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(bare)) return finite(bare.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

function finite(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

let whole: Intl.NumberFormat | undefined;
let small: Intl.NumberFormat | undefined;
let compact: Intl.NumberFormat | undefined;

/** Formats a number for display, with the decimals of its column: `1,204.50`. */
export function numberText(value: number, decimals = 0): string {
  if (decimals > 0) return formatPreciseNumber(value, decimals);
  if (value !== 0 && Math.abs(value) < 0.01)
    return (small ??= new Intl.NumberFormat(numberLocale(), { maximumSignificantDigits: 3 })).format(value);
  return (whole ??= new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 2 })).format(value);
}

/** Share of a total: `33.3%`. */
export function shareText(value: number, total: number): string {
  return `${numberText(Math.round((value / total) * 1000) / 10)}%`;
}

/** Compact format for an axis: `1.2M`. */
export function shortNumberText(value: number): string {
  if (Math.abs(value) < 10_000) return numberText(value);
  compact ??= new Intl.NumberFormat(numberLocale(), { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(value);
}

/** Rounds up to the next 1, 2, 2.5 or 5 times a power of ten: 730 → 1000. */
export function roundUp(value: number): number {
  if (value <= 0 || !Number.isFinite(value)) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * unit >= value) ?? 10;
  // avoid overflow to Infinity
  return Math.min(step * unit, Number.MAX_VALUE);
}
