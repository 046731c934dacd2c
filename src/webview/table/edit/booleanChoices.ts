/** How services write yes and no. */
const pairs = [
  ['1', '0'],
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
] as const;

export interface BooleanChoices {
  readonly yes: string;
  readonly no: string;
}

/** As the service writes them in this column; the first value that tells decides, and without one it is 1 and 0. */
export function booleanChoices(values: Iterable<string | null | undefined>): BooleanChoices {
  for (const value of values) {
    const pair = pairs.find((words) => words.some((word) => word === value?.toLowerCase()));
    if (!pair || !value) continue;
    const [yes, no] = pair;
    const cased = (word: string): string =>
      value === value.toLowerCase() ? word : value === value.toUpperCase() ? word.toUpperCase() : capital(word);
    return { yes: cased(yes), no: cased(no) };
  }
  return { yes: '1', no: '0' };
}

/** What someone means who begins to type in such a cell. */
export function meantBy(typed: string, { yes, no }: BooleanChoices): string | undefined {
  const letter = typed.toLowerCase();
  if (['1', 'y', 't'].includes(letter)) return yes;
  return ['0', 'n', 'f'].includes(letter) ? no : undefined;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
