import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressUri } from '../../platform/addressUri.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import { isTrue } from '../commandArgument.ts';
import { type RecordChoice, recordOf } from './recordArgument.ts';

/** The record as the service has it now. Unsaved changes are lost, so a person is asked first. */
export const reloadRecord =
  (choice: RecordChoice) =>
  async (argument?: unknown): Promise<void> => {
    const address = await recordOf(argument, choice, t('Which record should be read again?'));
    const isDirty = openDocumentOf(address)?.isDirty === true;
    if (isDirty && !isTrue(argument, 'confirmed') && !(await agree())) return;
    await vscode.commands.executeCommand('vscode.open', addressUri(address));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  };

async function agree(): Promise<boolean> {
  const discard = t('Discard Changes');
  const detail = t('The record is read again from the service. What you changed and did not save is lost.');
  return (
    (await vscode.window.showWarningMessage(t('Discard your changes?'), { modal: true, detail }, discard)) === discard
  );
}
