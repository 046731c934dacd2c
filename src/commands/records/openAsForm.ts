import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FormEditor } from '../../editors/form/formEditor.ts';
import { customEditors } from '../../manifest.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly recordEditor: FormEditor;
}

/** From a record's text to its form, at the field that the cursor is in. */
export const openAsForm =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const uri = addressUri(await anyRecordOf(argument, parts, t('Which record should be opened?')));
    const editor = vscode.window.activeTextEditor;
    const isItsText = editor?.document.uri.toString() === uri.toString();
    if (isItsText) parts.recordEditor.showPlace(editor.document, editor.document.offsetAt(editor.selection.active));
    await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.form, { preview: false });
  };
