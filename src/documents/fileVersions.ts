import * as vscode from 'vscode';

/**
 * The versions that `stat` answers. They are ours, not the service's: a newer one for a document with unsaved changes
 * would make VS Code refuse its save before we are asked.
 */
export class FileVersions {
  readonly #raised = new Map<string, number>();
  /** How many are under way. */
  readonly #reads = new Map<string, number>();
  // later than all that an earlier window may have answered
  readonly #start = Date.now();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  of(uri: vscode.Uri): number {
    return this.#raised.get(uri.toString()) ?? this.#start;
  }

  /** VS Code waits for it, and shows nothing in its tab until it is there. */
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

  /** VS Code reads the document again, unless it has unsaved changes. */
  raise(uri: vscode.Uri): void {
    this.age(uri);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Whoever opens it next reads it anew; what is open stays as it is. */
  age(uri: vscode.Uri): void {
    this.#raised.set(uri.toString(), Math.max(this.of(uri) + 1, Date.now()));
  }

  /** What may be done with it has changed; its text has not. */
  touch(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
