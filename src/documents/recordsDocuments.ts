import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { controllerText } from '../model/controller.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import type { Clients } from '../services/clients.ts';
import type { RecordChanges } from '../services/recordChanges.ts';
import { FileVersions } from './fileVersions.ts';
import { ListViewFile, type ListViewParts } from './listViewFile.ts';
import { RecordFile } from './recordFile.ts';
import { RecordsFileSystem } from './recordsFileSystem.ts';

export interface DocumentParts extends Omit<ListViewParts, 'versions'> {
  readonly clients: Clients;
  readonly changes: RecordChanges;
}

/** The `records:` file system, and what its open documents have to hear of. */
export function registerDocuments(parts: DocumentParts): vscode.Disposable {
  const versions = new FileVersions();
  const listViews = new ListViewFile({ ...parts, versions });
  const files = new RecordsFileSystem(listViews, new RecordFile(parts.connections, parts.clients), versions);
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(schemes.records, files, { isCaseSensitive: true }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.scheme === schemes.records) void listViews.saved(document);
    }),
    // a connection may have become read-only, or may be so no longer
    parts.connections.onDidChange(() => {
      for (const { uri } of openDocuments()) if (addressOfUri(uri)?.kind === 'listView') versions.touch(uri);
    }),
    parts.changes.onDidChange(({ connection, controller, ids }) => {
      for (const { uri } of openDocuments()) {
        const address = addressOfUri(uri);
        if (address?.kind !== 'record' || address.connection !== connection) continue;
        if (controllerText(address.controller) === controller && ids.includes(address.id)) versions.raise(uri);
      }
    }),
  );
}

function openDocuments(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === schemes.records);
}
