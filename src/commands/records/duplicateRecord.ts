import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { objectIn } from '../../model/draft/comparedText.ts';
import { duplicateValues } from '../../model/form/duplicateValues.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import type { NewRecords } from '../../services/newRecords.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
}

/**
 * A new record that begins with the values of another. An open one is taken as it stands, with what is not saved yet:
 * it may have been deleted meanwhile, and this is how it is added anew.
 */
export const duplicateRecord =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const { guard, recordForms, newRecords } = parts;
    const source = await anyRecordOf(argument, parts, t('Which record should be duplicated?'));
    const { connection, controller } = source;
    guard.check(connection, t('add a record'));
    const text = openDocumentOf(source)?.getText();
    const values = (text === undefined ? undefined : objectIn(text)) ?? (await recordForms.fresh(source)).values;
    const address = newRecords.next({ connection, controller });
    newRecords.hand(address, duplicateValues(values, await recordForms.fresh(address)));
    await vscode.commands.executeCommand('vscode.open', addressUri(address), { preview: false });
  };
