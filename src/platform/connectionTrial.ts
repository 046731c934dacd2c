import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { ConnectionTest } from '../model/connection/connectionTest.ts';
import type { RequestLog } from '../services/connections/clients.ts';
import { testConnection } from '../services/connections/testConnection.ts';

/** Tries a connection while a notification says so, which also ends it. */
export async function tryConnection(
  connection: Connection,
  token: string | undefined,
  log: RequestLog,
): Promise<ConnectionTest> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Trying {0}', connection.baseUrl), cancellable: true },
    (_, canceled) => {
      const ending = new AbortController();
      canceled.onCancellationRequested(() => ending.abort());
      return testConnection(connection, token, log, ending.signal);
    },
  );
}
