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
import { saysOnlySaved } from '../../model/draft/afterSave.ts';
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

/** What has to outlive the window while a record has unsaved changes. Their text is kept by VS Code. */
export interface StoredDraft {
  readonly base: JsonObject;
  /** The keys of fields whose value in the base was never seen. */
  readonly unknown: readonly string[];
  readonly earlier: readonly JsonObject[];
  /** The files that its text names. */
  readonly files: readonly string[];
  /** What was sent and may have arrived, or may still be on its way. */
  readonly attempt?: JsonObject | undefined;
  /** The address of the service that the text was made for. */
  readonly madeFor?: string | undefined;
  readonly link?: ParentLink | undefined;
}

/** How many earlier states of a record are remembered. */
export const mostEarlier = 10;

export interface DraftProblem {
  /** Undefined for what has to be corrected. */
  readonly cause?: ProblemCause;
  /** The field's, where it is about one. */
  readonly key?: string;
  /** Of a field in a row: where it stands in the record. */
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
  /** What the service said beside its answer to a save that it took: news of the moment. */
  readonly isPassing?: true;
}

export type DraftNews = 'none' | 'changed' | 'deleted' | 'mayHaveBeenAdded';

/** An open record, beside its text: what the text was made from, and what there is to tell about it. */
export interface DraftState {
  readonly form: RecordForm;
  /** The address of the service that the text was made for. */
  readonly madeFor: string;
  /** Undefined for a text that came back without it. */
  readonly base: JsonObject | undefined;
  /** To be chosen before anything is sent. */
  readonly conflicts: readonly FieldConflict[];
  /** Why the last save did not happen. */
  readonly problems: readonly DraftProblem[];
  /** What the service said when it was read, and what the last save brought with it. */
  readonly notes: readonly DraftNotice[];
  readonly news: DraftNews;
  readonly newsText?: string;
  readonly isSaving: boolean;
  /** The service is away: this is how the record was then, in milliseconds. */
  readonly seenAt?: number;
  /** The parent of a new record, where its form does not name the foreign key. */
  readonly link?: ParentLink;
}

/** A save that the service took, until the record was read again. */
export interface FinishedSave {
  readonly sent: JsonObject;
  readonly messages: readonly string[];
  /** What others had changed, and who: it was merged in. */
  readonly theirs: readonly FieldChange[];
  readonly by?: string | undefined;
}

/** A record as it was read, and the address of the service that gave it. */
export interface ReadRecord {
  readonly form: RecordForm;
  readonly madeFor: string;
}

/** The one thing here that changes, and only by its own methods; others get its state. */
export type Draft = Readonly<OpenDraft>;

export function createDraft(address: OpenAddress, read: ReadRecord, link?: ParentLink): Draft {
  return new OpenDraft(address, read, link);
}

class OpenDraft {
  readonly address: OpenAddress;
  #form!: RecordForm;
  /** The parent of a new record, where its form does not name the foreign key. */
  link: ParentLink | undefined;
  /** The service that the text was made for: it is saved to no other. */
  madeFor: string;
  base: JsonObject | undefined;
  unknown: ReadonlySet<string> = new Set();
  earlier: readonly JsonObject[] = [];
  /** What was sent and may have arrived. */
  attempted: JsonObject | undefined;
  /** What the base was saved with, until it is read again. */
  sent: JsonObject | undefined;
  files: ReadonlySet<string> = new Set();
  conflicts: readonly FieldConflict[] = [];
  problems: readonly DraftProblem[] = [];
  /** The values that the problems are about. */
  tried: JsonObject = {};
  notes: readonly DraftNotice[] = [];
  news: DraftNews = 'none';
  newsText: string | undefined;
  isSaving = false;
  seenAt: number | undefined;
  /** A new record that the service has: saving it again would add another one. */
  isAdded = false;
  finished: FinishedSave | undefined;
  /** A text that VS Code was given and may not have taken yet, and the record that it shows. */
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

  /** The record as the service has it now is what the text is made from. */
  begin({ form, madeFor }: ReadRecord): void {
    this.form = form;
    this.madeFor = madeFor;
    this.#setBase(textValues(this.form));
    this.clearProblems();
    this.tell(form.isDeleted ? 'deleted' : 'none', form.isDeleted ? t('{0} is deleted.', this.nameFirst) : undefined);
  }

  /** It becomes the base once the document has this text. */
  expect(text: string, read: ReadRecord): void {
    this.form = read.form;
    this.expected = { ...read, text };
  }

  /** Whether the document has what was expected, which is the base from now on. */
  take(text: string): boolean {
    const { expected } = this;
    if (!expected || expected.text !== text) return false;
    this.begin(expected);
    this.expected = undefined;
    return true;
  }

  /** The record as it is now. The base stays; where what was sent before has arrived, that is no one else's change. */
  readAgain(form: RecordForm): void {
    this.form = form;
    this.seenAt = undefined;
    if (this.attempted && this.base) this.base = withArrived(this.form, this.base, this.attempted);
  }

  fromMemory(seenAt: number | undefined): void {
    this.seenAt = seenAt;
  }

  tell(news: DraftNews, text?: string): void {
    this.news = news;
    this.newsText = text;
  }

  setSaving(isSaving: boolean): void {
    this.isSaving = isSaving;
  }

  /** For values that are tried now. */
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

  /** Of a text without a base it is known from now on what it was held against; only the fields in question have none. */
  recordConflicts(mine: JsonObject, { conflicts, refused }: RecordMerge, notes: readonly DraftNotice[]): void {
    this.conflicts = conflicts;
    this.problems = refused.map(({ key, why }) => ({ key, text: why }));
    if (this.base) return;
    this.#setBase(textValues(this.form));
    this.unknown = new Set(conflicts.map(({ key }) => key));
    // read-only values of the text are old, as far as anyone can tell
    this.earlier = [mine, ...this.earlier];
    this.notes = notes;
  }

  /** Values of long ago come into the text: it goes on from what had replaced them. */
  recordRestored({ base, conflicts }: Pick<RestoredValues, 'base' | 'conflicts'>): void {
    const keys = new Set(conflicts.map(({ key }) => key));
    this.base = base;
    this.conflicts = [...this.conflicts.filter(({ key }) => !keys.has(key)), ...conflicts];
  }

  /** A person has chosen, and so has seen what the service has. */
  settleConflict(conflict: FieldConflict): void {
    this.base = withTheirs(this.base ?? textValues(this.form), conflict);
    this.unknown = new Set([...this.unknown].filter((key) => key !== conflict.key));
    this.conflicts = this.conflicts.filter((each) => each !== conflict);
  }

  setAttempt(sent: JsonObject | undefined): void {
    this.attempted = sent;
  }

  /** The text goes on from what was saved; what others changed comes into it when it is read again. */
  recordSaved(mine: JsonObject, finished: FinishedSave): void {
    this.#setBase(mine);
    this.sent = finished.sent;
    this.finished = finished;
    this.tell('none');
  }

  recordAdded(finished?: FinishedSave): void {
    this.isAdded = true;
    if (!finished) return;
    this.finished = finished;
    this.tell('none');
  }

  /** Once. */
  takeFinished(): FinishedSave | undefined {
    const { finished } = this;
    this.finished = undefined;
    return finished;
  }

  addFile(id: string): void {
    this.files = new Set([...this.files, id]);
  }

  /** Answers whether there were any. */
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

  /** What may be on the disk: without secrets, so the value that a text with a secret was made from is not known later. */
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

  /** At the beginning of a sentence. A name of its own is left as it is. */
  get nameFirst(): string {
    return this.form.name === '' ? capitalized(this.name) : this.name;
  }

  /** Within a sentence. */
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

  /** What the service said when the record was read, unless it said the same to the save. */
  #notesWithRead(): readonly DraftNotice[] {
    const told = new Set(this.notes.map(({ text }) => text));
    const isSaved = this.notes.some(({ isPassing }) => isPassing);
    const isTold = (text: string): boolean => told.has(text) || (isSaved && saysOnlySaved(text, this.form));
    const said = saidOnce(this.form.messages).filter((text) => !isTold(text));
    return [...said.map((text): DraftNotice => ({ tone: 'info', text })), ...this.notes];
  }

  #setBase(base: JsonObject): void {
    if (this.base && !sameValue(this.base, base)) this.earlier = [this.base, ...this.earlier].slice(0, mostEarlier);
    this.base = base;
    this.unknown = new Set();
    this.attempted = undefined;
    this.sent = undefined;
  }
}
