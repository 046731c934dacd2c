import { randomUUID } from 'node:crypto';
import type { EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { ControllerName } from '../../model/controller.ts';
import { textValues } from '../../model/draft/recordText.ts';
import type { Effect } from '../../model/errors.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import { type RecordForm, recordTitle } from '../../model/form/recordForm.ts';
import {
  type HistoryChange,
  type HistoryEntry,
  type HistorySequel,
  historyLine,
  readHistoryLine,
} from '../../model/history/historyEntry.ts';
import { withoutSecrets } from '../../model/form/secrets.ts';
import { type IsSecret, withoutSecretNames } from '../../model/secretNames.ts';
import { changeBetween, hasValues, withSent } from '../../model/history/recordChange.ts';
import { isRunSource, type WriteSource } from '../../model/history/writeSource.ts';
import type { JsonObject } from '../../model/json.ts';
import { recordKey } from '../../model/recordKey.ts';
import { Emitter } from '../common/emitter.ts';
import type { HistoryStore } from './historyFiles.ts';

export interface HistoryDeps {
  readonly files: HistoryStore;
  /** 0 keeps nothing. */
  readonly keepDays: () => number;
  readonly isSecret: IsSecret;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** A write that took a request. */
export interface SentWrite {
  readonly connection: string;
  readonly controller: ControllerName;
  /** Undefined when the answer to an add names none. */
  readonly id: string | undefined;
  /** Its address. */
  readonly service: string;
  readonly through: WriteSource;
  readonly action: EntryAction;
  /** As it was read before; of an add, the empty one. */
  readonly form: RecordForm;
  readonly values: FormValues;
}

/** A record. */
interface Place {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly id: string;
}

/** A record, and the address of its service. */
interface ReadPlace extends Place {
  readonly service: string;
}

/** What someone else did to a record, as far as two looks at it tell. */
export interface FoundChange extends Place, Pick<HistoryEntry, 'service' | 'name'> {
  readonly since: number;
  readonly by?: string | undefined;
  readonly action: EntryAction;
  readonly change: HistoryChange;
}

/** So many are waited for at a time, and so long: a read that comes later shows what others did, too. */
const mostWaiting = 20;
const storedWithinMs = 10_000;

/** What was written, for a person to look at and to go back to. Nothing here is in the way of a save: what fails is logged. */
export class History {
  readonly #deps: HistoryDeps;
  /** Saves of a form that are read again in a moment, by their records. */
  readonly #saved = new Map<string, { readonly entry: HistoryEntry; readonly base: JsonObject }>();
  /** Edits that nobody knows the outcome of, until the record is read again. */
  readonly #unknown = new Map<string, { readonly connection: string; readonly entry: HistoryEntry }>();

  readonly #grown = new Emitter<Place>();
  /** More is known of a record; what runs do is not told here. */
  readonly onDidGrow = this.#grown.event;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  /** What runs do is in their journals. */
  noteWrite(write: SentWrite, outcome: 'done' | Effect): void {
    this.#quietly(() => {
      if (isRunSource(write.through)) return;
      const entry = this.#entryOf(write);
      const { connection, controller, id, action, service } = write;
      if (outcome === 'done') {
        this.#put(write, entry);
        if (write.through !== 'form' || id === undefined) return;
        const base = action === 'add' ? {} : textValues(write.form);
        hold(this.#saved, recordKey(service, controller, id), { entry, base });
      } else if (outcome === 'unknown' && action === 'edit' && id !== undefined)
        hold(this.#unknown, recordKey(service, controller, id), { connection, entry });
    });
  }

  /** Before a record is written again: what was sent before without an answer has arrived, or has not. */
  noteRead(place: ReadPlace, form: RecordForm): void {
    this.#quietly(() => {
      const key = recordKey(place.service, place.controller, place.id);
      const held = this.#unknown.get(key);
      this.#unknown.delete(key);
      if (held && hasValues(form, textValues(form), held.entry.after))
        this.#put({ ...place, connection: held.connection }, held.entry);
    });
  }

  /** The read after a save: what the service has made of it, and changed beside it. */
  noteStored(place: ReadPlace, form: RecordForm): void {
    this.#quietly(() => {
      const key = recordKey(place.service, place.controller, place.id);
      const saved = this.#saved.get(key);
      this.#saved.delete(key);
      if (!saved || this.#now() - saved.entry.at > storedWithinMs) return;
      const { entry, base } = saved;
      const change = changeBetween(form, base, textValues(form), this.#deps.isSecret);
      const name = recordTitle(form);
      if (name === entry.name && JSON.stringify(change) === JSON.stringify(changeOf(entry))) return;
      this.#put(place, { sequelOf: entry.key, name, ...change });
    });
  }

  noteFound({ connection, change, ...found }: FoundChange): void {
    this.#quietly(() => {
      const { by, ...rest } = found;
      const told = by === undefined ? {} : { by };
      const entry = { key: randomUUID(), at: this.#now(), through: 'elsewhere', ...rest, ...told, ...change } as const;
      this.#put({ ...rest, connection }, entry);
    });
  }

  /** What two looks at a record differ in, as it may be kept. */
  changeBetween(form: RecordForm, before: JsonObject, after: JsonObject): HistoryChange {
    return changeBetween(form, before, after, this.#deps.isSecret);
  }

  /** What is older is not shown; with nothing kept, nothing is. */
  get oldest(): number {
    return this.#now() - this.#deps.keepDays() * 86_400_000;
  }

  get isKept(): boolean {
    return this.#deps.keepDays() > 0;
  }

  get onFailure(): (error: unknown) => void {
    return this.#deps.onFailure;
  }

  get isSecret(): IsSecret {
    return this.#deps.isSecret;
  }

  withoutSecrets(values: JsonObject): JsonObject {
    return withoutSecretNames(values, this.#deps.isSecret);
  }

  /** The newest first, as far back as they are kept. */
  async *entries(connection: string): AsyncGenerator<HistoryEntry> {
    const { files } = this.#deps;
    const { oldest } = this;
    await files.flush();
    const sequels = new Map<string, HistoryChange & { readonly name: string }>();
    for await (const text of files.newestFirst(connection)) {
      const line = readHistoryLine(text);
      if (!line) continue;
      if ('sequelOf' in line) {
        const { sequelOf, ...sequel } = line;
        sequels.set(sequelOf, sequel);
      } else if (line.at >= oldest) {
        yield { ...line, ...sequels.get(line.key) };
        sequels.delete(line.key);
      }
    }
  }

  /** Takes away what is too old. */
  async prune(): Promise<void> {
    const { files, keepDays, onFailure } = this.#deps;
    await files.prune(keepDays(), this.#now()).catch(onFailure);
  }

  /** Its connection was removed. */
  async forgetRecord(
    connection: string,
    { controller, id }: { readonly controller: string; readonly id: string },
  ): Promise<void> {
    const keys = new Set<string>();
    await this.#deps.files.erase(connection, (text) => {
      const line = readHistoryLine(text);
      if (!line) return false;
      if ('sequelOf' in line) return keys.has(line.sequelOf);
      if (line.controller !== controller || line.id !== id) return false;
      keys.add(line.key);
      return true;
    });
  }

  async forget(connection: string): Promise<void> {
    await this.#deps.files.forget(connection).catch(this.#deps.onFailure);
  }

  dispose(): void {
    this.#deps.files.dispose();
  }

  #entryOf({ controller, id, service, through, action, form, values }: SentWrite): HistoryEntry {
    const { isSecret } = this.#deps;
    const own = textValues(form);
    const about = { controller, service, through, action, name: recordTitle(form), ...(id !== undefined && { id }) };
    const change =
      action === 'delete'
        ? { fields: [], before: withoutSecrets(form, own, isSecret), after: {} }
        : changeBetween(
            form,
            action === 'add' ? {} : own,
            withSent(form, action === 'add' ? {} : own, values),
            isSecret,
          );
    return { key: randomUUID(), at: this.#now(), ...about, ...change };
  }

  #put({ connection, controller, id }: Pick<SentWrite, keyof Place>, line: HistoryEntry | HistorySequel): void {
    if (!this.isKept) return;
    this.#deps.files.append(connection, historyLine(line));
    if (id !== undefined) this.#grown.fire({ connection, controller, id });
  }

  #now(): number {
    return (this.#deps.now ?? Date.now)();
  }

  #quietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#deps.onFailure(error);
    }
  }
}

function changeOf({ fields, before, after }: HistoryEntry): HistoryChange {
  return { fields, before, after };
}

/** The oldest goes: nobody has asked for it. */
function hold<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > mostWaiting && first !== undefined) map.delete(first);
}
