import { fieldInTable, whyNotInTable } from '../../model/list/columnField.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { AboutCell } from '../../protocol/table.ts';

/** More than that is found sooner by typing than by looking. */
const mostChoices = 1_000;

/** What the form of a record tells about one of its cells. */
export function aboutCell(form: RecordForm, field: string): AboutCell {
  const whyNot = whyNotInTable(form, field);
  if (whyNot !== undefined) return { whyNot };
  const { kind, options } = fieldInTable(form, field) ?? { kind: 'text', options: [] };
  if (kind === 'boolean') return { whyNot: null, choices: 'boolean' };
  const isOffered = kind === 'choice' && options.length > 0 && options.length <= mostChoices;
  return { whyNot: null, ...(isOffered && { choices: options }) };
}
