import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

export const setToken =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, t('For which connection?'));
    const token = await vscode.window.showInputBox({
      title: t('Set Token: {0}', connection.name),
      prompt: t(
        'It is sent to {0} only, and kept in the secret storage of this computer.',
        new URL(connection.baseUrl).origin,
      ),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text.trim() === '' ? t('Enter the token, or press Escape to keep the old one.') : undefined,
    });
    if (token === undefined) throw new vscode.CancellationError();
    await connections.setToken(connection, token.trim());
  };
