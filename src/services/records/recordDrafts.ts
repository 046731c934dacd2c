import { t } from '@vscode/l10n';
import type { NewRecordAddress, RecordAddress, OpenAddress } from '../../model/address/address.ts';
import { type ConflictChoice, chosenValues, type RefusedChange, mergeRecord } from '../../model/draft/recordMerge.ts';
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
import { isAway } from '../connections/connections.ts';
import type { LastReadForms } from './lastReadForms.ts';
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
import { placesBeside } from '../../model/form/referenceValue.ts';
import { tablesAround } from '../../model/form/subTable.ts';
import { validate } from '../../model/form/validation.ts';
import { ServiceError } from '../../model/errors.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import { typedSince } from '../../model/draft/typedSince.ts';

export interface RecordDraftsDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly guard: WriteGuard;
  readonly writer: RecordWriter;
  readonly references: ReferenceChecks;
  readonly confirmClear?: ConfirmClear;
  readonly store: TextStore;
  readonly files: ByteStore;
  readonly lastRead: LastReadForms;
  /** The address of the schema that a record's text names. */
  readonly schemaOf: (address: OpenAddress) => string;
  readonly now?: () => number;
}

/** Why a record could not be read when it was asked for last, and when that was, in milliseconds. */
export interface ReadFailure {
  readonly address: OpenAddress;
  readonly error: unknown;
  readonly at: number;
}

/** Every record that is open as a document: what its text was made from, and the way from its text to the service. */
export class RecordDrafts {
  readonly #deps: RecordDraftsDeps;
  readonly #store: DraftStore;
  readonly #drafts: OpenDrafts;
  /** Of records that were added a moment ago, to be told when they are opened. */
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

  /** Undefined for what was never read. */
  get(address: OpenAddress): DraftState | undefined {
    return this.#drafts.get(address)?.state;
  }

  /** Undefined for what could be read. A record that was read before may have one as well. */
  failure(address: OpenAddress): ReadFailure | undefined {
    return this.#failures.get(draftKey(address));
  }

  /** Of what is open, as far as is known here. */
  get failures(): readonly ReadFailure[] {
    return [...this.#failures.values()];
  }

  /** Before a new related record is opened. */
  prepareNew(address: NewRecordAddress, start: LinkedStart): void {
    this.#starts.set(draftKey(address), start);
  }

  /** Asks the service, and answers the text of the document: from memory when the service is away. */
  async readDocument(address: OpenAddress): Promise<string> {
    const ask = (): Promise<ReadRecord> => this.#noting(address, () => this.#ask(address));
    const { seenAt, ...asked } = await askOrRemember(ask, this.#deps.lastRead, address);
    const start = this.#starts.get(draftKey(address));
    const draft = this.#drafts.get(address) ?? createDraft(address, asked, start?.link);
    const read = { ...asked, form: withParentLink(asked.form, draft.link) };
    draft.fromMemory(seenAt);
    // a record that was added a moment ago is opened
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
   * The document has this text now. Only then is what was read the base: whoever goes on typing keeps VS Code from
   * taking it, and their text is still made from the old one.
   */
  async noteShown(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft?.take(text)) return;
    await this.#drafts.update(draft);
    this.#changed.fire(address);
  }

  /** A document that came back with unsaved changes: its text is what counts, the base is what was kept. */
  async restore(address: OpenAddress): Promise<DraftState> {
    const stored = await this.#store.find(address);
    const draft = await this.#noting(address, () => restoredDraft(this.#deps.clients, address));
    if (stored) draft.restore(stored);
    await this.#opened(draft);
    if (stored) this.#drafts.addKept(draft);
    return draft.state;
  }

  /** Every day, as long as the window is there. */
  async cleanUp(): Promise<void> {
    const { now = Date.now } = this.#deps;
    await this.#drafts.cleanUp(now());
  }

  /** Before the first edit. */
  keepBase(address: OpenAddress): Promise<void> {
    return this.#drafts.keepBase(address);
  }

  /** The document is closed. */
  close(address: OpenAddress): Promise<void> {
    this.#failures.delete(draftKey(address));
    return this.#drafts.close(address);
  }

  /** Saved or reverted. VS Code says so too of a document that was typed into during the save: its base stays. */
  async drop(address: OpenAddress, text: string): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft || !differs(draft, text)) await this.#drafts.drop(address);
  }

  /** Against the base; nothing for a text that is no JSON. */
  changed(address: OpenAddress, text: string): readonly FieldChange[] {
    return this.#inText(address, text, changedFields);
  }

  /** Why the last save did not happen, but for fields that were corrected since. */
  problems(address: OpenAddress, text: string): readonly DraftProblem[] {
    const { values } = readRecordText(text);
    const draft = this.#drafts.get(address);
    return draft && values ? draftProblemsIn(draft, values) : (draft?.problems ?? []);
  }

  /** What is to be told beside, but for what was said of values that were changed since. */
  notes(address: OpenAddress, text: string): readonly DraftNotice[] {
    const draft = this.#drafts.get(address);
    const { values } = readRecordText(text);
    const notes = draft?.state.notes ?? [];
    return draft && values ? notes.filter((note) => !note.cause || isStillSo(draft, note, values)) : notes;
  }

  /** What the service will surely find, unless it has told so itself. Never in the way. */
  hints(address: OpenAddress, text: string): readonly DraftProblem[] {
    return this.#inText(address, text, ruleProblems);
  }

  /** Changes that no save would take, as far as can be told before the record is read again. */
  refused(address: OpenAddress, text: string): readonly RefusedChange[] {
    return this.#inText(address, text, refusedChanges);
  }

  /** Throws one sentence when something stays unsaved; the draft says more. */
  async saveDocument(address: OpenAddress, text: string, action?: SubmitAction): Promise<SavedRecord> {
    const draft = this.#drafts.known(address, (record) => t('save {0}', record));
    this.#deps.guard.check(address.connection, t('save {0}', draft.name), draft.madeFor);
    draft.setSaving(true);
    draft.setNotes([]);
    this.#changed.fire(address);
    const { writer, references, files, confirmClear, now = Date.now } = this.#deps;
    const told = (): void => this.#changed.fire(address);
    const keep = (): Promise<void> => this.#drafts.update(draft);
    const deps = { writer, references, files, confirmClear, now, told, keep, store: this.#store };
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

  /** After a save: the text with what the service stored, and what was typed since. It counts once it is `seen`. */
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

  /** Answers the text after the choice. */
  async choose(address: OpenAddress, text: string, key: string, choice: ConflictChoice): Promise<string> {
    const draft = this.#drafts.known(address, (record) => t('choose for {0}', record));
    const conflict = draft.conflicts.find((each) => each.key === key);
    if (!conflict || (choice === 'original' && conflict.original === undefined)) return text;
    valuesIn(draft, text);
    draft.settleConflict(conflict);
    await this.#drafts.update(draft);
    this.#changed.fire(address);
    return withValues(text, chosenValues(conflict, choice));
  }

  /**
   * The way back to what a change had replaced: what the text has to say, and what may not be edited. Where the record has
   * something else by now, a person chooses before anything is sent.
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

  /** Reads the record and tells news about it. The text and its base stay as they are. */
  async refreshBase(address: RecordAddress): Promise<void> {
    const draft = this.#drafts.get(address);
    if (!draft) return;
    await checkForChanges(draft, () => this.#ask(address));
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
    const added = await this.#store.addedAs(address);
    const draft = this.#drafts.get(address);
    if (added) draft?.recordAdded();
    return added;
  }

  /** A person has looked: the add did not arrive. */
  async allowAddAgain(address: OpenAddress): Promise<void> {
    await this.#store.forgetAdding(address);
    const draft = this.#drafts.get(address);
    draft?.tell('none');
    this.#changed.fire(address);
  }

  /** Keeps the file, and answers what the text has to say for it. */
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
    const read = await askForm(this.#deps.clients, address);
    if (address.kind === 'record') this.#deps.lastRead.keep(address, read);
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

/* What can be told of the values that stand in the text of an open record, before anyone asks the service. */

function changedFields({ form, base }: Draft, values: JsonObject): FieldChange[] {
  return changedUnits(form, base ?? textValues(form), values);
}

/** Whether the text says anything else than what it was made from, as far as can be told. */
function differs({ form, base }: Draft, text: string): boolean {
  const { values } = readRecordText(text);
  return !values || !base || changedUnits(form, base, values).length > 0;
}

/** Why the last save did not happen, as far as the values are still those that were tried. */
function draftProblemsIn(draft: Draft, values: JsonObject): DraftProblem[] {
  return draft.problems.filter((problem) => isStillSo(draft, problem, values));
}

/** An error is about what was sent: it goes with the value, and where it names none with any change. An outage stays. */
function isStillSo({ form, tried }: Draft, { key, cause }: DraftProblem, values: JsonObject): boolean {
  if (cause !== undefined && cause !== 'refused') return true;
  const known = key === undefined ? undefined : [...form.fields, ...form.subTables].find((one) => one.key === key);
  if (!known) return sameValue(values, tried);
  // which row is meant is not known once there are others
  const place = (tablesAround(form.subTables, known.at)[0] ?? known).at;
  // a name beside it stands for a reference just as well
  const places = 'reference' in known ? [place, placesBeside(place).label] : [place];
  return places.every((at) => sameValue(valueAt(values, at), valueAt(tried, at)));
}

function ruleProblems(draft: Draft, values: JsonObject): DraftProblem[] {
  const told = draftProblemsIn(draft, values);
  const isTold = (hint: DraftProblem): boolean => told.some(({ key, text }) => key === hint.key && text === hint.text);
  const broken = problemsOf(validate(draft.form, values));
  const unlisted = unlistedChoices(draft, values).filter(({ key }) => broken.every((one) => one.key !== key));
  const found = [...broken, ...unlisted].filter((hint) => !isTold(hint));
  // nobody has come to the fields of a new record yet: what is missing in them is told once someone tried to save it
  if (draft.address.kind === 'record' || draft.problems.length > 0) return found;
  const typed = changedFields(draft, values).map(({ key }) => key);
  // the fields of a row belong to their table
  return found.filter(({ key }) => key === undefined || typed.some((one) => one === key || key.startsWith(`${one}.`)));
}

/** A service may take what it does not offer, so it is only told. */
function unlistedChoices(draft: Draft, values: JsonObject): DraftProblem[] {
  const changed = new Set(changedFields(draft, values).map(({ key }) => key));
  return draft.form.fields
    .filter(({ key, kind, options }) => changed.has(key) && kind === 'choice' && options.length > 0)
    .flatMap(({ key, at, label, options }) => {
      const text = scalarText(valueAt(values, at)) ?? '';
      const isOffered = text === '' || options.some(({ value }) => value === text);
      return isOffered ? [] : [{ key, text: t('{0} must be one of the values offered.', label) }];
    });
}

function refusedChanges({ form, mergeBase }: Draft, values: JsonObject): readonly RefusedChange[] {
  return mergeRecord(form, mergeBase, values).refused;
}

type Ask = () => Promise<ReadRecord>;

/** After a save: what the service stored, and what was typed since. Undefined when the text has to stay as it is. */
async function settleDraft(
  draft: Draft,
  ask: Ask,
  savedText: string,
  currentText: string,
): Promise<{ readonly read: ReadRecord; readonly values: JsonObject } | undefined> {
  const finished = draft.takeFinished();
  const saved = readRecordText(savedText).values;
  const current = readRecordText(currentText).values;
  // the base of a text that is broken by now is what was sent
  if (!saved || !current) return undefined;
  const read = await unlessRefused(ask);
  if (read instanceof ServiceError) {
    draft.setNotes([
      ...(finished ? savedWords(draft.form, finished.messages) : []),
      { tone: 'warning', text: t('It could not be read again after the save: {0}.', read.why) },
    ]);
    if (read.code === 'notFound') draft.tell('deleted', t('{0} is not there any more.', draft.nameFirst));
    return undefined;
  }
  const { form, madeFor } = read;
  // what was typed since goes to no other service, either
  if (madeFor !== draft.madeFor) return undefined;
  draft.readAgain(form);
  draft.setNotes(finished ? saveNotices(form, finished) : []);
  return { read, values: typedSince(form, saved, current) };
}

/** Whether the service still has what the text was made from. */
async function checkForChanges(draft: Draft, ask: Ask): Promise<void> {
  const { base } = draft;
  if (draft.isSaving || !base) return;
  const read = await unlessRefused(ask);
  // when it cannot be known now, the next save will tell
  if (read instanceof ServiceError && read.code !== 'notFound') return;
  // what was saved meanwhile may not be in this answer yet
  if (draft.isSaving || draft.base !== base) return;
  const { nameFirst } = draft;
  const form = read instanceof ServiceError ? undefined : read.form;
  if (!form || form.isDeleted) {
    // whoever deleted it here was told so in better words
    if (draft.news !== 'deleted') draft.tell('deleted', t('{0} was deleted meanwhile.', nameFirst));
  } else if (changedUnits(form, base, textValues(form)).length === 0) draft.tell('none');
  else {
    const by = lastChangedBy(form);
    draft.tell(
      'changed',
      by === undefined
        ? t('{0} was changed meanwhile.', nameFirst)
        : t('{0} was changed meanwhile {1}.', nameFirst, by),
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

async function askForm(clients: ClientSource, address: OpenAddress): Promise<ReadRecord> {
  const client = await clients.get(address.connection);
  const form = await (address.kind === 'record'
    ? client.open(address.controller, address.id)
    : client.form(address.controller, 'add'));
  return { form, madeFor: client.connection.baseUrl };
}

/** From memory when the service is away; then it is told since when. */
async function askOrRemember(
  ask: () => Promise<ReadRecord>,
  lastRead: LastReadForms,
  address: OpenAddress,
): Promise<ReadRecord & { readonly seenAt?: number }> {
  try {
    return await ask();
  } catch (error) {
    const known = isAway(error, address.connection) && address.kind === 'record' ? lastRead.get(address) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** A record that came back with unsaved changes may be gone by now: then the form of a new one shows them. */
async function restoredDraft(clients: ClientSource, address: OpenAddress): Promise<Draft> {
  const read = await unlessRefused(() => askForm(clients, address));
  if (!(read instanceof ServiceError)) {
    const draft = createDraft(address, read);
    if (read.form.isDeleted) draft.tell('deleted', t('{0} is deleted.', draft.nameFirst));
    return draft;
  }
  const { connection, controller } = address;
  const add = (): Promise<ReadRecord> => askForm(clients, { kind: 'newRecord', connection, controller, number: 1 });
  const blank = read.code === 'notFound' ? await unlessRefused(add) : read;
  if (blank instanceof ServiceError) throw read;
  const draft = createDraft(address, blank);
  draft.tell('deleted', t('{0} was deleted meanwhile.', draft.nameFirst));
  return draft;
}
