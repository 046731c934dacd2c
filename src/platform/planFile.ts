import path from 'node:path';
import * as vscode from 'vscode';
import { decodeText, readText } from '../services/import/textFile.ts';
import type { PlanFile } from '../services/plan/planFile.ts';

/** A plan as the user sees it: unsaved text if there is any, otherwise the file on disk. */
export function planFileAt(uri: vscode.Uri): PlanFile {
  const name = path.posix.basename(uri.path);
  return { name, pieces: () => pieces(uri, name) };
}

async function* pieces(uri: vscode.Uri, name: string): AsyncGenerator<string, void, void> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open && (open.isDirty || open.isUntitled)) yield open.getText();
  else if (uri.scheme === 'file') yield* readText({ path: uri.fsPath, name, encoding: 'utf-8', note: undefined });
  else {
    const bytes = await vscode.workspace.fs.readFile(uri);
    yield* decodeText(name, 'utf-8', () => [bytes]);
  }
}

/** Fires when the plan's content may have changed. */
export function onPlanChange(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const isIt = (other: vscode.Uri): boolean => other.toString() === uri.toString();
  const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && isIt(document.uri)) changed();
  });
  if (uri.scheme !== 'file') return listening;
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), path.posix.basename(uri.path));
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, true);
  return vscode.Disposable.from(listening, watcher, watcher.onDidChange(changed), watcher.onDidDelete(changed));
}
