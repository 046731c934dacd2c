import { t } from '@vscode/l10n';
import {
  type ChangeUnit,
  changeUnits,
  sameAsSent,
  sameChoice,
  sameUnit,
  tableRows,
  unitValue,
  type FieldChange,
  fieldChange,
  withUnit,
  withUnitLabel,
} from './changeUnits.ts';
import { chosenIn, optionText } from '../form/choices.ts';
import { type FormValue, scalarText, withValueAt } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { withAssignedIds } from './ownSave.ts';
import { textValues } from './recordText.ts';
import { chosenFile } from '../form/chosenFile.ts';
import type { RecordField } from '../form/formElement.ts';
import { shownDifference } from '../form/shownValue.ts';
import { fieldKinds } from '../form/fieldKind.ts';

export interface ServiceChange extends FieldChange {
  readonly sentence: string;
}

/** Returns the fields where the service stored something other than what was sent. */
export function afterSave(form: RecordForm, sent: JsonObject): ServiceChange[] {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => {
      const value = unitValue(unit, sent);
      if (value === undefined || unit.node === undefined || sameAsSent(unit, sent, theirs, isShownAsSent)) return false;
      if (unit.node.field?.kind === 'password' || chosenFile(value)) return false;
      const [text, storedText] = [scalarText(value), scalarText(unitValue(unit, theirs))];
      // form data ends every line with CRLF, regardless of the text
      return text === undefined || storedText === undefined || lines(text) !== lines(storedText);
    })
    .map((unit) => {
      const change = fieldChange(unit, sent, theirs);
      const field = unit.node?.field;
      const sentence =
        field && fieldKinds[field.kind].isSet ? choicesSentence(field, change) : valueSentence(unit, change);
      return { ...change, sentence };
    });
}

/** Returns the record as just loaded, with the edits made while it was being saved. */
export function typedSince(form: RecordForm, saved: JsonObject, current: JsonObject): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [theirs, saved, current])
    .filter((unit) => !sameUnit(unit, current, saved))
    .reduce((values, unit) => {
      const [was, now] = [unitValue(unit, saved), unitValue(unit, current)];
      const own = unit.node?.table && withAssignedIds(unit.node, was, was, now, unitValue(unit, theirs));
      // match new rows although the save assigned ids to them
      if (own !== undefined) return withValueAt(values, unit.at, own);
      // if only the name was edited, use the current id, which the save may have changed
      const named = sameChoice(unit, current, saved) ? withUnitLabel(unit, values, current) : undefined;
      return named ?? withUnit(unit, values, current);
    }, theirs);
}

/** False for secrets and files: the record never shows them as sent. */
function isShownAsSent(field: RecordField | undefined): boolean {
  return field === undefined || !fieldKinds[field.kind].isWriteOnly;
}

function valueSentence({ node }: ChangeUnit, change: FieldChange): string {
  // rows are shown as a count, whatever their notation
  const counted = (value: JsonValue): FormValue => (node && tableRows(node, value)?.map((row) => row.value)) ?? value;
  const [was, now] = shownDifference(
    change.shownBefore ?? counted(change.before),
    change.shownAfter ?? counted(change.after),
    node?.field,
  );
  return was === now
    ? t('“{0}” was sent, but the service stored a different value.', change.label)
    : t('“{0}” was sent as {1}, but the service stored {2}.', change.label, was, now);
}

/** For multiple choices, names only those that differ. */
function choicesSentence(field: RecordField, { label, before, after }: FieldChange): string {
  const [sent, stored] = [chosenIn(field, before), chosenIn(field, after)];
  const named = (values: readonly string[], others: readonly string[]): string =>
    values
      .filter((one) => !others.includes(one))
      .map((one) => `“${optionText(field, one)}”`)
      .join(', ');
  const [missing, added] = [named(sent, stored), named(stored, sent)];
  if (missing === '' && added === '') return t('“{0}” was sent, but the service stored a different value.', label);
  if (added === '') return t('“{0}”: the service did not store {1}.', label, missing);
  if (missing === '') return t('“{0}”: the service added {1}.', label, added);
  return t('“{0}”: the service did not store {1} and added {2}.', label, missing, added);
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

const saved = /\b(saved|updated|added|created|stored|gespeichert|aktualisiert|angelegt)\b/g;
const fillers =
  /\b(the|your|this|record|data|changes?|was|were|is|are|has|have|been|successfully|success|ok|done|datensatz|wurden?|erfolgreich)\b/g;

/** True if a message says only that the record is saved, as in `✓ Saved.` or `Lead Smith was saved.` */
export function saysOnlySaved(
  text: string,
  { name, singular }: { readonly name: string; readonly singular: string },
): boolean {
  const words = [name, singular]
    .filter((one) => one !== '')
    .reduce((rest, one) => rest.replace(one, ' '), text)
    .toLowerCase();
  const rest = words.replaceAll(saved, ' ');
  return rest !== words && !/[\p{L}\p{N}]/u.test(rest.replaceAll(fillers, ' '));
}
