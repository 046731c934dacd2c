import { addressParts, type OpenAddress, parseAddress, type RecordsAddress } from '../../model/address/address.ts';
import { fileAges } from '../../model/fileAges.ts';
import type { IsSecret } from '../../model/secretNames.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { KeyedMutex } from '../common/keyedMutex.ts';
import type { TextStore, ByteStore } from '../common/fileStore.ts';
import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { ParentLink } from '../../model/form/parentLink.ts';
import { type Draft, mostEarlier, type StoredDraft } from './draft.ts';

interface Entry extends StoredDraft {
  readonly owner: string;
}

/** A new record that was sent: the window that did, and what the service has it under once it is there. */
interface AddMark {
  readonly owner: string;
  readonly added?: AddedAs | undefined;
}

/** Without an id where the service did not say. */
export interface AddedAs {
  readonly id?: string;
}

type Kind = 'base' | 'adding';

/** As the documentation says. */
const oldestDraft = 90 * 86_400_000;

/** The owner of what more than one window relies on. */
const several = 'several';

/**
 * The bases of records with unsaved changes, and the marks of adds whose outcome is open.
 *
 * The same record may have unsaved changes in two windows. A base that is older than a text leads to a needless
 * question at worst; one that is newer would let an old value pass as a change. So the older of two bases is kept.
 */
export class DraftStore {
  readonly #store: TextStore;
  readonly #owner = crypto.randomUUID();
  /** What is kept and dropped in a row must arrive in that order. */
  readonly #turns = new KeyedMutex();

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** The first time since the record was opened, saved or reverted, and whenever there is something new. */
  keep(address: OpenAddress, draft: StoredDraft): Promise<void> {
    const key = keyOf('base', address);
    return this.#turns.runExclusive(key, () => this.#keep(key, draft));
  }

  async #keep(key: string, draft: StoredDraft): Promise<void> {
    const there = await this.#read(key);
    if (!there || there.owner === this.#owner) return this.#write(key, draft, this.#owner);
    const both: StoredDraft = {
      ...there,
      // read-only values that this window has seen
      earlier: [...new Set([draft.base, ...draft.earlier, ...there.earlier].map((values) => JSON.stringify(values)))]
        .slice(0, mostEarlier)
        .map((text) => JSON.parse(text) as JsonObject),
      files: [...new Set([...there.files, ...draft.files])],
      // what one of them sent is someone else's change in the other
      attempt: undefined,
    };
    // neither window may put a newer base there
    await this.#write(key, both, several);
  }

  async find(address: OpenAddress): Promise<StoredDraft | undefined> {
    const key = keyOf('base', address);
    return this.#turns.runExclusive(key, async () => {
      const there = await this.#read(key);
      // the window that kept it is gone, as far as can be known
      if (there && there.owner !== several) await this.#write(key, there, this.#owner);
      return there;
    });
  }

  async drop(address: OpenAddress): Promise<void> {
    const key = keyOf('base', address);
    await this.#turns.runExclusive(key, () => this.#store.delete(key));
  }

  async markAdding(address: OpenAddress, added?: AddedAs): Promise<void> {
    const mark: AddMark = { owner: this.#owner, added };
    await this.#store.writeText(keyOf('adding', address), JSON.stringify(mark), true);
  }

  /** Only the mark of this window: another one's outcome is not known here. */
  async unmarkAdding(address: OpenAddress): Promise<void> {
    if ((await this.#mark(address))?.owner === this.#owner) await this.forgetAdding(address);
  }

  async isAdding(address: OpenAddress): Promise<boolean> {
    return (await this.#mark(address)) !== undefined;
  }

  /** Undefined for what was not added, as far as can be known. */
  async addedAs(address: OpenAddress): Promise<AddedAs | undefined> {
    return (await this.#mark(address))?.added;
  }

  async forgetAdding(address: OpenAddress): Promise<void> {
    await this.#store.delete(keyOf('adding', address));
  }

  /**
   * What nobody has come back to for months. A document that is open here has its draft written again, so that no other
   * window takes it for old; one that is restored is as good as new.
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

  /** What is stored about the records of a connection, or about one of them, with the files that no other draft names. */
  async forget(
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
    const entry: Entry = { owner, base, unknown, earlier, files, attempt, madeFor, link };
    await this.#store.writeText(key, JSON.stringify(entry));
  }

  /** Undefined also for what cannot be read: then the record is compared field by field. */
  async #read(key: string): Promise<Entry | undefined> {
    const text = key.startsWith('["base"') ? await this.#store.readText(key) : undefined;
    try {
      return entryOf(JSON.parse(text ?? 'null') as JsonValue);
    } catch {
      return undefined;
    }
  }
}

function entryOf(value: JsonValue): Entry | undefined {
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

/** A mark that cannot be read is one all the same. */
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

/** The drafts of this window by their addresses, and what of them is kept on the disk while they have unsaved changes. */
export class OpenDrafts {
  readonly #store: DraftStore;
  readonly #files: ByteStore;
  readonly #isSecret: IsSecret;
  readonly #drafts = new Map<string, Draft>();
  /** Settled when the base is on the disk. */
  readonly #bases = new WeakMap<Draft, Promise<void>>();

  constructor(store: DraftStore, files: ByteStore, isSecret: IsSecret) {
    this.#store = store;
    this.#files = files;
    this.#isSecret = isSecret;
  }

  get(address: OpenAddress): Draft | undefined {
    return this.#drafts.get(draftKey(address));
  }

  /** Throws for what was never read. */
  known(address: OpenAddress, doing: (record: string) => string): Draft {
    const draft = this.get(address);
    if (draft) return draft;
    const controller = address.controller;
    throw new ServiceError('notFound', {
      doing: doing(
        address.kind === 'record'
          ? t('record {0} of {1}', address.id, controller)
          : t('the new record of {0}', controller),
      ),
      why: t('it is not open'),
      remedy: t('Open it first.'),
    });
  }

  add(draft: Draft): void {
    this.#drafts.set(draftKey(draft.address), draft);
  }

  /** Removes drafts that are too old, and files that no draft names. */
  async cleanUp(now: number): Promise<void> {
    await this.#store.cleanUp((key) => this.#drafts.has(key), now);
    await this.#prune();
  }

  /** One whose base is on the disk already. */
  addKept(draft: Draft): void {
    this.add(draft);
    this.#bases.set(draft, Promise.resolve());
  }

  /** Whoever comes while it is being written waits as well: no text may be ahead of its base. */
  async keepBase(address: OpenAddress): Promise<void> {
    const draft = this.get(address);
    if (!draft?.base) return;
    const storing = this.#bases.get(draft) ?? this.#keep(draft);
    this.#bases.set(draft, storing);
    try {
      await storing;
    } catch (error) {
      if (this.#bases.get(draft) === storing) this.#bases.delete(draft);
      throw error;
    }
  }

  /** What was kept follows what has changed since. A full disk is no reason to call a save failed. */
  async update(draft: Draft): Promise<void> {
    if (!this.#bases.has(draft)) return;
    await this.#keep(draft).catch(() => this.#bases.delete(draft));
  }

  async close(address: OpenAddress): Promise<void> {
    const draft = this.get(address);
    // at once: while the disk takes its time, the record may be opened again
    this.#drafts.delete(draftKey(address));
    // a mark that stays behind leads to a question, nothing worse
    if (draft?.isAdded) await this.#store.forgetAdding(address).catch(() => undefined);
    await this.#drop(address, draft);
  }

  async drop(address: OpenAddress): Promise<void> {
    await this.#drop(address, this.get(address));
  }

  async #drop(address: OpenAddress, draft: Draft | undefined): Promise<void> {
    if (draft) this.#bases.delete(draft);
    const hadFiles = draft?.dropFiles() === true;
    try {
      await this.#store.drop(address);
      if (hadFiles) await this.#prune();
    } catch {
      // what stays on the disk is older than any text to come, which leads to a needless question at worst
    }
  }

  async #keep(draft: Draft): Promise<void> {
    const stored = draft.toStore(this.#isSecret);
    if (stored) await this.#store.keep(draft.address, stored);
  }

  async #prune(): Promise<void> {
    const open = [...this.#drafts.values()].flatMap(({ files }) => [...files]);
    await this.#files.prune(new Set([...open, ...(await this.#store.files())]));
  }
}
