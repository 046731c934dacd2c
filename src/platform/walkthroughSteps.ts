import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import type { Connections } from '../services/connections.ts';
import { addressOfUri } from './addressUri.ts';

/** Lets the steps of the walkthrough be done when they are done, not when a button was pressed. */
export function tellWalkthrough(connections: Connections): vscode.Disposable {
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
  );
}

export function tellUndone(): void {
  tell(contextKeys.undoneRun, true);
}

function tell(key: string, isSo: boolean): void {
  void vscode.commands.executeCommand('setContext', key, isSo);
}
