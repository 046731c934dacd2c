import type * as vscode from 'vscode';

const key = 'tree.expanded';

/** Which lines of the tree a person has opened and closed: VS Code itself forgets that with the window. */
export class TreeMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Undefined for a line that was never touched. */
  isExpanded(id: string): boolean | undefined {
    return this.#all()[id];
  }

  remember(id: string, isExpanded: boolean): void {
    void this.#state.update(key, { ...this.#all(), [id]: isExpanded });
  }

  #all(): Readonly<Record<string, boolean>> {
    return this.#state.get(key) ?? {};
  }
}
