import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { recordSchemaScheme } from '../model/schema/schemaAddress.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { FileVersions } from './fileVersions.ts';
import { lazyFiles, registerLazyTexts } from './lazyDocuments.ts';
import { type RecordsFiles, RecordsFileSystem } from './recordsFileSystem.ts';

interface DocumentDeps {
  readonly connections: Connections;
  readonly versions: FileVersions;
  readonly records: Lazy<{
    readonly documents: RecordsFiles;
    readonly schemas: vscode.TextDocumentContentProvider;
    readonly compared: vscode.TextDocumentContentProvider;
    readonly files: Pick<vscode.FileSystemProvider, 'stat' | 'readFile'>;
  }>;
}

/** Registers records and list views as files, and the texts derived from them. */
export function registerDocuments({ connections, versions, records }: DocumentDeps): vscode.Disposable {
  const files = new RecordsFileSystem(async () => (await records.get()).documents, versions, connections);
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(schemes.records, files, { isCaseSensitive: true }),
    vscode.workspace.registerFileSystemProvider(
      schemes.files,
      lazyFiles(async () => (await records.get()).files),
      {
        isCaseSensitive: true,
        isReadonly: true,
      },
    ),
    registerLazyTexts(recordSchemaScheme, async () => (await records.get()).schemas),
    registerLazyTexts(schemes.compared, async () => (await records.get()).compared),
  );
}
