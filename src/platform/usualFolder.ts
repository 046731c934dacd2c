import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Where files are looked for and proposed: the first folder that is open and on a disk, else the person's own. */
export function usualFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder?.uri ?? vscode.Uri.file(homedir());
}
