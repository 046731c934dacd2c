import { t } from '@vscode/l10n';
import { controllerText } from '../../model/controller.ts';
import type { ServiceMessage } from '../../model/errors.ts';
import type { FieldChange } from '../../model/draft/fieldChange.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { sameValue } from '../../model/form/fieldValue.ts';
import type { JsonObject } from '../../model/json.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { FieldConflict, MergeBase } from '../../model/draft/recordMerge.ts';
import { capitalised } from '../../model/sentence.ts';
import { textValues } from '../../model/draft/recordText.ts';
import { type KeptDraft, mostEarlier, type OpenAddress, type SaveAttempt } from './keptDrafts.ts';

export interface DraftProblem {
  /** The field's, where it is about one. */
  readonly key?: string;
  readonly text: string;
}

export function problemsOf(messages: readonly ServiceMessage[]): DraftProblem[] {
  return messages.map(({ text, field }) => ({ text, ...(field ? { key: pathKey(field) } : {}) }));
}

export interface DraftNote extends DraftProblem {
  readonly tone: 'info' | 'warning' | 'error';
}

export type DraftNews = 'none' | 'changed' | 'deleted' | 'mayHaveBeenAdded';

/** An open record, beside its text: what the text was made from, and what there is to tell about it. */
export interface DraftState {
  readonly form: RecordForm;
  /** Undefined for a text that came back without it. */
  readonly base: JsonObject | undefined;
  /** To be chosen before anything is sent. */
  readonly conflicts: readonly FieldConflict[];
  /** Why the last save did not happen. */
  readonly problems: readonly DraftProblem[];
  /** What the last save brought with it. */
  readonly notes: readonly DraftNote[];
  readonly news: DraftNews;
  readonly newsText?: string;
  readonly isSaving: boolean;
  /** The service is away: this is how the record was then, in milliseconds. */
  readonly seenAt?: number;
}

/** A save that the service took, until the record was read again. */
export interface FinishedSave {
  readonly sent: JsonObject;
  readonly messages: readonly string[];
  /** What others had changed, and who: it was merged in. */
  readonly theirs: readonly FieldChange[];
  readonly by?: string | undefined;
}

/** The one thing here that changes; others get its state. */
export class Draft {
  readonly address: OpenAddress;
  form: RecordForm;
  base: JsonObject | undefined;
  unknown = new Set<string>();
  earlier: readonly JsonObject[] = [];
  attempted: SaveAttempt | undefined;
  /** The window that sent it is gone: it may still be on its way. */
  isAttemptOfOthers = false;
  files = new Set<string>();
  conflicts: readonly FieldConflict[] = [];
  problems: readonly DraftProblem[] = [];
  notes: readonly DraftNote[] = [];
  news: DraftNews = 'none';
  newsText: string | undefined;
  isSaving = false;
  seenAt: number | undefined;
  /** Settled when the base is on the disk. */
  kept: Promise<void> | undefined;
  /** A new record that the service has: saving it again would add another one. */
  isAdded = false;
  finished: FinishedSave | undefined;
  /** A text that VS Code was given and may not have taken yet, and the record that it shows. */
  expected: { readonly text: string; readonly form: RecordForm } | undefined;

  constructor(address: OpenAddress, form: RecordForm) {
    this.address = address;
    this.form = form;
  }

  /** The record as the service has it now is what the text is made from. */
  begin(form: RecordForm): void {
    this.form = form;
    this.setBase(textValues(form));
    this.conflicts = [];
    this.problems = [];
    this.tell(form.isDeleted ? 'deleted' : 'none', form.isDeleted ? t('{0} is deleted.', this.nameFirst) : undefined);
  }

  setBase(base: JsonObject): void {
    if (this.base && !sameValue(this.base, base)) this.earlier = [this.base, ...this.earlier].slice(0, mostEarlier);
    this.base = base;
    this.unknown.clear();
    this.attempted = undefined;
  }

  tell(news: DraftNews, text?: string): void {
    this.news = news;
    this.newsText = text;
  }

  restoreBase({ base, unknown, earlier, files, attempt }: KeptDraft): void {
    this.base = base;
    this.unknown = new Set(unknown);
    this.earlier = earlier;
    this.files = new Set(files);
    this.attempted = attempt;
    this.isAttemptOfOthers = attempt !== undefined;
    this.kept = Promise.resolve();
  }

  toKeep(): KeptDraft | undefined {
    const { base, earlier, attempted: attempt } = this;
    return base && { base, earlier, unknown: [...this.unknown], files: [...this.files], attempt };
  }

  get mergeBase(): MergeBase {
    return { values: this.base, unknown: this.unknown, earlier: this.earlier };
  }

  /** At the beginning of a sentence. A name of its own is left as it is. */
  get nameFirst(): string {
    return this.form.name === '' ? capitalised(this.name) : this.name;
  }

  /** Within a sentence. */
  get name(): string {
    const { address, form } = this;
    if (address.kind === 'newRecord') return t('the new {0}', form.singular);
    return form.name || t('record {0} of {1}', address.id, controllerText(address.controller));
  }

  get state(): DraftState {
    const { form, base, conflicts, problems, notes, news, newsText, isSaving, seenAt } = this;
    const said = newsText === undefined ? {} : { newsText };
    return { form, base, conflicts, problems, notes, news, ...said, isSaving, ...(seenAt !== undefined && { seenAt }) };
  }
}
