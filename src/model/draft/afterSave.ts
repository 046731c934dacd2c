import { t } from '@vscode/l10n';
import { changeUnits, sameAsSent, tableRows, unitValue, type FieldChange, fieldChange } from './changeUnits.ts';
import { chosenIn } from '../form/choices.ts';
import { type FormValue, scalarText } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues } from './recordText.ts';
import { chosenFile } from '../form/chosenFile.ts';
import { shownValue } from '../form/shownValue.ts';

export interface ToldChange extends FieldChange {
  /** One sentence. */
  readonly sentence: string;
}

/** What the service made of the values that were sent to it, where it has something else now. */
export function afterSave(form: RecordForm, sent: JsonObject): ToldChange[] {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => {
      const value = unitValue(unit, sent);
      if (value === undefined || unit.node === undefined || sameAsSent(unit, sent, theirs)) return false;
      // of what is sent as a secret or as bytes the record shows something else by nature
      if (unit.node.field?.kind === 'password' || chosenFile(value)) return false;
      const stored = unitValue(unit, theirs);
      if (unit.node.field?.kind === 'choices')
        return chosenIn(unit.node.field, value).join('\n') !== chosenIn(unit.node.field, stored).join('\n');
      const [text, storedText] = [scalarText(value), scalarText(stored)];
      // form-data ends every line with CR and LF, whatever the text had
      return text === undefined || storedText === undefined || lines(text) !== lines(storedText);
    })
    .map((unit) => {
      const change = fieldChange(unit, sent, theirs);
      // however rows are written, they are counted
      const counted = (value: JsonValue): FormValue =>
        (unit.node && tableRows(unit.node, value)?.map((row) => row.value)) ?? value;
      const was = shownValue(change.shownBefore ?? counted(change.before));
      const now = shownValue(change.shownAfter ?? counted(change.after));
      const sentence =
        was === now
          ? t('“{0}” was sent, and the service has made something else of it.', change.label)
          : t('“{0}” was sent as {1}, the service has {2}.', change.label, was, now);
      return { ...change, sentence };
    });
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
