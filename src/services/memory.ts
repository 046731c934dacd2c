/** What is remembered from one window to the next. `vscode.Memento` has this shape. */
export interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}
