import { type FormValue, isEmpty, isRows, scalarText } from './fieldValue.ts';
import type { RecordField } from './formElement.ts';

type ChoiceField = Pick<RecordField, 'options' | 'dataType'>;

/** What is chosen in a field of many choices, whether the service keeps it as a list or as one text with commas. */
export function chosenIn(field: ChoiceField, value: FormValue): string[] {
  if (isRows(value)) return value.flatMap((one) => scalarText(one) ?? []);
  const text = scalarText(value);
  if (text === undefined || text === '') return [];
  // an option may have a comma in it
  if (field.options.some((option) => option.value === text)) return [text];
  return text.split(',').map((item) => item.trim());
}

/** What a person reads for a value. */
export function optionText({ options }: Pick<ChoiceField, 'options'>, value: string): string {
  return options.find((option) => option.value === value)?.text || value;
}

/** What stays chosen keeps its place. */
export function inPlace(chosen: readonly string[], before: readonly string[]): string[] {
  return [...new Set([...before.filter((one) => chosen.includes(one)), ...chosen])];
}

/** The choices in the shape in which the record had them before, so that nothing changes but the choice. */
export function withChosen(field: ChoiceField, chosen: readonly string[], before: FormValue): FormValue {
  const isText = isEmpty(before) ? /^set\b/i.test(field.dataType ?? '') : !isRows(before);
  return isText ? chosen.join(',') : [...chosen];
}
