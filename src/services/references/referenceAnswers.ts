import type { NamedRecord, NamedRecords, ReferenceField } from './namedRecords.ts';

/** Who is asked about names and ids. */
export type ReferenceChecks = Pick<NamedRecords, 'find' | 'nameOf' | 'checkPair'>;

/**
 * What is known about the references of one save. A question that has no answer yet is noted, and the noted ones are asked
 * together: a record can be read after all of them, and its values then need no request.
 */
export class ReferenceAnswers {
  readonly #records: ReferenceChecks;
  readonly #connection: string;
  readonly #known = new Map<string, NamedRecord | string | null>();
  readonly #open = new Map<string, () => Promise<NamedRecord | string | null>>();

  constructor(records: ReferenceChecks, connection: string) {
    this.#records = records;
    this.#connection = connection;
  }

  /** Undefined until it was asked, as with the others. */
  find(field: ReferenceField, text: string): NamedRecord | undefined {
    const ask = (): Promise<NamedRecord> => this.#records.find(this.#connection, field, text);
    return this.#get(['find', field, text], ask) as NamedRecord | undefined;
  }

  checkPair(field: ReferenceField, pair: { readonly id: string; readonly text: string }): NamedRecord | undefined {
    const ask = (): Promise<NamedRecord> => this.#records.checkPair(this.#connection, field, pair);
    return this.#get(['pair', field, pair.id, pair.text], ask) as NamedRecord | undefined;
  }

  nameOf(field: ReferenceField, id: string): string | null | undefined {
    const ask = (): Promise<string | null> => this.#records.nameOf(this.#connection, field, id);
    return this.#get(['name', field, id], ask) as string | null | undefined;
  }

  /** Asks what is noted; false when that is nothing. */
  async ask(): Promise<boolean> {
    const open = [...this.#open];
    this.#open.clear();
    for (const [key, ask] of open) this.#known.set(key, await ask());
    return open.length > 0;
  }

  /** The result of some work once all that it asks is answered. */
  async complete<T>(work: () => T): Promise<T> {
    for (;;) {
      const result = work();
      if (!(await this.ask())) return result;
    }
  }

  #get(
    question: readonly unknown[],
    ask: () => Promise<NamedRecord | string | null>,
  ): NamedRecord | string | null | undefined {
    const key = JSON.stringify(question);
    const known = this.#known.get(key);
    if (known === undefined) this.#open.set(key, ask);
    return known;
  }
}
