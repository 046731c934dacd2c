import type { FieldOption } from '../form/fieldKind.ts';

/**
 * Returns options whose value is what gets staged. If the list shows labels, that is the label, so that the cell looks
 * like its neighbors.
 */
export function optionsForCell(
  options: readonly FieldOption[],
  shown: Iterable<string | null | undefined>,
): FieldOption[] {
  const isByValue = showsValues(options, shown);
  return options.map((option) => {
    const { text, value } = option;
    // a label that equals another option's value or label would be ambiguous
    const isClear =
      text !== '' && options.every((other) => other.value === value || (other.value !== text && other.text !== text));
    return isByValue || !isClear ? option : { ...option, value: text };
  });
}

/** The first conclusive cell decides. */
function showsValues(options: readonly FieldOption[], shown: Iterable<string | null | undefined>): boolean {
  for (const cell of shown) {
    const isValue = options.some(({ value }) => value === cell);
    const isText = options.some(({ text }) => text === cell);
    if (isValue !== isText) return isValue;
  }
  return false;
}

/** Common notations of yes and no. */
const pairs = [
  ['1', '0'],
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
] as const;

export interface BooleanSpelling {
  readonly yes: string;
  readonly no: string;
}

/** Returns the service's notation of yes and no in this column; the first conclusive value decides, default 1 and 0. */
export function booleanSpelling(values: Iterable<string | null | undefined>): BooleanSpelling {
  for (const value of values) {
    const found = pairs.find((pair) => pair.some((word) => word === value?.toLowerCase()));
    if (!found || !value) continue;
    const [yes, no] = found;
    const cased = (word: string): string =>
      value === value.toLowerCase() ? word : value === value.toUpperCase() ? word.toUpperCase() : capital(word);
    return { yes: cased(yes), no: cased(no) };
  }
  return { yes: '1', no: '0' };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
