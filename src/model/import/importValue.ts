import { excelLimits } from '../export/exportFormat.ts';
import { chosenIn, sameFieldValue } from '../form/choices.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { type FormValue, isEmpty, sameValue, scalarText } from '../form/fieldValue.ts';
import { unescapeFormulas } from '../export/formulaEscape.ts';
import { readChoices } from '../list/choicesInCell.ts';
import type { RecordField } from '../form/formElement.ts';

/** Returns the field value for a cell; null clears the field. */
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

/** People write the labels they see; undefined if the text already consists of values, or matches no option. */
function namedChoices(field: Pick<RecordField, 'options' | 'label'>, text: string): string | undefined {
  const values = new Set(field.options.map(({ value }) => value));
  if (values.size === 0 || text.startsWith('[') || chosenIn(field, text).every((one) => values.has(one)))
    return undefined;
  const { chosen } = readChoices(field, text);
  // a value with a comma would be split
  return chosen?.some((one) => one.includes(',')) ? undefined : chosen?.join(',');
}

/** True if the record already has the cell's value, in any notation. */
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
  // spreadsheets normalize line endings
  if (lines(text) === lines(imported)) return true;
  // text too long for Excel was truncated on export
  return imported.length >= excelLimits.characters - 1 && text.startsWith(imported);
}

function lines(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}
