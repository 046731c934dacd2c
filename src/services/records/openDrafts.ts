import { t } from '@vscode/l10n';
import { controllerText } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Draft } from './draft.ts';
import { draftKey, type DraftStore, type OpenAddress } from './draftStore.ts';
import type { ByteStore } from '../common/stores.ts';

/** The drafts of this window by their addresses, and what of them is kept on the disk while they have unsaved changes. */
export class OpenDrafts {
  readonly #kept: DraftStore;
  readonly #files: ByteStore;
  readonly #drafts = new Map<string, Draft>();
  /** Settled when the base is on the disk. */
  readonly #bases = new WeakMap<Draft, Promise<void>>();

  constructor(kept: DraftStore, files: ByteStore) {
    this.#kept = kept;
    this.#files = files;
  }

  get(address: OpenAddress): Draft | undefined {
    return this.#drafts.get(draftKey(address));
  }

  /** Throws for what was never read. */
  known(address: OpenAddress, doing: (record: string) => string): Draft {
    const draft = this.get(address);
    if (draft) return draft;
    const controller = controllerText(address.controller);
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

  /** One whose base is on the disk already. */
  addKept(draft: Draft): void {
    this.add(draft);
    this.#bases.set(draft, Promise.resolve());
  }

  /** Whoever comes while it is being written waits as well: no text may be ahead of its base. */
  async keepBase(address: OpenAddress): Promise<void> {
    const draft = this.get(address);
    if (!draft?.base) return;
    const kept = this.#bases.get(draft) ?? this.#keep(draft);
    this.#bases.set(draft, kept);
    try {
      await kept;
    } catch (error) {
      if (this.#bases.get(draft) === kept) this.#bases.delete(draft);
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
    if (draft?.isAdded) await this.#kept.forgetAdding(address).catch(() => undefined);
    await this.#drop(address, draft);
  }

  async drop(address: OpenAddress): Promise<void> {
    await this.#drop(address, this.get(address));
  }

  async #drop(address: OpenAddress, draft: Draft | undefined): Promise<void> {
    if (draft) this.#bases.delete(draft);
    const hadFiles = draft?.dropFiles() === true;
    try {
      await this.#kept.drop(address);
      if (hadFiles) await this.#prune();
    } catch {
      // what stays on the disk is older than any text to come, which leads to a needless question at worst
    }
  }

  async #keep(draft: Draft): Promise<void> {
    const kept = draft.toKeep();
    if (kept) await this.#kept.keep(draft.address, kept);
  }

  async #prune(): Promise<void> {
    const open = [...this.#drafts.values()].flatMap(({ files }) => [...files]);
    await this.#files.prune(new Set([...open, ...(await this.#kept.files())]));
  }
}
