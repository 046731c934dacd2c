import * as vscode from 'vscode';

/** `storedData.ts` defines how to erase a connection's data from each folder. */
export type StoredFolder = 'bulk' | 'demo' | 'drafts' | 'exports' | 'files' | 'history' | 'intents' | 'watched';

/** Storage folder on disk, shared by all windows. */
export function storageFolder({ globalStorageUri }: vscode.ExtensionContext, name: StoredFolder): string {
  return vscode.Uri.joinPath(globalStorageUri, name).fsPath;
}
