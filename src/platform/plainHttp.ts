import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isExposed } from '../model/connection/connection.ts';

/** Asks before a token or record goes over the network in plain sight; throws when the answer is no. */
export async function agreeToPlainHttp(baseUrl: string): Promise<void> {
  if (!isExposed(baseUrl)) return;
  const proceed = t('Connect Without Encryption');
  const chosen = await vscode.window.showWarningMessage(
    t('{0} is not encrypted.', baseUrl),
    {
      modal: true,
      detail: t(
        'Everyone on the network in between can read the token and the records. Use an address that begins with https:// if there is one.',
      ),
    },
    proceed,
  );
  if (chosen !== proceed) throw new vscode.CancellationError();
}
