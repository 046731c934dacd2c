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

/** What there is to choose from beside the values `near` a cell, and what was typed of it. */
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

/** Where any text can be meant. */
export function asTyped(text: string): PastedValue {
  const to = text === '' ? null : text;
  return { to, value: to };
}

/** What someone means who has begun to type; one letter again and again goes from one to the next. */
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

/** What someone means who begins to type in such a cell. */
export function matchTypedBoolean(typed: string, { yes, no }: BooleanSpelling): string | undefined {
  const letter = typed.toLowerCase();
  if (['1', 'y', 't'].includes(letter)) return yes;
  return ['0', 'n', 'f'].includes(letter) ? no : undefined;
}
