import * as vscode from 'vscode';
import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

export const setToken =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, 'For which connection?');
    const token = await vscode.window.showInputBox({
      title: `Set Token: ${connection.name}`,
      prompt: `It is sent to ${new URL(connection.baseUrl).origin} only, and kept in the secret storage of this computer.`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text.trim() === '' ? 'Enter the token, or press Escape to keep the old one.' : undefined,
    });
    if (token === undefined) throw new vscode.CancellationError();
    await connections.setToken(connection, token.trim());
  };
