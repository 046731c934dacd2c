import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import type { ListViewAddress, OpenAddress } from '../model/address/address.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import type { AddressedFile } from './addressedFile.ts';
import type { FileVersions } from './fileVersions.ts';
import { fileSystemError, shownError } from '../platform/ui/views.ts';

/** The two kinds of files, once something has to know what they hold. */
export interface RecordsFiles {
  readonly listViews: AddressedFile<ListViewAddress>;
  readonly records: AddressedFile<OpenAddress>;
}

type Known =
  | { readonly file: AddressedFile<ListViewAddress>; readonly address: ListViewAddress }
  | { readonly file: AddressedFile<OpenAddress>; readonly address: OpenAddress };

/** Every answer has the same size: VS Code takes a file for changed elsewhere only when its size differs as well. */
const size = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Everything that the services hold, as files. `stat` never asks a service. */
export class RecordsFileSystem implements vscode.FileSystemProvider {
  readonly #files: () => Promise<RecordsFiles>;
  readonly #versions: FileVersions;
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;

  constructor(files: () => Promise<RecordsFiles>, versions: FileVersions) {
    this.#files = files;
    this.#versions = versions;
    this.onDidChangeFile = versions.onDidChangeFile;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { file, address } = await this.#known(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: this.#versions.of(uri), size };
    return file.isReadonly(uri, address as never) ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { file, address } = await this.#known(uri);
    try {
      return encoder.encode(await this.#versions.whileRead(uri, () => file.readContent(uri, address as never)));
    } catch (error) {
      throw fileSystemError('Unavailable', sentenceOf(t('Opening it'), error));
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { file, address } = await this.#known(uri);
    try {
      await file.writeContent(uri, address as never, decoder.decode(content));
    } catch (error) {
      throw shownError(sentenceOf(t('Saving it'), error), error);
    }
  }

  /** Nothing changes by itself: whoever changes a record tells it. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  /** The records are found by list views, not by folders. */
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): never {
    throw fileSystemError('NoPermissions', t('The folders of a record service are its controllers.'));
  }

  delete(): never {
    throw fileSystemError('NoPermissions', t('A record is not deleted as a file.'));
  }

  rename(): never {
    throw fileSystemError('NoPermissions', t('A record keeps its address.'));
  }

  async #known(uri: vscode.Uri): Promise<Known> {
    const address = addressOfUri(uri);
    if (!address) throw fileSystemError('FileNotFound', uri.toString());
    const { listViews, records } = await this.#files();
    return address.kind === 'listView' ? { file: listViews, address } : { file: records, address };
  }
}

/** A connection, a module or a controller. */
function isFolder({ scheme, authority, path }: vscode.Uri): boolean {
  const isOurs = scheme === schemes.records && /^[a-z0-9][a-z0-9-]*$/.test(authority);
  return isOurs && /^(\/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,2}\/?$/.test(path) && !/\.(listview|record\.json)$/.test(path);
}
