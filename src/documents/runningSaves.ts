/** One save of a document at a time. Saving the same text again joins the save that is running. */
export class RunningSaves<Result> {
  readonly #running = new Map<string, { readonly text: string; readonly saving: Promise<Result> }>();

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** `mayJoin` is false for a save that does more than store the text. */
  async run(key: string, text: string, save: () => Promise<Result>, mayJoin = true): Promise<Result> {
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) {
      if (other.text === text && mayJoin) return other.saving;
      await other.saving.catch(() => undefined);
    }
    const saving = save().finally(() => this.#running.delete(key));
    this.#running.set(key, { text, saving });
    return saving;
  }
}
