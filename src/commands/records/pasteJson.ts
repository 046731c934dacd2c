import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../../services/common/lazy.ts';
import { parseJson } from '../../model/exactJson.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { jsonProblem } from '../../model/draft/jsonProblem.ts';
import { type Pasted, pastedValues } from '../../model/draft/pastedValues.ts';
import { readRecordText } from '../../model/draft/recordText.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { valuePaths } from '../../model/form/value.ts';
import { askController } from '../../platform/askController.ts';
import { completePasted } from '../../services/references/completeReferences.ts';
import type { ReferenceDeps } from '../../services/references/lookUp.ts';
import { NamedRecords } from '../../services/references/namedRecords.ts';
import { withValues } from '../../model/draft/textEdit.ts';
import type { DocumentEdits } from '../../platform/documentEdits.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { RecordArgument } from '../commandArgument.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';
import { showInformation } from '../../platform/ui/notifications.ts';

interface PasteDeps extends RecordChoice, ReferenceDeps {
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly records: Lazy<{ readonly edits: DocumentEdits }>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    pasteJson: [argument?: RecordArgument];
  }
}

/** Pastes a JSON object from the clipboard into the active record as one undoable, unsaved edit. */
export async function pasteJson(argument: unknown, deps: PasteDeps): Promise<void> {
  const address = await anyRecordOf(argument, deps, t('Paste into which record?'), 'edit');
  const document = openDocumentOf(address);
  if (!document) throw new UserError(t('Could not paste: the record is not open. Open it first.'));
  deps.guard.begin(address.connection, t('paste into the record'));
  const broken = jsonProblem(document.getText());
  if (broken)
    throw new UserError(
      t("Could not paste: line {0} of the record's text is not valid JSON. Fix it first.", broken.line),
    );
  const form = await deps.recordForms.formFor(address);
  const pasted = pastedValues(form, await clipboardObject());
  const { changes, fields, left } = await withRecords(deps, address.connection, form, document.getText(), pasted);
  const notTaken = left.length === 0 ? [] : [t('Skipped: {0}.', listed(left))];
  if (changes.length === 0)
    throw new UserError(
      [t('Nothing was pasted: the clipboard contains no field that you can edit.'), ...notTaken].join(' '),
    );
  await (await deps.records.get()).edits.change(document, (text) => withValues(text, changes));
  // the form already marks and counts the pasted fields
  if (notTaken.length === 0) return;
  const summary = fields === 1 ? t('1 field was pasted.') : t('{0} fields were pasted.', fields);
  void showInformation([summary, ...notTaken].join(' '));
}

/** If a reference may point to several controllers, the user picks one before the look-up. */
async function withRecords(
  deps: ReferenceDeps,
  connection: string,
  form: RecordForm,
  text: string,
  pasted: Pasted,
): Promise<Pasted> {
  const keys = new Set(pasted.changes.map(({ at }) => at[0]));
  for (const field of form.fields)
    if (field.reference && valuePaths(field).some(([key]) => keys.has(key)))
      await askController(deps, connection, field.label, field.reference);
  return completePasted(new NamedRecords(deps), connection, form, readRecordText(text).values ?? {}, pasted);
}

const maxNamed = 6;

function listed(left: readonly string[]): string {
  const more = left.length - maxNamed;
  const named = left.slice(0, maxNamed).join(', ');
  return more > 0 ? t('{0} and {1} more', named, more) : named;
}

async function clipboardObject(): Promise<JsonObject> {
  const text = await vscode.env.clipboard.readText();
  const problem = jsonProblem(text);
  if (problem)
    throw new UserError(
      text.trim() === ''
        ? t('Could not paste: the clipboard is empty. Copy a record as JSON first.')
        : t(
            'Could not paste: the clipboard does not contain valid JSON (line {0}). {1}',
            problem.line,
            problem.sentence,
          ),
    );
  const value = parseJson(text);
  const [only, ...others] = Array.isArray(value) ? value : [value];
  if (!isObject(only) || others.length > 0)
    throw new UserError(
      t(
        'Could not paste: the clipboard must contain a single JSON object with field names. Copy a record as JSON first.',
      ),
    );
  return only;
}
