/** What is remembered from one window to the next. `vscode.Memento` has this shape. */
export interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
