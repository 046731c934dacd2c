import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import type { ListViewAddress, OpenAddress, RecordsAddress } from '../model/address/address.ts';
import { nothingStaged } from '../model/list/listView.ts';
import { whyNotAllowed } from '../model/writePermission.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { FileVersions } from './fileVersions.ts';
import { fileSystemError } from '../platform/ui/views.ts';

/** File operations for one kind of address. */
export interface AddressedFile<A extends RecordsAddress> {
  isReadonly(uri: vscode.Uri, address: A): boolean;
  readContent(uri: vscode.Uri, address: A): Promise<string>;
  /** Throws one sentence when something stays unsaved. */
  writeContent(uri: vscode.Uri, address: A, text: string): Promise<void>;
}

/** The two kinds of files; loaded when their content is first needed. */
export interface RecordsFiles {
  readonly records: AddressedFile<OpenAddress>;
  write(uri: vscode.Uri, address: ListViewAddress | OpenAddress, content: Uint8Array): Promise<void>;
}

/** Constant size: VS Code treats a file as modified elsewhere only if its size differs, too. */
const size = 1;

const encoder = new TextEncoder();

/**
 * Everything the services hold, as files. `stat` never sends a request. The staged cells of a list view exist only in
 * its open document (and in VS Code's hot exit), so the file behind it never changes and needs no loading.
 */
export class RecordsFileSystem implements vscode.FileSystemProvider {
  readonly #files: () => Promise<RecordsFiles>;
  readonly #versions: FileVersions;
  readonly #connections: Pick<Connections, 'get'>;
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;

  constructor(files: () => Promise<RecordsFiles>, versions: FileVersions, connections: Pick<Connections, 'get'>) {
    this.#files = files;
    this.#versions = versions;
    this.#connections = connections;
    this.onDidChangeFile = versions.onDidChangeFile;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const address = knownAddress(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: this.#versions.get(uri), size };
    const isReadonly =
      address.kind === 'listView'
        ? // a missing connection may turn out to be writable, and a write checks again
          whyNotAllowed('edit', this.#connections.get(address.connection)) !== undefined
        : (await this.#files()).records.isReadonly(uri, address);
    return isReadonly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = knownAddress(uri);
    if (address.kind === 'listView') return encoder.encode(nothingStaged);
    const { records } = await this.#files();
    try {
      return encoder.encode(await this.#versions.whileRead(uri, () => records.readContent(uri, address)));
    } catch (error) {
      throw fileSystemError('Unavailable', sentenceOf(t('Opening it'), error));
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = knownAddress(uri);
    await (await this.#files()).write(uri, address, content);
  }

  /** Files don't change on their own: every change to a record is reported explicitly. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  /** The records are found by list views, not by folders. */
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): never {
    throw fileSystemError(
      'NoPermissions',
      t("Folders can't be created: they are the controllers of the record service."),
    );
  }

  delete(): never {
    throw fileSystemError('NoPermissions', t("A record can't be deleted as a file."));
  }

  rename(): never {
    throw fileSystemError('NoPermissions', t("A record can't be renamed or moved."));
  }
}

function knownAddress(uri: vscode.Uri): ListViewAddress | OpenAddress {
  const address = addressOfUri(uri);
  if (!address) throw fileSystemError('FileNotFound', uri.toString());
  return address;
}

/** True for a connection, a module or a controller. */
function isFolder({ scheme, authority, path }: vscode.Uri): boolean {
  const isOurs = scheme === schemes.records && /^[a-z0-9][a-z0-9-]*$/.test(authority);
  return isOurs && /^(\/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,2}\/?$/.test(path) && !/\.(listview|record\.json)$/.test(path);
}
