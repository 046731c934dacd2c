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
  type HistoryFollowUp,
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
  /** 0 disables the history. */
  readonly keepDays: () => number;
  readonly isSecret: IsSecret;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** A write that sent a request. */
export interface SentWrite {
  readonly connection: string;
  readonly controller: ControllerName;
  /** Undefined if the response to an add doesn't contain it. */
  readonly id: string | undefined;
  /** Base URL. */
  readonly service: string;
  readonly through: WriteSource;
  readonly action: EntryAction;
  /** The form before the write; for an add, the empty form. */
  readonly form: RecordForm;
  readonly values: FormValues;
}

/** Reference to a record. */
interface RecordRef {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly id: string;
}

/** Reference to a record, with the base URL of its service. */
interface ReadRecordRef extends RecordRef {
  readonly service: string;
}

/** Someone else's change to a record, as the difference between two reads. */
export interface FoundChange extends RecordRef, Pick<HistoryEntry, 'service' | 'name'> {
  readonly since: number;
  readonly by?: string | undefined;
  readonly action: EntryAction;
  readonly change: HistoryChange;
}

/** Limits for the read after a save: a later read would also include changes by others. */
const maxWaiting = 20;
const storedWithinMs = 10_000;

/** Records writes, for the user to review and restore. Never blocks a save: failures are only logged. */
export class History {
  readonly #deps: HistoryDeps;
  /** Form saves that are about to be read back, by record. */
  readonly #saved = new Map<string, { readonly entry: HistoryEntry; readonly base: JsonObject }>();
  /** Edits with an unknown outcome, until the record is read again. */
  readonly #unknown = new Map<string, { readonly connection: string; readonly entry: HistoryEntry }>();

  readonly #grown = new Emitter<RecordRef>();
  /** Fires when a record has new history, except for runs. */
  readonly onDidAddEntry = this.#grown.event;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  /** Ignores runs, which have their own journals. */
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

  /** Call before a record is written again: determines whether an earlier write without a response arrived. */
  noteRead(ref: ReadRecordRef, form: RecordForm): void {
    this.#quietly(() => {
      const key = recordKey(ref.service, ref.controller, ref.id);
      const held = this.#unknown.get(key);
      this.#unknown.delete(key);
      if (held && hasValues(form, textValues(form), held.entry.after))
        this.#put({ ...ref, connection: held.connection }, held.entry);
    });
  }

  /** Call after the read that follows a save: records how the service stored the values, and what else it changed. */
  noteStored(ref: ReadRecordRef, form: RecordForm): void {
    this.#quietly(() => {
      const key = recordKey(ref.service, ref.controller, ref.id);
      const saved = this.#saved.get(key);
      this.#saved.delete(key);
      if (!saved || this.#now() - saved.entry.at > storedWithinMs) return;
      const { entry, base } = saved;
      const change = changeBetween(form, base, textValues(form), this.#deps.isSecret);
      const name = recordTitle(form);
      if (name === entry.name && JSON.stringify(change) === JSON.stringify(changeOf(entry))) return;
      this.#put(ref, { sequelOf: entry.key, name, ...change });
    });
  }

  noteFound({ connection, change, ...found }: FoundChange): void {
    this.#quietly(() => {
      const { by, ...rest } = found;
      const author = by === undefined ? {} : { by };
      const entry = {
        key: randomUUID(),
        at: this.#now(),
        through: 'elsewhere',
        ...rest,
        ...author,
        ...change,
      } as const;
      this.#put({ ...rest, connection }, entry);
    });
  }

  /** Returns the difference between two reads of a record, without secrets. */
  changeBetween(form: RecordForm, before: JsonObject, after: JsonObject): HistoryChange {
    return changeBetween(form, before, after, this.#deps.isSecret);
  }

  /** Older entries aren't shown; if the history is disabled, none are. */
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

  /** Yields entries newest first, as far back as they are kept. */
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

  /** Deletes expired entries. */
  async prune(): Promise<void> {
    const { files, keepDays, onFailure } = this.#deps;
    await files.prune(keepDays(), this.#now()).catch(onFailure);
  }

  /** Erases all entries about a record. */
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

  async removeConnection(connection: string): Promise<void> {
    await this.#deps.files.removeConnection(connection).catch(this.#deps.onFailure);
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

  #put({ connection, controller, id }: Pick<SentWrite, keyof RecordRef>, line: HistoryEntry | HistoryFollowUp): void {
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

/** Drops the oldest item beyond the limit: its read never came. */
function hold<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > maxWaiting && first !== undefined) map.delete(first);
}
