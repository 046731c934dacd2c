import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import type { BulkRuns } from '../services/bulk/bulkRuns.ts';
import type { Connections } from '../services/connections.ts';
import { addressOfUri } from './addressUri.ts';

interface Parts {
  readonly connections: Connections;
  readonly runs: Pick<BulkRuns, 'onDidStart'>;
}

/** Lets the steps of the walkthrough be done when they are done, not when a button was pressed. */
export function tellWalkthrough({ connections, runs }: Parts): vscode.Disposable {
  const tell = (key: string, isSo: boolean): void => void vscode.commands.executeCommand('setContext', key, isSo);
  const tellOwn = (): void => {
    tell(
      contextKeys.ownConnection,
      connections.all().some(({ id }) => connections.isKept(id)),
    );
  };
  tellOwn();
  return vscode.Disposable.from(
    connections.onDidChange(tellOwn),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const address = addressOfUri(uri);
      if (address && address.kind !== 'listView') tell(contextKeys.savedRecord, true);
    }),
    runs.onDidStart(({ runner }) => {
      if (runner.ledger.plan.undoOf !== undefined) tell(contextKeys.undoneRun, true);
    }),
  );
}
