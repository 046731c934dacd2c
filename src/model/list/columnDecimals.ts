import type { Column } from './recordPage.ts';

const decimalNumber = /^[+-]?\d+\.(\d+)$/;
/**
 * Longer fractions, such as one third, are shown as they are: padding the other values to that length would bury them
 * in zeros.
 */
export const maxDecimals = 6;

/** Returns the columns with the decimal places for their numbers: the max so far. */
export function withDecimals(
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly (string | null)[] }[],
): readonly Column[] {
  const max = columns.map(({ kind, decimals = 0 }, cell) =>
    kind === 'number' || kind === 'text'
      ? rows.reduce((found, { cells }) => Math.max(found, decimalsIn(cells[cell])), decimals)
      : decimals,
  );
  if (columns.every(({ decimals = 0 }, index) => decimals === max[index])) return columns;
  return columns.map((column, index) => (max[index] ? { ...column, decimals: max[index] } : column));
}

/** Counts the decimal places of a number in the service's notation; 0 if it isn't a number. */
export function decimalsIn(value: string | null | undefined): number {
  const length = (value && decimalNumber.exec(value)?.[1]?.length) || 0;
  return length > maxDecimals ? 0 : length;
}
