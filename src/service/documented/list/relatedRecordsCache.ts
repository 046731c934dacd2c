import type { RecordPage } from '../../../model/list/recordPage.ts';

const maxKept = 4;

/** Caches related records, which arrive all at once: the first page requests them, later pages reuse them. */
export class RelatedRecordsCache {
  readonly #answers = new Map<string, RecordPage>();

  async get(key: string, isFirst: boolean, ask: () => Promise<RecordPage>): Promise<RecordPage> {
    const known = isFirst ? undefined : this.#answers.get(key);
    if (known) return known;
    const page = await ask();
    this.#answers.delete(key);
    this.#answers.set(key, page);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxKept && oldest !== undefined) this.#answers.delete(oldest);
    return page;
  }

  clear(): void {
    this.#answers.clear();
  }
}
