import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';

/** Hot exit brings texts back without asking our file system for them: whoever cares for open documents hears of it. */
export function onFirstRecord(isThere: () => void): vscode.Disposable {
  const look = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === schemes.records) isThere();
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.workspace.onDidOpenTextDocument(look);
}
