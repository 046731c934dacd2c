import { t } from '@vscode/l10n';
import type { NewRecordAddress, RecordAddress, OpenAddress } from '../../model/address/address.ts';
import {
  type ConflictChoice,
  chosenValues,
  type RefusedChange,
  mergeRecord,
  typedSince,
} from '../../model/draft/recordMerge.ts';
import { type FieldChange, changedUnits } from '../../model/draft/changeUnits.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { sameValue, scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { type LinkedStart, withParentLink } from '../../model/form/parentLink.ts';
import type { HistoryChange } from '../../model/history/historyEntry.ts';
import { type RestoredValues, restoredValues } from '../../model/history/restoredValues.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { readRecordText, recordText, textValues } from '../../model/draft/recordText.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { withValues } from '../../model/draft/textEdit.ts';
import type { Clients } from '../connections/clients.ts';
import { isUnavailable } from '../connections/connections.ts';
import type { LastReadForms } from './lastReadForms.ts';
import type { RecordForms } from './recordForms.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { Emitter } from '../common/emitter.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import type { ReferenceChecks } from '../references/completeReferences.ts';
import type { ConfirmClear, RecordWriter } from '../writes/recordWriter.ts';
import { keepFile, type PickedFile } from './chosenFiles.ts';
import {
  createDraft,
  type Draft,
  type DraftNotice,
  type DraftProblem,
  type DraftState,
  type FinishedSave,
  type ReadRecord,
  problemsOf,
} from './draft.ts';
import { type AddedAs, draftKey, DraftStore, OpenDrafts } from './draftStore.ts';
import {
  addDraft,
  type SavedRecord,
  saveDraft,
  valuesIn,
  mayHaveBeenAdded,
  withNotices,
  saveNotices,
  savedWords,
} from './saveDraft.ts';
import type { ByteStore, TextStore } from '../common/fileStore.ts';
import { valuePaths } from '../../model/form/value.ts';
import { tablesAround } from '../../model/form/subTable.ts';
import { validate } from '../../model/form/validation.ts';
import { ServiceError } from '../../model/errors.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';

export interface RecordDraftsDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly guard: WriteGuard;
  readonly writer: RecordWriter;
  readonly references: ReferenceChecks;
  readonly confirmClear?: ConfirmClear;
  readonly store: TextStore;
  readonly files: ByteStore;
  readonly lastRead: LastReadForms;
  readonly forms?: Pick<RecordForms, 'recent'>;
  /** Returns the schema URI that a record's text refers to. */
  readonly schemaOf: (address: OpenAddress) => string;
  readonly now?: () => number;
}

/** Why the last read of a record failed, and when, in milliseconds. */
export interface ReadFailure {
  readonly address: OpenAddress;
  readonly error: unknown;
  readonly at: number;
}

/** All records that are open as documents: the base of each text, and saving it to the service. */
export class RecordDrafts {
  readonly #deps: RecordDraftsDeps;
  readonly #store: DraftStore;
  readonly #drafts: OpenDrafts;
  /** Saves of records that were just added, to show when they are opened. */
  readonly #added = new Map<string, FinishedSave>();
  readonly #starts = new Map<string, LinkedStart>();
  readonly #failures = new Map<string, ReadFailure>();
  readonly #changed = new Emitter<OpenAddress>();
  readonly onDidChange = this.#changed.event;

  constructor(deps: RecordDraftsDeps) {
    this.#deps = deps;
    this.#store = new DraftStore(deps.store);
    this.#drafts = new OpenDrafts(this.#store, deps.files, deps.writer.history.isSecret);
  }

  /** Returns undefined if the record was never read. */
  get(address: OpenAddress): DraftState | undefined {
    return this.#drafts.get(address)?.state;
  }

  /** Returns undefined if the last read succeeded. A record that was read before may also have a failure. */
  failure(address: OpenAddress): ReadFailure | undefined {
    return this.#failures.get(draftKey(address));
  }

  /** Failures of open records, as far as known here. */
  get failures(): readonly ReadFailure[] {
    return [...this.#failures.values()];
  }

  /** Call before opening a new related record. */
  prepareNew(address: NewRecordAddress, start: LinkedStart): void {
    this.#starts.set(draftKey(address), start);
  }

  /** Reads the record and returns the text of the document, from the cache if the service is down. */
  async readDocument(address: OpenAddress): Promise<string> {
    const ask = (): Promise<ReadRecord> => this.#noting(address, () => this.#ask(address));
    const { seenAt, ...asked } = await askOrRemember(ask, this.#deps.lastRead, address);
    const start = this.#starts.get(draftKey(address));
    const draft = this.#drafts.get(address) ?? createDraft(address, asked, start?.link);
    const read = { ...asked, form: withParentLink(asked.form, draft.link) };
    draft.fromMemory(seenAt);
    // a record that was just added is opened
    if (address.kind === 'record' && seenAt === undefined)
      this.#deps.writer.history.noteStored({ ...address, service: read.madeFor }, read.form);
    const isNews = !sameValue(draft.base, textValues(read.form));
    const text = this.#textOf(draft, textValues(read.form));
    if (draft.base) draft.expect(text, read);
    else draft.begin(read);
    if (isNews) draft.setNotes(start?.problem === undefined ? [] : [{ tone: 'warning', text: start.problem }]);
    this.#starts.delete(draftKey(address));
    await this.#opened(draft);
    return text;
  }

  /**
   * Call when the document has this text. Only then does the record become the base: if the user keeps typing, VS Code
   * doesn't apply the text, and theirs is still based on the old one.
   */
  async noteShown(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft?.applyExpected(text)) return;
    await this.#drafts.update(draft);
    this.#changed.fire(address);
  }

  /** Restores a document with unsaved changes: its text counts, with the stored base. */
  async restore(address: OpenAddress): Promise<DraftState> {
    const stored = await this.#store.find(address);
    const draft = await this.#noting(address, () => restoredDraft(this.#deps.clients, address));
    if (stored) draft.restore(stored);
    await this.#opened(draft);
    if (stored) this.#drafts.addKept(draft);
    return draft.state;
  }

  /** Runs daily while the window is open. */
  async cleanUp(): Promise<void> {
    const { now = Date.now } = this.#deps;
    await this.#drafts.cleanUp(now());
  }

  /** Call before the first edit. */
  keepBase(address: OpenAddress): Promise<void> {
    return this.#drafts.keepBase(address);
  }

  /** Call when the document is closed. */
  close(address: OpenAddress): Promise<void> {
    this.#failures.delete(draftKey(address));
    return this.#drafts.close(address);
  }

  /** Call after a save or revert. VS Code also reports this for a document edited during the save: its base stays. */
  async discard(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft || !differs(draft, text)) await this.#drafts.discardBase(address);
  }

  /** Compares with the base; returns nothing if the text isn't JSON. */
  changed(address: OpenAddress, text: string): readonly FieldChange[] {
    return this.#inText(address, text, changedFields);
  }

  /** Returns why the last save failed, except for fields corrected since. */
  problems(address: OpenAddress, text: string): readonly DraftProblem[] {
    const { values } = readRecordText(text);
    const draft = this.#drafts.get(address);
    return draft && values ? draftProblemsIn(draft, values) : (draft?.problems ?? []);
  }

  /** Returns notices, except those about values changed since. */
  notes(address: OpenAddress, text: string): readonly DraftNotice[] {
    const draft = this.#drafts.get(address);
    const { values } = readRecordText(text);
    const notes = draft?.state.notes ?? [];
    return draft && values ? notes.filter((note) => !note.cause || isStillSo(draft, note, values)) : notes;
  }

  /** Returns problems that the service will certainly report, unless it already has. Never blocks a save. */
  hints(address: OpenAddress, text: string): readonly DraftProblem[] {
    return this.#inText(address, text, ruleProblems);
  }

  /** Returns changes that no save would accept, as far as known before the record is read again. */
  refused(address: OpenAddress, text: string): readonly RefusedChange[] {
    return this.#inText(address, text, refusedChanges);
  }

  /** Throws one sentence if anything stays unsaved; the draft has the details. */
  async saveDocument(address: OpenAddress, text: string, action?: SubmitAction): Promise<SavedRecord> {
    const draft = this.#drafts.known(address, (record) => t('save {0}', record));
    this.#deps.guard.check(address.connection, t('save {0}', draft.name), draft.madeFor);
    draft.setSaving(true);
    draft.setNotes([]);
    this.#changed.fire(address);
    const { writer, references, files, confirmClear, now = Date.now } = this.#deps;
    const onNotices = (): void => this.#changed.fire(address);
    const persist = (): Promise<void> => this.#drafts.update(draft);
    const deps = { writer, references, files, confirmClear, now, onNotices, persist, store: this.#store };
    try {
      return address.kind === 'record'
        ? await saveDraft(draft, address, text, action, deps)
        : this.#add(draft, await addDraft(draft, address, text, action, deps));
    } catch (error) {
      throw withNotices(draft, error);
    } finally {
      draft.setSaving(false);
      await this.#drafts.update(draft);
      this.#changed.fire(address);
    }
  }

  /**
   * Call after a save: returns the text with the values that the service stored, and with later edits. It takes effect
   * once it is `seen`.
   */
  async settle(address: RecordAddress, savedText: string, currentText: string): Promise<string> {
    const draft = this.#drafts.known(address, (record) => t('read {0}', record));
    const settled = await settleDraft(draft, () => this.#ask(address), savedText, currentText);
    const text = settled ? this.#textOf(draft, settled.values) : currentText;
    if (settled) {
      this.#deps.writer.history.noteStored({ ...address, service: settled.read.madeFor }, settled.read.form);
      draft.expect(text, settled.read);
    }
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return text;
  }

  /** Returns the text after the choice. */
  async choose(address: OpenAddress, text: string, key: string, choice: ConflictChoice): Promise<string> {
    const draft = this.#drafts.known(address, (record) => t('choose a value for {0}', record));
    const conflict = draft.conflicts.find((each) => each.key === key);
    if (!conflict || (choice === 'original' && conflict.original === undefined)) return text;
    valuesIn(draft, text);
    draft.settleConflict(conflict);
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return withValues(text, chosenValues(conflict, choice));
  }

  /**
   * Returns the values to restore from before a change, and those that are read-only. If the record has different
   * values now, the user resolves the conflicts before anything is sent.
   */
  async restoreValues(address: RecordAddress, change: HistoryChange): Promise<RestoredValues> {
    if (!this.#drafts.get(address)) await this.restore(address);
    const draft = this.#drafts.known(address, (record) => t('restore {0}', record));
    const { form } = await this.#ask(address);
    draft.readAgain(form);
    const restored = restoredValues(form, change, draft.base);
    draft.recordRestored(restored);
    await this.keepBase(address);
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return restored;
  }

  /** Reads the record and reports changes. The text and its base stay unchanged. */
  async refreshBase(address: RecordAddress): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft) return;
    await checkForChanges(draft, () => this.#ask(address));
    this.#changed.fire(address);
  }

  /** Marks the record as deleted in this window. A later read from the service takes precedence. */
  deleted(address: RecordAddress): void {
    const draft = this.#drafts.get(address);
    if (!draft) return;
    draft.setNews('deleted');
    this.#changed.fire(address);
  }

  /**
   * For a new record without unsaved changes: returns what it was added as if VS Code saved it in a window that has
   * closed, otherwise undefined.
   */
  async wasAdded(address: OpenAddress): Promise<AddedAs | undefined> {
    const added = await this.#store.addedAs(address);
    const draft = this.#drafts.get(address);
    if (added) draft?.recordAdded();
    return added;
  }

  /** Allows adding again after the user has checked that the add didn't arrive. */
  async allowAddAgain(address: OpenAddress): Promise<void> {
    await this.#store.forgetAdding(address);
    const draft = this.#drafts.get(address);
    draft?.setNews('none');
    this.#changed.fire(address);
  }

  /** Stores the file, and returns the value that represents it in the text. */
  async attach(address: OpenAddress, key: string, file: PickedFile): Promise<{ at: FieldPath; value: JsonValue }> {
    const draft = this.#drafts.known(address, (record) => t('change {0}', record));
    const { id, at, value } = await keepFile(this.#deps.files, draft, key, file);
    draft.addFile(id);
    await this.keepBase(address);
    await this.#drafts.update(draft);
    return { at, value };
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

  async #ask(address: OpenAddress): Promise<ReadRecord> {
    const isOpening = address.kind === 'record' && !this.#drafts.get(address);
    const recent = isOpening ? this.#deps.forms?.recent(address) : undefined;
    const read = await askForm(this.#deps.clients, address, recent);
    if (address.kind === 'record') this.#deps.lastRead.store(address, read);
    this.#drafts.get(address)?.fromMemory(undefined);
    this.#failures.delete(draftKey(address));
    return read;
  }

  async #noting<T>(address: OpenAddress, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.#failures.delete(draftKey(address));
      return done;
    } catch (error) {
      const { now = Date.now } = this.#deps;
      this.#failures.set(draftKey(address), { address, error, at: now() });
      this.#changed.fire(address);
      throw error;
    }
  }

  async #opened(draft: Draft): Promise<void> {
    const { address } = draft;
    const key = draftKey(address);
    this.#drafts.add(draft);
    if (address.kind === 'newRecord' && (await this.#store.isAdding(address))) mayHaveBeenAdded(draft);
    const added = this.#added.get(key);
    if (added) draft.setNotes(saveNotices(draft.form, added));
    this.#added.delete(key);
    this.#changed.fire(address);
  }

  #add(draft: Draft, saved: SavedRecord): SavedRecord {
    const { connection, controller } = draft.address;
    if (saved.id !== undefined && draft.finished)
      this.#added.set(draftKey({ kind: 'record', connection, controller, id: saved.id }), draft.finished);
    return saved;
  }

  #textOf({ address }: Draft, values: JsonObject): string {
    return recordText(values, this.#deps.schemaOf(address));
  }
}

/* Checks on the text of an open record that need no request. */

function changedFields({ form, base }: Draft, values: JsonObject): FieldChange[] {
  return changedUnits(form, base ?? textValues(form), values);
}

/** True if the text may differ from its base. */
function differs({ form, base }: Draft, text: string): boolean {
  const { values } = readRecordText(text);
  return !values || !base || changedUnits(form, base, values).length > 0;
}

/** Returns why the last save failed, as far as the values are still the ones that were tried. */
function draftProblemsIn(draft: Draft, values: JsonObject): DraftProblem[] {
  return draft.problems.filter((problem) => isStillSo(draft, problem, values));
}

/**
 * A problem applies to the values sent: it clears when its field changes, or on any change if it names no field. An
 * outage stays.
 */
function isStillSo({ form, tried }: Draft, { key, cause }: DraftProblem, values: JsonObject): boolean {
  if (cause !== undefined && cause !== 'refused') return true;
  const known = key === undefined ? undefined : [...form.fields, ...form.subTables].find((one) => one.key === key);
  if (!known) return sameValue(values, tried);
  // with other rows, it isn't known which row was meant
  const [table] = tablesAround(form.subTables, known.at);
  const paths = table ? [table.at] : valuePaths(known);
  return paths.every((at) => sameValue(valueAt(values, at), valueAt(tried, at)));
}

function ruleProblems(draft: Draft, values: JsonObject): DraftProblem[] {
  const known = draftProblemsIn(draft, values);
  const isKnown = (hint: DraftProblem): boolean =>
    known.some(({ key, text }) => key === hint.key && text === hint.text);
  const broken = problemsOf(validate(draft.form, values));
  const unlisted = unlistedChoices(draft, values).filter(({ key }) => broken.every((one) => one.key !== key));
  const found = [...broken, ...unlisted].filter((hint) => !isKnown(hint));
  // the user hasn't reached the fields of a new record yet: report missing values only after an attempt to save
  if (draft.address.kind === 'record' || draft.problems.length > 0) return found;
  const typed = changedFields(draft, values).map(({ key }) => key);
  // the fields of a row belong to their table
  return found.filter(({ key }) => key === undefined || typed.some((one) => one === key || key.startsWith(`${one}.`)));
}

/** A hint only, because a service may accept values that it doesn't offer. */
function unlistedChoices(draft: Draft, values: JsonObject): DraftProblem[] {
  const changed = new Set(changedFields(draft, values).map(({ key }) => key));
  return draft.form.fields
    .filter(({ key, kind, options }) => changed.has(key) && kind === 'choice' && options.length > 0)
    .flatMap(({ key, at, label, options }) => {
      const text = scalarText(valueAt(values, at)) ?? '';
      const isOffered = text === '' || options.some(({ value }) => value === text);
      return isOffered ? [] : [{ key, text: t('{0} must be one of the available values.', label) }];
    });
}

function refusedChanges({ form, mergeBase }: Draft, values: JsonObject): readonly RefusedChange[] {
  return mergeRecord(form, mergeBase, values).refused;
}

type Ask = () => Promise<ReadRecord>;

/** Returns the stored values with later edits after a save; undefined if the text must stay as it is. */
async function settleDraft(
  draft: Draft,
  ask: Ask,
  savedText: string,
  currentText: string,
): Promise<{ readonly read: ReadRecord; readonly values: JsonObject } | undefined> {
  const finished = draft.takeFinished();
  const saved = readRecordText(savedText).values;
  const current = readRecordText(currentText).values;
  // if the text is no longer valid JSON, the sent values stay its base
  if (!saved || !current) return undefined;
  const read = await unlessRefused(ask);
  if (read instanceof ServiceError) {
    draft.setNotes([
      ...(finished ? savedWords(draft.form, finished.messages) : []),
      { tone: 'warning', text: t('The record could not be reloaded after saving: {0}.', read.why) },
    ]);
    if (read.code === 'notFound') draft.setNews('deleted', t('{0} no longer exists.', draft.nameFirst));
    return undefined;
  }
  const { form, madeFor } = read;
  // later edits must not go to another service, either
  if (madeFor !== draft.madeFor) return undefined;
  draft.readAgain(form);
  draft.setNotes(finished ? saveNotices(form, finished) : []);
  return { read, values: typedSince(form, saved, current) };
}

/** Checks whether the service still has the base of the text. */
async function checkForChanges(draft: Draft, ask: Ask): Promise<void> {
  const { base } = draft;
  if (draft.isSaving || !base) return;
  const read = await unlessRefused(ask);
  // if it can't be read now, the next save finds out
  if (read instanceof ServiceError && read.code !== 'notFound') return;
  // a save in between may not be in this response yet
  if (draft.isSaving || draft.base !== base) return;
  const { nameFirst } = draft;
  const form = read instanceof ServiceError ? undefined : read.form;
  if (!form || form.isDeleted) {
    // a deletion in this window already has a better message
    if (draft.news !== 'deleted') draft.setNews('deleted', t('{0} was deleted on the service.', nameFirst));
  } else if (changedUnits(form, base, textValues(form)).length === 0) draft.setNews('none');
  else {
    const by = lastChangedBy(form);
    draft.setNews(
      'changed',
      by === undefined
        ? t('{0} was changed on the service.', nameFirst)
        : t('{0} was changed on the service {1}.', nameFirst, by),
    );
  }
}

async function unlessRefused(ask: Ask): Promise<ReadRecord | ServiceError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

type ClientSource = Pick<Clients, 'get'>;

async function askForm(clients: ClientSource, address: OpenAddress, recent?: Promise<RecordForm>): Promise<ReadRecord> {
  const client = await clients.get(address.connection);
  const form = await (recent ??
    (address.kind === 'record' ? client.open(address.controller, address.id) : client.form(address.controller, 'add')));
  return { form, madeFor: client.connection.baseUrl };
}

/** Falls back to the cache if the service is down, with the time it was read. */
async function askOrRemember(
  ask: () => Promise<ReadRecord>,
  lastRead: LastReadForms,
  address: OpenAddress,
): Promise<ReadRecord & { readonly seenAt?: number }> {
  try {
    return await ask();
  } catch (error) {
    const known =
      isUnavailable(error, address.connection) && address.kind === 'record' ? lastRead.get(address) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** A restored record with unsaved changes may have been deleted: the form of a new one then shows them. */
async function restoredDraft(clients: ClientSource, address: OpenAddress): Promise<Draft> {
  const read = await unlessRefused(() => askForm(clients, address));
  if (!(read instanceof ServiceError)) {
    const draft = createDraft(address, read);
    if (read.form.isDeleted) draft.setNews('deleted', t('{0} is deleted.', draft.nameFirst));
    return draft;
  }
  const { connection, controller } = address;
  const add = (): Promise<ReadRecord> => askForm(clients, { kind: 'newRecord', connection, controller, number: 1 });
  const blank = read.code === 'notFound' ? await unlessRefused(add) : read;
  if (blank instanceof ServiceError) throw read;
  const draft = createDraft(address, blank);
  draft.setNews('deleted', t('{0} was deleted on the service.', draft.nameFirst));
  return draft;
}
