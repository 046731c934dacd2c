import type { FieldOption } from '../../../model/form/fieldKind.ts';
import { words } from '../words.ts';
import type { BooleanChoices } from './booleanChoices.ts';

export function yesOrNo({ yes, no }: BooleanChoices): FieldOption[] {
  return [
    { text: words.yes, value: yes },
    { text: words.no, value: no },
  ];
}

/** With what is staged as their value, be it the text: as the list shows them, so that the cell looks like its neighbors. */
export function choicesOf(options: readonly FieldOption[], shown: Iterable<string | null | undefined>): FieldOption[] {
  const isByValue = showsValues(options, shown);
  return options.map((option) => {
    const { text, value } = option;
    // a text that is the value of another, or the text of two, would be taken for that
    const isClear =
      text !== '' && options.every((other) => other.value === value || (other.value !== text && other.text !== text));
    return isByValue || !isClear ? option : { ...option, value: text };
  });
}

/** The first cell that can tell decides. */
function showsValues(options: readonly FieldOption[], shown: Iterable<string | null | undefined>): boolean {
  for (const cell of shown) {
    const isValue = options.some(({ value }) => value === cell);
    const isText = options.some(({ text }) => text === cell);
    if (isValue !== isText) return isValue;
  }
  return false;
}

/** What someone means who has begun to type; one letter again and again goes from one to the next. */
export function begunWith(choices: readonly FieldOption[], typed: string, current?: string): FieldOption | undefined {
  const begin = typed.trim().toLocaleLowerCase();
  if (begin === '') return undefined;
  const begins = (text: string, start = begin): boolean => text.toLocaleLowerCase().startsWith(start);
  const found = choices.find(({ text }) => begins(text)) ?? choices.find(({ value }) => begins(value));
  const [letter = '', ...others] = Array.from(begin);
  if (found || others.some((other) => other !== letter)) return found;
  const alike = choices.filter(({ text }) => begins(text, letter));
  return alike[(alike.findIndex(({ value }) => value === current) + 1) % Math.max(1, alike.length)];
}
