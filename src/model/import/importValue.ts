import { excelLimits } from '../export/exportFormat.ts';
import { type FormValue, isEmpty, sameValue, scalarText } from '../form/fieldValue.ts';
import { undefuse } from '../export/formulaCell.ts';
import type { RecordField } from '../form/formElement.ts';

/** What a cell says about a field; null empties it. */
export function importedValue(field: RecordField, cell: string | null, mayBeDefused: boolean): string | null {
  if (cell === null || cell === '') return null;
  const text = mayBeDefused ? undefuse(cell) : cell;
  if (field.kind === 'boolean') return parseBoolean(text) ?? text;
  if (field.kind !== 'choice' || field.options.some(({ value }) => value === text)) return text;
  // people write what they read
  const named = field.options.filter((option) => option.text.toLowerCase() === text.trim().toLowerCase());
  return named.length === 1 ? (named[0]?.value ?? text) : text;
}

/** Whether the record has what the cell says, in whatever way it was written. */
export function hasAlready(
  { kind }: RecordField,
  value: FormValue,
  imported: string | null,
  cell: string | null,
): boolean {
  if (imported === null) return isEmpty(value);
  if (sameValue(value, imported, kind) || sameValue(value, cell)) return true;
  const text = scalarText(value);
  if (text === undefined) return !isEmpty(value) && JSON.stringify(value) === cell;
  // spreadsheets know one kind of line end
  if (lines(text) === lines(imported)) return true;
  // what Excel could not hold was cut when it was written
  return imported.length >= excelLimits.characters - 1 && text.startsWith(imported);
}

function parseBoolean(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  if (['1', 'true', 'yes', 'y', 'on'].includes(word)) return '1';
  return ['0', 'false', 'no', 'n', 'off'].includes(word) ? '0' : undefined;
}

function lines(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}
