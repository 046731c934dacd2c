import * as vscode from 'vscode';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { jsonProblem } from '../model/jsonPlaces.ts';
import { pastedValues } from '../model/pastedValues.ts';
import { withValues } from '../model/textEdit.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errors.ts';
import { openDocumentOf } from '../platform/openRecords.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { WriteGuard } from '../services/writeGuard.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly edits: DocumentEdits;
}

/** An object in the clipboard goes into the record in front, as one edit that can be undone and is not saved. */
export const pasteJson =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const address = await anyRecordOf(argument, parts, 'Into which record?');
    const document = openDocumentOf(address);
    if (!document) throw new UserError('Could not paste: the record is not open. Open it first.');
    parts.guard.check(address.connection, 'paste into the record');
    const broken = jsonProblem(document.getText());
    if (broken) throw new UserError(`Could not paste: line ${broken.line} of the record's text is no JSON.`);
    const { changes, fields, left } = pastedValues(await parts.recordForms.of(address), await clipboardObject());
    const notTaken = left.length === 0 ? '' : ` Not taken: ${listed(left)}.`;
    if (changes.length === 0)
      throw new UserError(`Nothing was pasted: no field that you may edit is in it.${notTaken}`);
    await parts.edits.change(document, (text) => withValues(text, changes));
    void vscode.window.showInformationMessage(
      `${fields === 1 ? '1 field was' : `${fields} fields were`} pasted; nothing is saved yet.${notTaken}`,
    );
  };

const mostNamed = 6;

function listed(left: readonly string[]): string {
  const more = left.length - mostNamed;
  return left.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function clipboardObject(): Promise<JsonObject> {
  const text = await vscode.env.clipboard.readText();
  const problem = jsonProblem(text);
  if (problem)
    throw new UserError(
      text.trim() === ''
        ? 'Could not paste: the clipboard is empty. Copy a record as JSON first.'
        : `Could not paste: what is in the clipboard is no JSON, see its line ${problem.line}. ${problem.sentence}`,
    );
  const value = JSON.parse(text) as JsonValue;
  const [only, ...others] = Array.isArray(value) ? value : [value];
  if (!isObject(only) || others.length > 0)
    throw new UserError('Could not paste: the clipboard must hold one object with the names of fields.');
  return only;
}
