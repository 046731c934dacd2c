import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { type ConnectionTest, testSentence } from '../../model/connection/connectionTest.ts';
import { tryConnection } from '../../platform/connectionTrial.ts';
import type { RequestLog } from '../../services/connections/clients.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { callerOf, connectionOf } from '../commandArgument.ts';

/** Says what became of it, with the way out beside a failure; code gets the outcome. */
export const testConnection =
  (connections: Connections, log: RequestLog) =>
  async (argument?: unknown): Promise<ConnectionTest> => {
    const connection = await connectionOf(argument, connections, t('Which connection should be tested?'));
    const test = await tryConnection(connection, await connections.token(connection), log);
    if (!callerOf(argument).isCode) void tell(connection.id, testSentence(connection, test), test);
    return test;
  };

async function tell(connection: string, sentence: string, test: ConnectionTest): Promise<void> {
  if (test.kind === 'works') return void vscode.window.showInformationMessage(sentence);
  const [setToken, edit] = [t('Set Token'), t('Edit Connection')] as const;
  const isToken = test.kind === 'noListViews' || test.fault === 'token';
  const chosen = await vscode.window.showWarningMessage(sentence, ...(isToken ? [setToken, edit] : [edit]));
  if (chosen === setToken) await vscode.commands.executeCommand(commands.setToken, { connection });
  if (chosen === edit) await vscode.commands.executeCommand(commands.editConnection, { connection });
}
