import * as vscode from 'vscode';

/** A file system with one folder, like that of a cloud extension. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  isFull = false;

  text(path: string): string | undefined {
    const bytes = this.#files.get(path);
    return bytes && Buffer.from(bytes).toString('utf8');
  }

  names(): string[] {
    return [...this.#files.keys()];
  }

  watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  readDirectory = (): [string, vscode.FileType][] => this.names().map((name) => [name.slice(1), vscode.FileType.File]);
  createDirectory = (): void => undefined;

  stat(uri: vscode.Uri): vscode.FileStat {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.#get(uri).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (this.isFull) throw new Error('there is no room');
    this.#files.set(uri.path, content);
  }

  delete(uri: vscode.Uri): void {
    this.#get(uri);
    this.#files.delete(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.#files.set(to.path, this.#get(from));
    this.#files.delete(from.path);
  }

  #get(uri: vscode.Uri): Uint8Array {
    const found = this.#files.get(uri.path);
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    return found;
  }
}
