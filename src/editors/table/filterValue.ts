import type { RecordField } from '../../model/form/formElement.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { foldedName } from '../../model/form/referenceValue.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import type { FilterKind } from '../../protocol/tableProtocol.ts';
import { UserFacingError } from '../../model/errors.ts';
import type { NamedRecords } from '../../services/references/namedRecords.ts';

/** What a filter asks the service for, and how a person reads it. */
export interface FilterValue {
  readonly value: string;
  readonly shown: string;
}

/**
 * A person filters by what the table shows; the service compares with what it holds: a code for a choice, an id for a
 * reference. With `isOwn` the text stands in a cell of the record whose form this is; otherwise any form will do.
 */
export async function filterValue(
  form: RecordForm,
  name: string,
  { text, isOwn }: { readonly text: string; readonly isOwn: boolean },
  find: (field: RecordField, text: string) => ReturnType<NamedRecords['find']>,
): Promise<FilterValue> {
  const asTyped = { value: text, shown: text };
  const field = fieldInTable(form, name);
  if (!field || (field.kind !== 'reference' && field.options.length === 0)) return asTyped;
  const held = isOwn ? scalarText(valueAt(form.values, field.at)) : undefined;
  if (held) return { value: held, shown: labelIn(field, held) ?? text };
  if (field.kind !== 'reference') {
    const { options } = field;
    const option =
      options.find(({ value }) => value === text) ?? options.find((one) => foldedName(one.text) === foldedName(text));
    return option ? { value: option.value, shown: option.text } : asTyped;
  }
  const found = await find(field, text);
  if (found.kind === 'several') throw new UserFacingError(found.why);
  return found.kind === 'one' ? { value: found.value.id, shown: found.value.text ?? text } : asTyped;
}

function labelIn({ options }: RecordField, held: string): string | undefined {
  return options.find(({ value }) => value === held)?.text;
}

/** What the column is filtered with. What a cell shows counts for more than the form where a text stands in place of the value. */
export function filterKind(column: Column, field: RecordField | undefined, isText = false): FilterKind {
  if (field?.kind === 'reference') return 'reference';
  if (field?.kind === 'boolean') return 'boolean';
  if (field && field.options.length > 0) return 'choice';
  if (column.kind !== 'text' || !field || isText) return column.kind;
  const { kind } = field;
  return kind === 'date' || kind === 'dateTime' || kind === 'time' ? kind : 'text';
}

/** More are found sooner by typing than by looking. */
const mostChoices = 100;

/** Those that begin with the text come first. */
export function choicesFor({ options }: RecordField, typed: string): ReferenceMatches {
  const text = foldedName(typed);
  const places = options.map((option) => ({ option, at: foldedName(option.text).indexOf(text) }));
  const found = places.filter(({ option, at }) => at >= 0 || foldedName(option.value) === text);
  const ordered = text === '' ? found : found.toSorted((one, other) => Math.sign(one.at) - Math.sign(other.at));
  const records = ordered.slice(0, mostChoices).map(({ option: { value, text: label, group } }) => ({
    id: value,
    text: label === '' ? value : label,
    ...(group !== undefined && { detail: group }),
  }));
  return { records, isCut: found.length > records.length };
}
