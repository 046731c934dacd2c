import type { Column } from './recordPage.ts';

const decimalNumber = /^[+-]?\d+\.(\d+)$/;
/** A longer fraction, such as a third, is shown as it is: padding the others to its length would hide them in zeros. */
export const mostDecimals = 6;

/** The columns with the decimals that all their numbers are shown with: the most that a value had so far. */
export function withDecimals(
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly (string | null)[] }[],
): readonly Column[] {
  const most = columns.map(({ kind, decimals = 0 }, cell) =>
    kind === 'number' || kind === 'text'
      ? rows.reduce((found, { cells }) => Math.max(found, decimalsIn(cells[cell])), decimals)
      : decimals,
  );
  if (columns.every(({ decimals = 0 }, index) => decimals === most[index])) return columns;
  return columns.map((column, index) => (most[index] ? { ...column, decimals: most[index] } : column));
}

/** Of a number as the service writes it; none for what is not one. */
export function decimalsIn(value: string | null | undefined): number {
  const length = (value && decimalNumber.exec(value)?.[1]?.length) || 0;
  return length > mostDecimals ? 0 : length;
}
