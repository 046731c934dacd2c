import { addressParts, type OpenAddress, parseAddress, type RecordsAddress } from '../../model/address/address.ts';
import { fileAges } from '../../model/fileAges.ts';
import type { IsSecret } from '../../model/secretNames.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { KeyedMutex } from '../common/keyedMutex.ts';
import type { TextStore, ByteStore } from '../common/fileStore.ts';
import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { ParentLink } from '../../model/form/parentLink.ts';
import { type Draft, maxEarlierStates, type StoredDraft } from './draft.ts';

interface DraftEntry extends StoredDraft {
  readonly owner: string;
}

/** Mark of a new record that was sent: the window that sent it, and its id once it is added. */
interface AddMark {
  readonly owner: string;
  readonly added?: AddedAs | undefined;
}

/** Without an id if the service didn't return one. */
export interface AddedAs {
  readonly id?: string;
}

type Kind = 'base' | 'adding';

/** Matches the documentation. */
const oldestDraft = 90 * 86_400_000;

/** Owner of an entry that several windows rely on. */
const several = 'several';

/**
 * Stores the bases of records with unsaved changes, and the marks of adds with an unknown outcome.
 *
 * The same record may have unsaved changes in two windows. A base older than the text causes an unnecessary prompt at
 * worst; a newer one would let an old value pass as a change. So the older of two bases is kept.
 */
export class DraftStore {
  readonly #store: TextStore;
  readonly #owner = crypto.randomUUID();
  /** Serializes writes and deletes of the same key, so that they happen in order. */
  readonly #turns = new KeyedMutex();

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** Call on the first edit after the record was opened, saved or reverted, and whenever the draft changes. */
  store(address: OpenAddress, draft: StoredDraft): Promise<void> {
    const key = keyOf('base', address);
    return this.#turns.runExclusive(key, () => this.#storeMerged(key, draft));
  }

  async #storeMerged(key: string, draft: StoredDraft): Promise<void> {
    const there = await this.#read(key);
    if (!there || there.owner === this.#owner) return this.#write(key, draft, this.#owner);
    const both: StoredDraft = {
      ...there,
      // read-only values that this window has seen
      earlier: [...new Set([draft.base, ...draft.earlier, ...there.earlier].map((values) => JSON.stringify(values)))]
        .slice(0, maxEarlierStates)
        .map((text) => JSON.parse(text) as JsonObject),
      files: [...new Set([...there.files, ...draft.files])],
      // what one window sent is someone else's change in the other
      attempt: undefined,
    };
    // neither window may store a newer base
    await this.#write(key, both, several);
  }

  async find(address: OpenAddress): Promise<StoredDraft | undefined> {
    const key = keyOf('base', address);
    return this.#turns.runExclusive(key, async () => {
      const there = await this.#read(key);
      // assume that the window that stored it has closed
      if (there && there.owner !== several) await this.#write(key, there, this.#owner);
      return there;
    });
  }

  async remove(address: OpenAddress): Promise<void> {
    const key = keyOf('base', address);
    await this.#turns.runExclusive(key, () => this.#store.delete(key));
  }

  async markAdding(address: OpenAddress, added?: AddedAs): Promise<void> {
    const mark: AddMark = { owner: this.#owner, added };
    await this.#store.writeText(keyOf('adding', address), JSON.stringify(mark), true);
  }

  /** Removes only this window's mark: the outcome of another window's add isn't known here. */
  async unmarkAdding(address: OpenAddress): Promise<void> {
    if ((await this.#mark(address))?.owner === this.#owner) await this.forgetAdding(address);
  }

  async isAdding(address: OpenAddress): Promise<boolean> {
    return (await this.#mark(address)) !== undefined;
  }

  /** Returns undefined if the record isn't known to be added. */
  async addedAs(address: OpenAddress): Promise<AddedAs | undefined> {
    return (await this.#mark(address))?.added;
  }

  async forgetAdding(address: OpenAddress): Promise<void> {
    await this.#store.delete(keyOf('adding', address));
  }

  /**
   * Deletes drafts that haven't been used for months. Rewrites the drafts of documents open here, so that no other
   * window considers them old; restoring a draft renews it as well.
   */
  async cleanUp(isOpen: (key: string) => boolean, now: number): Promise<void> {
    const keys = await this.#store.keys();
    const ages = fileAges(await Promise.all(keys.map(async (key) => (await this.#store.changedAt(key)) ?? now)), now);
    for (const [at, key] of keys.entries())
      await this.#turns.runExclusive(key, async () => {
        const address = addressIn(key);
        const text = address && isOpen(draftKey(address)) ? await this.#store.readText(key) : undefined;
        if (text !== undefined) await this.#store.writeText(key, text);
        else if ((ages[at] ?? 0) > oldestDraft) await this.#store.delete(key);
      });
  }

  /**
   * Deletes everything stored about a connection's records, or about one of them, including files that no other draft
   * uses.
   */
  async removeAll(
    connection: string,
    record: { readonly controller: string; readonly id: string } | undefined,
    files: ByteStore,
  ): Promise<void> {
    const gone: string[] = [];
    for (const key of await this.#store.keys()) {
      const address = addressIn(key);
      if (address?.connection !== connection) continue;
      const isIt =
        !record || (address.kind === 'record' && address.controller === record.controller && address.id === record.id);
      if (!isIt) continue;
      await this.#turns.runExclusive(key, async () => {
        gone.push(...((await this.#read(key))?.files ?? []));
        await this.#store.delete(key);
      });
    }
    const kept = new Set(await this.files());
    for (const id of gone) if (!kept.has(id)) await files.delete(id);
  }

  async files(): Promise<string[]> {
    const entries = await Promise.all((await this.#store.keys()).map((key) => this.#read(key)));
    return entries.flatMap((entry) => entry?.files ?? []);
  }

  async #mark(address: OpenAddress): Promise<AddMark | undefined> {
    const text = await this.#store.readText(keyOf('adding', address));
    return text === undefined ? undefined : markOf(text);
  }

  async #write(key: string, draft: StoredDraft, owner: string): Promise<void> {
    const { base, unknown, earlier, files, attempt, madeFor, link } = draft;
    const entry: DraftEntry = { owner, base, unknown, earlier, files, attempt, madeFor, link };
    await this.#store.writeText(key, JSON.stringify(entry));
  }

  /** Also returns undefined if it can't be parsed: the record is then compared field by field. */
  async #read(key: string): Promise<DraftEntry | undefined> {
    const text = key.startsWith('["base"') ? await this.#store.readText(key) : undefined;
    try {
      return entryOf(JSON.parse(text ?? 'null') as JsonValue);
    } catch {
      return undefined;
    }
  }
}

function entryOf(value: JsonValue): DraftEntry | undefined {
  if (!isObject(value) || !isObject(value['base'])) return undefined;
  const { owner, base, unknown, earlier, files, attempt, madeFor, link } = value;
  return {
    owner: typeof owner === 'string' ? owner : '',
    base,
    unknown: texts(unknown),
    earlier: Array.isArray(earlier) ? earlier.filter(isObject) : [],
    files: texts(files),
    attempt: isObject(attempt) ? attempt : undefined,
    madeFor: typeof madeFor === 'string' ? madeFor : undefined,
    link: linkOf(link),
  };
}

function linkOf(value: JsonValue | undefined): ParentLink | undefined {
  if (!isObject(value)) return undefined;
  const { key, id, name } = value;
  const isLink = typeof key === 'string' && typeof id === 'string' && typeof name === 'string';
  return isLink ? { key, id, name } : undefined;
}

/** A mark that can't be parsed still counts. */
function markOf(text: string): AddMark {
  try {
    const { owner, added } = JSON.parse(text) as { owner?: JsonValue; added?: JsonValue };
    const id = added !== undefined && isObject(added) ? added['id'] : undefined;
    return {
      owner: typeof owner === 'string' ? owner : '',
      added: added !== undefined && isObject(added) ? (typeof id === 'string' ? { id } : {}) : undefined,
    };
  } catch {
    return { owner: '' };
  }
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function keyOf(kind: Kind, address: OpenAddress): string {
  const { authority, path } = addressParts(address);
  return JSON.stringify([kind, authority, path]);
}

function addressIn(key: string): RecordsAddress | undefined {
  try {
    const [, authority, path] = JSON.parse(key) as unknown[];
    return typeof authority === 'string' && typeof path === 'string' ? parseAddress({ authority, path }) : undefined;
  } catch {
    return undefined;
  }
}

export function draftKey(address: RecordsAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}

/** The drafts of this window by address, and their stored state while they have unsaved changes. */
export class OpenDrafts {
  readonly #store: DraftStore;
  readonly #files: ByteStore;
  readonly #isSecret: IsSecret;
  readonly #drafts = new Map<string, Draft>();
  /** Resolves when the base is on disk. */
  readonly #bases = new WeakMap<Draft, Promise<void>>();

  constructor(store: DraftStore, files: ByteStore, isSecret: IsSecret) {
    this.#store = store;
    this.#files = files;
    this.#isSecret = isSecret;
  }

  get(address: OpenAddress): Draft | undefined {
    return this.#drafts.get(draftKey(address));
  }

  /** Throws if the record was never read. */
  known(address: OpenAddress, doing: (record: string) => string): Draft {
    const draft = this.get(address);
    if (draft) return draft;
    const controller = address.controller;
    throw new ServiceError('notFound', {
      doing: doing(
        address.kind === 'record'
          ? t('record {0} of {1}', address.id, controller)
          : t('the new record in {0}', controller),
      ),
      why: t('it is not open'),
      remedy: t('Open it first.'),
    });
  }

  add(draft: Draft): void {
    this.#drafts.set(draftKey(draft.address), draft);
  }

  /** Deletes expired drafts, and files that no draft uses. */
  async cleanUp(now: number): Promise<void> {
    await this.#store.cleanUp((key) => this.#drafts.has(key), now);
    await this.#prune();
  }

  /** Adds a draft whose base is already on disk. */
  addKept(draft: Draft): void {
    this.add(draft);
    this.#bases.set(draft, Promise.resolve());
  }

  /** Also waits for a write in progress: a text must never be stored before its base. */
  async keepBase(address: OpenAddress): Promise<void> {
    const draft = this.get(address);
    if (!draft?.base) return;
    const storing = this.#bases.get(draft) ?? this.#storeDraft(draft);
    this.#bases.set(draft, storing);
    try {
      await storing;
    } catch (error) {
      if (this.#bases.get(draft) === storing) this.#bases.delete(draft);
      throw error;
    }
  }

  /** Updates the stored draft. A full disk doesn't make a save fail. */
  async update(draft: Draft): Promise<void> {
    if (!this.#bases.has(draft)) return;
    await this.#storeDraft(draft).catch(() => this.#bases.delete(draft));
  }

  async close(address: OpenAddress): Promise<void> {
    const draft = this.get(address);
    // synchronously: the record may be reopened while the disk is busy
    this.#drafts.delete(draftKey(address));
    // a leftover mark only causes a prompt
    if (draft?.isAdded) await this.#store.forgetAdding(address).catch(() => undefined);
    await this.#discardBase(address, draft);
  }

  async discardBase(address: OpenAddress): Promise<void> {
    await this.#discardBase(address, this.get(address));
  }

  async #discardBase(address: OpenAddress, draft: Draft | undefined): Promise<void> {
    if (draft) this.#bases.delete(draft);
    const hadFiles = draft?.dropFiles() === true;
    try {
      await this.#store.remove(address);
      if (hadFiles) await this.#prune();
    } catch {
      // a leftover base is older than any later text, which causes an unnecessary prompt at worst
    }
  }

  async #storeDraft(draft: Draft): Promise<void> {
    const stored = draft.toStore(this.#isSecret);
    if (stored) await this.#store.store(draft.address, stored);
  }

  async #prune(): Promise<void> {
    const open = [...this.#drafts.values()].flatMap(({ files }) => [...files]);
    await this.#files.prune(new Set([...open, ...(await this.#store.files())]));
  }
}
