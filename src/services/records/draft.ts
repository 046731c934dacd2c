import type { OpenAddress } from '../../model/address/address.ts';
import { t } from '@vscode/l10n';
import {
  withArrived,
  type FieldConflict,
  type MergeBase,
  type RecordMerge,
  withTheirs,
} from '../../model/draft/recordMerge.ts';
import { changeUnits, type FieldChange, unitValue, withUnit } from '../../model/draft/changeUnits.ts';
import { textValues } from '../../model/draft/recordText.ts';
import type { ServiceMessage } from '../../model/errors.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { sameValue } from '../../model/form/fieldValue.ts';
import { type ParentLink, withParentLink } from '../../model/form/parentLink.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { withoutSecrets } from '../../model/form/secrets.ts';
import type { IsSecret } from '../../model/secretNames.ts';
import type { RestoredValues } from '../../model/history/restoredValues.ts';
import type { JsonObject } from '../../model/json.ts';
import { capitalized } from '../../model/sentence.ts';
import type { ProblemCause } from '../../model/form/saveResult.ts';
import { saidOnce } from '../../model/serviceWords.ts';

/** State that must outlive the window while a record has unsaved changes. VS Code keeps their text. */
export interface StoredDraft {
  readonly base: JsonObject;
  /** Keys of fields whose base value is unknown. */
  readonly unknown: readonly string[];
  readonly earlier: readonly JsonObject[];
  /** Files in its text. */
  readonly files: readonly string[];
  /** Values that were sent and may have arrived, or may still be in flight. */
  readonly attempt?: JsonObject | undefined;
  /** Base URL of the service that the text was made for. */
  readonly madeFor?: string | undefined;
  readonly link?: ParentLink | undefined;
}

/** Maximum number of earlier states kept. */
export const maxEarlierStates = 10;

export interface DraftProblem {
  /** Undefined for a problem that the user must fix. */
  readonly cause?: ProblemCause;
  /** Key of the field, if it concerns one. */
  readonly key?: string;
  /** Path in the record, for a field in a row. */
  readonly at?: readonly string[];
  readonly text: string;
}

export function problemsOf(messages: readonly ServiceMessage[], cause?: ProblemCause): DraftProblem[] {
  return messages.map(({ text, field, at }) => ({
    text,
    ...(cause && { cause }),
    ...(field ? { key: pathKey(field) } : {}),
    ...(at ? { at } : {}),
  }));
}

export interface DraftNotice extends DraftProblem {
  readonly tone: 'info' | 'warning' | 'error';
  /** A transient message that the service sent with a successful save. */
  readonly isTransient?: true;
}

export type DraftStatus = 'none' | 'changed' | 'deleted' | 'mayHaveBeenAdded';

/** The state of an open record in addition to its text: its base, and notices about it. */
export interface DraftState {
  readonly form: RecordForm;
  /** Base URL of the service that the text was made for. */
  readonly madeFor: string;
  /** Undefined for a text that was restored without it. */
  readonly base: JsonObject | undefined;
  /** Conflicts to resolve before anything is sent. */
  readonly conflicts: readonly FieldConflict[];
  /** Why the last save failed. */
  readonly problems: readonly DraftProblem[];
  /** Messages from the service on reading, and notices from the last save. */
  readonly notes: readonly DraftNotice[];
  readonly news: DraftStatus;
  readonly newsText?: string;
  readonly isSaving: boolean;
  /** When the record was last seen, in milliseconds, if the service is down. */
  readonly seenAt?: number;
  /** Parent of a new record whose form doesn't contain the foreign key. */
  readonly link?: ParentLink;
}

/** A successful save, until the record is read again. */
export interface FinishedSave {
  readonly sent: JsonObject;
  readonly messages: readonly string[];
  /** Changes by others that were merged in; `by` says who made them. */
  readonly theirs: readonly FieldChange[];
  readonly by?: string | undefined;
}

/** A record as it was read, with the base URL of its service. */
export interface ReadRecord {
  readonly form: RecordForm;
  readonly madeFor: string;
}

/** The only mutable object here, changed only through its own methods; other code gets its state. */
export type Draft = Readonly<OpenDraft>;

export function createDraft(address: OpenAddress, read: ReadRecord, link?: ParentLink): Draft {
  return new OpenDraft(address, read, link);
}

class OpenDraft {
  readonly address: OpenAddress;
  #form!: RecordForm;
  /** Parent of a new record whose form doesn't contain the foreign key. */
  link: ParentLink | undefined;
  /** Base URL of the service that the text was made for: it is never saved to another. */
  madeFor: string;
  base: JsonObject | undefined;
  unknown: ReadonlySet<string> = new Set();
  earlier: readonly JsonObject[] = [];
  /** Values that were sent and may have arrived. */
  attempted: JsonObject | undefined;
  /** Values that the base was saved with, until it is read again. */
  sent: JsonObject | undefined;
  files: ReadonlySet<string> = new Set();
  conflicts: readonly FieldConflict[] = [];
  problems: readonly DraftProblem[] = [];
  /** Values that the problems refer to. */
  tried: JsonObject = {};
  notes: readonly DraftNotice[] = [];
  news: DraftStatus = 'none';
  newsText: string | undefined;
  isSaving = false;
  seenAt: number | undefined;
  /** True if the new record was added: saving it again would add another one. */
  isAdded = false;
  finished: FinishedSave | undefined;
  /** A text that was passed to VS Code and may not be applied yet, and its record. */
  expected: (ReadRecord & { readonly text: string }) | undefined;

  constructor(address: OpenAddress, { form, madeFor }: ReadRecord, link?: ParentLink) {
    this.address = address;
    this.link = link;
    this.form = form;
    this.madeFor = madeFor;
  }

  get form(): RecordForm {
    return this.#form;
  }

  private set form(form: RecordForm) {
    this.#form = withParentLink(form, this.link);
  }

  /** Makes the current record the base of the text. */
  begin({ form, madeFor }: ReadRecord): void {
    this.form = form;
    this.madeFor = madeFor;
    this.#setBase(textValues(this.form));
    this.clearProblems();
    this.setNews(
      form.isDeleted ? 'deleted' : 'none',
      form.isDeleted ? t('{0} is deleted.', this.nameFirst) : undefined,
    );
  }

  /** Makes the record the base once the document has this text. */
  expect(text: string, read: ReadRecord): void {
    this.form = read.form;
    this.expected = { ...read, text };
  }

  /** Returns true if the document has the expected text, and makes its record the base. */
  applyExpected(text: string): boolean {
    const { expected } = this;
    if (!expected || expected.text !== text) return false;
    this.begin(expected);
    this.expected = undefined;
    return true;
  }

  /**
   * Updates the form and keeps the base. If an earlier write has arrived, it doesn't count as someone else's change.
   */
  readAgain(form: RecordForm): void {
    this.form = form;
    this.seenAt = undefined;
    if (this.attempted && this.base) this.base = withArrived(this.form, this.base, this.attempted);
  }

  fromMemory(seenAt: number | undefined): void {
    this.seenAt = seenAt;
  }

  setNews(news: DraftStatus, text?: string): void {
    this.news = news;
    this.newsText = text;
  }

  setSaving(isSaving: boolean): void {
    this.isSaving = isSaving;
  }

  /** Clears problems before a new attempt with these values. */
  clearProblems(tried: JsonObject = {}): void {
    this.conflicts = [];
    this.problems = [];
    this.tried = tried;
  }

  setProblems(problems: readonly DraftProblem[]): void {
    this.problems = problems;
  }

  setNotes(notes: readonly DraftNotice[]): void {
    this.notes = notes;
  }

  /**
   * Sets conflicts. A text without a base now has the current values as its base, except for the fields in conflict.
   */
  recordConflicts(mine: JsonObject, { conflicts, refused }: RecordMerge, notes: readonly DraftNotice[]): void {
    this.conflicts = conflicts;
    this.problems = refused.map(({ key, why }) => ({ key, text: why }));
    if (this.base) return;
    this.#setBase(textValues(this.form));
    this.unknown = new Set(conflicts.map(({ key }) => key));
    // treat read-only values in the text as old
    this.earlier = [mine, ...this.earlier];
    this.notes = notes;
  }

  /** Continues from the values that replaced the restored ones. */
  recordRestored({ base, conflicts }: Pick<RestoredValues, 'base' | 'conflicts'>): void {
    const keys = new Set(conflicts.map(({ key }) => key));
    this.base = base;
    this.conflicts = [...this.conflicts.filter(({ key }) => !keys.has(key)), ...conflicts];
  }

  /** Resolves a conflict: the user has seen the service's value. */
  settleConflict(conflict: FieldConflict): void {
    this.base = withTheirs(this.base ?? textValues(this.form), conflict);
    this.unknown = new Set([...this.unknown].filter((key) => key !== conflict.key));
    this.conflicts = this.conflicts.filter((each) => each !== conflict);
  }

  setAttempt(sent: JsonObject | undefined): void {
    this.attempted = sent;
  }

  /** Makes the saved values the base; changes by others are merged when the record is read again. */
  recordSaved(mine: JsonObject, finished: FinishedSave): void {
    this.#setBase(mine);
    this.sent = finished.sent;
    this.finished = finished;
    this.setNews('none');
  }

  recordAdded(finished?: FinishedSave): void {
    this.isAdded = true;
    if (!finished) return;
    this.finished = finished;
    this.setNews('none');
  }

  /** Returns and clears it. */
  takeFinished(): FinishedSave | undefined {
    const { finished } = this;
    this.finished = undefined;
    return finished;
  }

  addFile(id: string): void {
    this.files = new Set([...this.files, id]);
  }

  /** Returns true if there were any. */
  dropFiles(): boolean {
    const hadFiles = this.files.size > 0;
    this.files = new Set();
    return hadFiles;
  }

  restore({ base, unknown, earlier, files, attempt, madeFor, link }: StoredDraft): void {
    this.link = link;
    this.form = this.#form;
    const theirs = textValues(this.form);
    this.unknown = new Set(unknown);
    this.base = changeUnits(this.form, [base, theirs])
      .filter(({ key }) => this.unknown.has(key))
      .reduce((all, unit) => withUnit(unit, all, theirs), base);
    this.earlier = earlier;
    this.files = new Set(files);
    this.attempted = attempt;
    this.madeFor = madeFor ?? this.madeFor;
  }

  /**
   * Returns what may be stored on disk. Secrets are removed, so the base value of a field with a secret is unknown
   * after a restore.
   */
  toStore(isSecret: IsSecret): StoredDraft | undefined {
    const { form, base, attempted, madeFor, link } = this;
    if (!base) return undefined;
    const safe = (values: JsonObject): JsonObject => withoutSecrets(form, values, isSecret);
    const stored = safe(base);
    const withSecrets = changeUnits(form, [base]).filter(
      (unit) => JSON.stringify(unitValue(unit, base)) !== JSON.stringify(unitValue(unit, stored)),
    );
    return {
      base: stored,
      earlier: this.earlier.map(safe),
      unknown: [...new Set([...this.unknown, ...withSecrets.map(({ key }) => key)])],
      files: [...this.files],
      attempt: attempted && safe(attempted),
      madeFor,
      link,
    };
  }

  get mergeBase(): MergeBase {
    return { values: this.base, unknown: this.unknown, earlier: this.earlier, sent: this.sent };
  }

  /** For the start of a sentence. A record's own name isn't capitalized. */
  get nameFirst(): string {
    return this.form.name === '' ? capitalized(this.name) : this.name;
  }

  /** For use within a sentence. */
  get name(): string {
    const { address, form } = this;
    if (address.kind === 'newRecord') return t('the new {0}', form.singular);
    return form.name || t('record {0} of {1}', address.id, address.controller);
  }

  get state(): DraftState {
    const { form, madeFor, base, conflicts, problems, news, newsText, isSaving, seenAt, link } = this;
    const notes = this.#notesWithRead();
    const said = {
      ...(newsText !== undefined && { newsText }),
      ...(seenAt !== undefined && { seenAt }),
      ...(link && { link }),
    };
    return { form, madeFor, base, conflicts, problems, notes, news, isSaving, ...said };
  }

  /** Messages from reading the record, except those repeated in response to the save. */
  #notesWithRead(): readonly DraftNotice[] {
    const shown = new Set(this.notes.map(({ text }) => text));
    const isSaved = this.notes.some(({ isTransient }) => isTransient);
    const isShown = (text: string): boolean => shown.has(text) || (isSaved && saysOnlySaved(text, this.form));
    const said = saidOnce(this.form.messages).filter((text) => !isShown(text));
    return [...said.map((text): DraftNotice => ({ tone: 'info', text })), ...this.notes];
  }

  #setBase(base: JsonObject): void {
    if (this.base && !sameValue(this.base, base))
      this.earlier = [this.base, ...this.earlier].slice(0, maxEarlierStates);
    this.base = base;
    this.unknown = new Set();
    this.attempted = undefined;
    this.sent = undefined;
  }
}

const saved = /\b(saved|updated|added|created|stored|gespeichert|aktualisiert|angelegt)\b/g;
const fillers =
  /\b(the|your|this|record|data|changes?|was|were|is|are|has|have|been|successfully|success|ok|done|datensatz|wurden?|erfolgreich)\b/g;

/** True if a message says only that the record is saved, as in `✓ Saved.` or `Lead Smith was saved.` */
export function saysOnlySaved(
  text: string,
  { name, singular }: { readonly name: string; readonly singular: string },
): boolean {
  const words = [name, singular]
    .filter((one) => one !== '')
    .reduce((rest, one) => rest.replace(one, ' '), text)
    .toLowerCase();
  const rest = words.replaceAll(saved, ' ');
  return rest !== words && !/[\p{L}\p{N}]/u.test(rest.replaceAll(fillers, ' '));
}
