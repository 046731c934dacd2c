import type { RecordAddress } from '../../model/address/address.ts';
import { demoId } from '../../model/connection/connection.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { CharacterBudget, type CacheEntry } from '../common/characterBudget.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { Connections } from '../connections/connections.ts';

export interface LastReadForm {
  readonly form: RecordForm;
  /** Base URL of the service that returned it. */
  readonly madeFor: string;
  /** In milliseconds. */
  readonly seenAt: number;
}

/**
 * Caches the records that this window has opened, for when their service is down. Never stored on disk, and never used
 * as the base of a write: a save reads the record first.
 */
export class LastReadForms {
  readonly #forms = new Map<string, CacheEntry & { readonly connection: string; readonly read: LastReadForm }>();
  readonly #memory: CharacterBudget;

  constructor(
    connections: Pick<Connections, 'onDidGoStale'>,
    changes: Pick<RecordChanges, 'onDidChange'>,
    memory: CharacterBudget = new CharacterBudget(),
  ) {
    this.#memory = memory;
    connections.onDidGoStale(({ id, reason }) => {
      // the demo has a new address at each start, but the same records
      if (id === demoId && reason === 'service') return;
      for (const [key, { connection }] of this.#forms) if (connection === id) this.#evict(key);
    });
    // a saved record is no longer as last seen
    changes.onDidChange(({ connection, controller, ids }) => {
      for (const id of ids) this.#evict(keyOf(connection, controller, id));
    });
  }

  store({ connection, controller, id }: RecordAddress, read: Omit<LastReadForm, 'seenAt'>): void {
    const key = keyOf(connection, controller, id);
    this.#evict(key);
    const kept = {
      connection,
      read: { ...read, seenAt: Date.now() },
      characters: JSON.stringify(read.form).length,
      onEvict: () => this.#forms.delete(key),
    };
    this.#forms.set(key, kept);
    this.#memory.use(kept);
  }

  get({ connection, controller, id }: RecordAddress): LastReadForm | undefined {
    return this.#forms.get(keyOf(connection, controller, id))?.read;
  }

  #evict(key: string): void {
    const kept = this.#forms.get(key);
    if (kept) this.#memory.release(kept);
    this.#forms.delete(key);
  }
}

function keyOf(connection: string, controller: string, id: string): string {
  return JSON.stringify([connection, controller, id]);
}
