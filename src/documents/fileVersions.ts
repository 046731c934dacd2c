import * as vscode from 'vscode';

/**
 * Versions that `stat` returns. They are our own, not the service's: a newer version for a document with unsaved
 * changes would make VS Code reject the save before asking us.
 */
export class FileVersions {
  readonly #raised = new Map<string, number>();
  /** Number of reads in flight, by URI. */
  readonly #reads = new Map<string, number>();
  // later than any version an earlier window may have returned
  readonly #start = Date.now();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  get(uri: vscode.Uri): number {
    return this.#raised.get(uri.toString()) ?? this.#start;
  }

  /** VS Code waits for the read and shows an empty tab until it completes. */
  isBeingRead(uri: vscode.Uri): boolean {
    return this.#reads.has(uri.toString());
  }

  async whileRead<T>(uri: vscode.Uri, read: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    this.#reads.set(key, (this.#reads.get(key) ?? 0) + 1);
    try {
      return await read();
    } finally {
      const left = (this.#reads.get(key) ?? 1) - 1;
      if (left > 0) this.#reads.set(key, left);
      else this.#reads.delete(key);
    }
  }

  /** Makes VS Code reload the document, unless it has unsaved changes. */
  raise(uri: vscode.Uri): void {
    this.invalidate(uri);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Marks the file as changed for the next open; open documents stay as they are. */
  invalidate(uri: vscode.Uri): void {
    this.#raised.set(uri.toString(), Math.max(this.get(uri) + 1, Date.now()));
  }

  /** Signals that permissions changed but the text didn't. */
  touch(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
