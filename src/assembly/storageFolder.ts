import * as vscode from 'vscode';

/** `storedData.ts` says how each of them forgets a connection. */
export type StoredFolder = 'bulk' | 'demo' | 'drafts' | 'exports' | 'files' | 'history' | 'intents' | 'watched';

/** Where things are kept on the disk, for all windows. */
export function storageFolder({ globalStorageUri }: vscode.ExtensionContext, name: StoredFolder): string {
  return vscode.Uri.joinPath(globalStorageUri, name).fsPath;
}
