import type { FieldOption } from '../../../../model/form/fieldKind.ts';
import { type BooleanSpelling, booleanSpelling, optionsForCell } from '../../../../model/list/shownChoices.ts';
import type { CellInfo } from '../../../../model/list/cellInfo.ts';
import type { PastedValue } from '../../../../model/list/pastedValue.ts';
import { tableWords } from '../tableWords.ts';

export function booleanOptions({ yes, no }: BooleanSpelling): FieldOption[] {
  return [
    { text: tableWords.yes, value: yes },
    { text: tableWords.no, value: no },
  ];
}

/** The choices in addition to the values `near` a cell, filtered by what was typed. */
export function choicesFor(
  near: Iterable<string | null | undefined>,
  typed: string | undefined,
  offered: NonNullable<CellInfo['choices']>,
): { readonly choices: readonly FieldOption[]; readonly chosen: string | undefined } {
  if (offered === 'boolean') {
    const written = booleanSpelling(near);
    const choices = booleanOptions(written);
    if (typed === undefined) return { choices, chosen: undefined };
    return { choices, chosen: matchTypedBoolean(typed, written) ?? matchTyped(choices, typed)?.value };
  }
  const choices = optionsForCell(offered, near);
  return { choices, chosen: typed === undefined ? undefined : matchTyped(choices, typed)?.value };
}

/** For cells that accept any text. */
export function asTyped(text: string): PastedValue {
  const to = text === '' ? null : text;
  return { to, value: to };
}

/** The choice that the typed text selects; repeating one letter cycles through the choices. */
export function matchTyped(choices: readonly FieldOption[], typed: string, current?: string): FieldOption | undefined {
  const begin = typed.trim().toLocaleLowerCase();
  if (begin === '') return undefined;
  const begins = (text: string, start = begin): boolean => text.toLocaleLowerCase().startsWith(start);
  const found = choices.find(({ text }) => begins(text)) ?? choices.find(({ value }) => begins(value));
  const [letter = '', ...others] = Array.from(begin);
  if (found || others.some((other) => other !== letter)) return found;
  const alike = choices.filter(({ text }) => begins(text, letter));
  return alike[(alike.findIndex(({ value }) => value === current) + 1) % Math.max(1, alike.length)];
}

/** The value that a typed letter selects in a Boolean cell. */
export function matchTypedBoolean(typed: string, { yes, no }: BooleanSpelling): string | undefined {
  const letter = typed.toLowerCase();
  if (['1', 'y', 't'].includes(letter)) return yes;
  return ['0', 'n', 'f'].includes(letter) ? no : undefined;
}
