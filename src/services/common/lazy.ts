import type * as vscode from 'vscode';

/** Something that few windows need: it is loaded and made when it is asked for first. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;
  /** Undefined until it is there. */
  now: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    return (this.#made ??= this.#make().then(
      (made) => (this.now = made),
      (error: unknown) => {
        this.#made = undefined; // whoever asks next tries again
        throw error;
      },
    ));
  }
}

/** Gives tabs that come back after a reload to the pages that they belong to. */
export function comingBack(pages: () => Promise<vscode.WebviewPanelSerializer>): vscode.WebviewPanelSerializer {
  return {
    deserializeWebviewPanel: async (panel, state) => (await pages()).deserializeWebviewPanel(panel, state),
  };
}
