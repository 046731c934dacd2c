import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressUri } from '../../platform/addressUri.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

/** A record's own text, beside its form: both show the same document. */
export const openAsText =
  (choice: RecordChoice) =>
  async (argument?: unknown): Promise<void> => {
    const uri = addressUri(await anyRecordOf(argument, choice, t('Which record should be opened?')));
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { preview: false });
  };
