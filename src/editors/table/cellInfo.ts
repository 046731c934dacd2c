import { chosenIn } from '../../model/form/choices.ts';
import { valueAt } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { offeredChoices } from '../../model/list/choicesInCell.ts';
import { fieldInTable, whyNotInTable } from '../../model/list/columnField.ts';
import type { CellInfo } from '../../model/list/cellInfo.ts';

/** More than that is found sooner by typing than by looking. */
const mostChoices = 1_000;

/** What the form of a record tells about one of its cells. */
export function cellInfo(form: RecordForm, field: string, onlyText: string | undefined): CellInfo {
  const whyNot = whyNotInTable(form, field) ?? onlyText;
  if (whyNot !== undefined) return { whyNot };
  const held = valueAt(form.values, [field]);
  const found = fieldInTable(form, field);
  const { kind, options, label, reference } = found
    ? offeredChoices(found, held)
    : { kind: 'text', options: [], label: field };
  if (kind === 'reference') {
    const model = reference?.model;
    return { whyNot: null, reference: { label, ...(model !== undefined && { model }) } };
  }
  if (kind === 'boolean') return { whyNot: null, choices: 'boolean' };
  if (kind === 'number' || kind === 'date' || kind === 'dateTime' || kind === 'time') return { whyNot: null, kind };
  const isOffered = options.length > 0 && options.length <= mostChoices;
  if (isOffered && found && kind === 'choices')
    return { whyNot: null, choices: options, chosen: chosenIn(found, held) };
  return { whyNot: null, ...(isOffered && kind === 'choice' && { choices: options }) };
}
