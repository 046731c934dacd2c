import * as vscode from 'vscode';
import type { Connections } from '../services/connections.ts';
import type { Demo } from '../services/demo.ts';
import { connectionOf } from './commandArgument.ts';

export const removeConnection =
  (connections: Connections, demo: Demo) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, 'Which connection should be removed?');
    if (connection.id === 'demo' && demo.isRunning) return demo.stop();
    const remove = 'Remove';
    const chosen = await vscode.window.showWarningMessage(
      `Remove the connection "${connection.name}"?`,
      { modal: true, detail: 'Its token is forgotten. The records stay where they are, in the service.' },
      remove,
    );
    if (chosen === remove) await connections.remove(connection);
  };
