import { excelLimits } from '../export/exportFormat.ts';
import { chosenIn, sameFieldValue } from '../form/choices.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { type FormValue, isEmpty, sameValue, scalarText } from '../form/fieldValue.ts';
import { unescapeFormulas } from '../export/formulaEscape.ts';
import { readChoices } from '../list/choicesInCell.ts';
import type { RecordField } from '../form/formElement.ts';

/** What a cell says about a field; null empties it. */
export function importedValue(
  field: Pick<RecordField, 'kind' | 'options' | 'label'>,
  cell: string | null,
  mayBeDefused: boolean,
): string | null {
  if (cell === null || cell === '') return null;
  const text = mayBeDefused ? unescapeFormulas(cell) : cell;
  if (fieldKinds[field.kind].isSet) return namedChoices(field, text) ?? text;
  return fieldKinds[field.kind].importedText?.(text, field.options) ?? text;
}

/** People write what they read; undefined where that is values, or nothing that is offered. */
function namedChoices(field: Pick<RecordField, 'options' | 'label'>, text: string): string | undefined {
  const values = new Set(field.options.map(({ value }) => value));
  if (values.size === 0 || text.startsWith('[') || chosenIn(field, text).every((one) => values.has(one)))
    return undefined;
  const { chosen } = readChoices(field, text);
  // what has a comma in it would be taken for two
  return chosen?.some((one) => one.includes(',')) ? undefined : chosen?.join(',');
}

/** Whether the record has what the cell says, in whatever way it was written. */
export function hasAlready(
  field: Pick<RecordField, 'kind' | 'options'>,
  value: FormValue,
  imported: string | null,
  cell: string | null,
): boolean {
  if (imported === null) return isEmpty(value, field.kind);
  if (sameFieldValue(field, value, imported) || sameValue(value, cell)) return true;
  const text = scalarText(value);
  if (text === undefined) return !isEmpty(value) && JSON.stringify(value) === cell;
  // spreadsheets know one kind of line end
  if (lines(text) === lines(imported)) return true;
  // what Excel could not hold was cut when it was written
  return imported.length >= excelLimits.characters - 1 && text.startsWith(imported);
}

function lines(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}
