import { t } from '@vscode/l10n';
import type { RecordAddress } from '../../model/address/address.ts';
import { type ConflictChoice, chosenValues, withSeen } from '../../model/draft/conflictChoice.ts';
import { controllerText } from '../../model/controller.ts';
import type { FieldChange } from '../../model/draft/fieldChange.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { sameValue } from '../../model/form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { RefusedChange } from '../../model/draft/recordMerge.ts';
import { readRecordText, recordText, textValues } from '../../model/draft/recordText.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { withValues } from '../../model/draft/textEdit.ts';
import type { Clients } from '../connections/clients.ts';
import { type OneAtATime, recordKey } from '../common/oneAtATime.ts';
import type { LastSeen } from '../lists/lastSeen.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { SentMarks } from '../saving/sentMarks.ts';
import { Signal } from '../common/signal.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import { addDraft, mayHaveBeenAdded } from './addDraft.ts';
import { askForm, askOrRemember, restoredDraft } from './askForm.ts';
import { keepFile, type PickedFile } from './chosenFiles.ts';
import { Draft, type DraftProblem, type DraftState, type FinishedSave } from './draft.ts';
import { changedIn, differs, hintsIn, refusedIn } from './draftText.ts';
import { type AddedAs, KeptDrafts, type OpenAddress } from './keptDrafts.ts';
import { draftKey, OpenDrafts } from './openDrafts.ts';
import { type SavedRecord, type SaveParts, saveDraft, valuesIn } from './saveDraft.ts';
import { toldIn } from './saveRefusals.ts';
import { lookForNews, settleDraft } from './lookAgain.ts';
import { saveNotes } from './saveNotes.ts';
import type { ByteStore, TextStore } from '../common/stores.ts';

export interface DraftParts {
  readonly clients: Pick<Clients, 'get'>;
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  /** Shared with all who save records. */
  readonly queue: OneAtATime;
  readonly store: TextStore;
  readonly files: ByteStore;
  readonly seen: LastSeen;
  /** The address of the schema that a record's text names. */
  readonly schemaOf: (address: OpenAddress) => string;
  /** Shared with all who save records. */
  readonly marks: SentMarks;
}

/** Every record that is open as a document: what its text was made from, and the way from its text to the service. */
export class RecordDrafts {
  readonly #parts: DraftParts;
  readonly #kept: KeptDrafts;
  readonly #drafts: OpenDrafts;
  /** Of records that were added a moment ago, to be told when they are opened. */
  readonly #added = new Map<string, FinishedSave>();
  readonly #changed = new Signal<OpenAddress>();
  readonly onDidChange = this.#changed.event;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    this.#kept = new KeptDrafts(parts.store);
    this.#drafts = new OpenDrafts(this.#kept, parts.files);
  }

  /** Undefined for what was never read. */
  get(address: OpenAddress): DraftState | undefined {
    return this.#drafts.get(address)?.state;
  }

  /** Asks the service, and answers the text of the document: from memory when the service is away. */
  async read(address: OpenAddress): Promise<string> {
    const { form, seenAt } = await askOrRemember(() => this.#ask(address), this.#parts.seen, address);
    const draft = this.#drafts.get(address) ?? new Draft(address, form);
    draft.seenAt = seenAt;
    const isNews = !sameValue(draft.base, textValues(form));
    const text = this.#textOf(draft, textValues(form));
    if (draft.base) this.#expect(draft, text, form);
    else draft.begin(form);
    if (isNews) draft.notes = [];
    await this.#opened(draft);
    return text;
  }

  /**
   * The document has this text now. Only then is what was read the base: whoever goes on typing keeps VS Code from
   * taking it, and their text is still made from the old one.
   */
  async seen(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft?.expected || draft.expected.text !== text) return;
    draft.begin(draft.expected.form);
    draft.expected = undefined;
    await this.#drafts.update(draft);
    this.#changed.fire(address);
  }

  /** A document that came back with unsaved changes: its text is what counts, the base is what was kept. */
  async restore(address: OpenAddress): Promise<DraftState> {
    const kept = await this.#kept.find(address);
    const draft = await restoredDraft(this.#parts.clients, address);
    if (kept) draft.restoreBase(kept);
    await this.#opened(draft);
    return draft.state;
  }

  /** Before the first edit. */
  keepBase(address: OpenAddress): Promise<void> {
    return this.#drafts.keepBase(address);
  }

  /** The document is closed. */
  close(address: OpenAddress): Promise<void> {
    return this.#drafts.close(address);
  }

  /** Saved or reverted. VS Code says so too of a document that was typed into during the save: its base stays. */
  async drop(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft || !differs(draft, text)) await this.#drafts.drop(address);
  }

  /** Against the base; nothing for a text that is no JSON. */
  changed(address: OpenAddress, text: string): readonly FieldChange[] {
    return this.#inText(address, text, changedIn);
  }

  /** What the service will surely find, unless it has told so itself. Never in the way. */
  hints(address: OpenAddress, text: string): readonly DraftProblem[] {
    return this.#inText(address, text, hintsIn);
  }

  /** Changes that no save would take, as far as can be told before the record is read again. */
  refused(address: OpenAddress, text: string): readonly RefusedChange[] {
    return this.#inText(address, text, refusedIn);
  }

  /** Throws one sentence when something stays unsaved; the draft says more. */
  async save(address: OpenAddress, text: string, action?: SubmitAction): Promise<SavedRecord> {
    const draft = this.#drafts.known(address, (record) => t('save {0}', record));
    this.#parts.guard.check(address.connection, t('save {0}', draft.name));
    return this.#parts.queue.run(queueKey(address), async () => {
      draft.isSaving = true;
      this.#changed.fire(address);
      const parts = this.#saveParts(draft);
      try {
        return address.kind === 'record'
          ? await saveDraft(draft, address, text, action, parts)
          : this.#add(draft, await addDraft(draft, address, text, action, { ...parts, kept: this.#kept }));
      } catch (error) {
        throw toldIn(draft, error);
      } finally {
        draft.isSaving = false;
        await this.#drafts.update(draft);
        this.#changed.fire(address);
      }
    });
  }

  /** After a save: the text with what the service stored, and what was typed since. It counts once it is `seen`. */
  async settle(address: RecordAddress, savedText: string, currentText: string): Promise<string> {
    const draft = this.#drafts.known(address, (record) => t('read {0}', record));
    const settled = await settleDraft(draft, () => this.#ask(address), savedText, currentText);
    const text = settled ? this.#textOf(draft, settled.values) : currentText;
    if (settled) this.#expect(draft, text, settled.form);
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return text;
  }

  /** Answers the text after the choice. */
  async choose(address: OpenAddress, text: string, key: string, choice: ConflictChoice): Promise<string> {
    const draft = this.#drafts.known(address, (record) => t('choose for {0}', record));
    const conflict = draft.conflicts.find((each) => each.key === key);
    if (!conflict || (choice === 'original' && conflict.original === undefined)) return text;
    valuesIn(draft, text);
    draft.base = withSeen(draft.base ?? textValues(draft.form), conflict);
    draft.unknown.delete(key);
    draft.conflicts = draft.conflicts.filter((each) => each !== conflict);
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return withValues(text, chosenValues(conflict, choice));
  }

  /** Reads the record and tells news about it. The text and its base stay as they are. */
  async look(address: RecordAddress): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft) return;
    await lookForNews(draft, () => this.#ask(address));
    this.#changed.fire(address);
  }

  /** Someone in this window has deleted it. What the service says when it is read again counts for more. */
  deleted(address: RecordAddress): void {
    const draft = this.#drafts.get(address);
    if (!draft) return;
    draft.tell('deleted');
    this.#changed.fire(address);
  }

  /**
   * For a new record without unsaved changes: VS Code has saved it in a window that is gone by now, and what it was
   * added as, or undefined.
   */
  async wasAdded(address: OpenAddress): Promise<AddedAs | undefined> {
    const added = await this.#kept.addedAs(address);
    const draft = this.#drafts.get(address);
    if (draft && added) draft.isAdded = true;
    return added;
  }

  /** A person has looked: the add did not arrive. */
  async allowAddAgain(address: OpenAddress): Promise<void> {
    await this.#kept.forgetAdding(address);
    const draft = this.#drafts.get(address);
    draft?.tell('none');
    this.#changed.fire(address);
  }

  /** Keeps the file, and answers what the text has to say for it. */
  async attach(address: OpenAddress, key: string, file: PickedFile): Promise<{ at: FieldPath; value: JsonValue }> {
    const draft = this.#drafts.known(address, (record) => t('change {0}', record));
    const { id, at, value } = await keepFile(this.#parts.files, draft, key, file);
    draft.files.add(id);
    await this.keepBase(address);
    await this.#drafts.update(draft);
    return { at, value };
  }

  #expect(draft: Draft, text: string, form: RecordForm): void {
    draft.form = form;
    draft.expected = { text, form };
  }

  #inText<T>(
    address: OpenAddress,
    text: string,
    find: (draft: Draft, values: JsonObject) => readonly T[],
  ): readonly T[] {
    const draft = this.#drafts.get(address);
    const { values } = readRecordText(text);
    return draft && values ? find(draft, values) : [];
  }

  async #ask(address: OpenAddress): Promise<RecordForm> {
    const form = await askForm(this.#parts.clients, address);
    if (address.kind === 'record') this.#parts.seen.keepForm(address, form);
    const draft = this.#drafts.get(address);
    if (draft) draft.seenAt = undefined;
    return form;
  }

  async #opened(draft: Draft): Promise<void> {
    const { address } = draft;
    const key = draftKey(address);
    this.#drafts.add(draft);
    if (address.kind === 'newRecord' && (await this.#kept.isAdding(address))) mayHaveBeenAdded(draft);
    const added = this.#added.get(key);
    if (added) draft.notes = saveNotes(draft.form, added);
    this.#added.delete(key);
    this.#changed.fire(address);
  }

  #add(draft: Draft, saved: SavedRecord): SavedRecord {
    const { connection, controller } = draft.address;
    if (saved.id !== undefined && draft.finished)
      this.#added.set(draftKey({ kind: 'record', connection, controller, id: saved.id }), draft.finished);
    return saved;
  }

  #saveParts(draft: Draft): SaveParts {
    const { address, name } = draft;
    const { connection, controller } = address;
    return {
      client: () => this.#parts.guard.client(connection, t('save {0}', name)),
      files: this.#parts.files,
      written: (id) =>
        this.#parts.changes.tell({
          connection,
          controller: controllerText(controller),
          ids: id === undefined ? [] : [id],
        }),
      keep: () => this.#drafts.update(draft),
      marks: this.#parts.marks,
    };
  }

  #textOf({ address }: Draft, values: JsonObject): string {
    return recordText(values, this.#parts.schemaOf(address));
  }
}

function queueKey(address: OpenAddress): string {
  return address.kind === 'record' ? recordKey(address.connection, address.controller, address.id) : draftKey(address);
}
