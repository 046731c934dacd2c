import { t } from '@vscode/l10n';
import type { NewRecordAddress, RecordAddress } from '../../model/address/address.ts';
import { hasArrived, withArrived, mergeRecord, type RecordMerge } from '../../model/draft/recordMerge.ts';
import { changedUnits } from '../../model/draft/changeUnits.ts';
import { readRecordText } from '../../model/draft/recordText.ts';
import { ServiceError } from '../../model/errors.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import type { JsonObject } from '../../model/json.ts';
import type { ByteStore } from '../common/fileStore.ts';
import {
  type CompletedReferences,
  completeReferences,
  ReferenceAnswers,
  type ReferenceChecks,
} from '../references/completeReferences.ts';
import type { ConfirmClear } from '../writes/writeAttempt.ts';
import { type DoneWrite, type RecordWriter, saidTo } from '../writes/recordWriter.ts';
import type { Intent } from '../writes/writeIntents.ts';
import { readFiles, withFiles } from './chosenFiles.ts';
import type { Draft } from './draft.ts';
import { draftKey, type DraftStore } from './draftStore.ts';
import {
  assertNothingRefused,
  conflictIn,
  lookBeforeAddingAgain,
  mayHaveBeenAdded,
  outcomeUnknown,
  refusedSave,
} from './saveMessages.ts';

export interface SavedRecord {
  /** Undefined when the answer to an add names none. */
  readonly id?: string;
  readonly sent: boolean;
  /** What the service said to an add whose record nobody can open. */
  readonly said?: readonly string[];
}

/** What one save needs of the world. */
export interface SaveDraftDeps {
  readonly writer: RecordWriter;
  readonly references: ReferenceChecks;
  readonly files: ByteStore;
  /** Puts down on the disk what is known about the draft now. */
  readonly keep: () => Promise<void>;
  readonly now: () => number;
  readonly confirmClear?: ConfirmClear | undefined;
  /** The draft has something new to tell. */
  readonly told: () => void;
}

/** Saves a record that exists: merged with what it is now, sent once. Whatever stands in the way is in the draft, too. */
export async function saveDraft(
  draft: Draft,
  address: RecordAddress,
  text: string,
  action: SubmitAction | undefined,
  { writer, references, files, keep, now, told, confirmClear }: SaveDraftDeps,
): Promise<SavedRecord> {
  const { id } = address;
  const typed = valuesIn(draft, text);
  draft.clearProblems(typed);
  if (!action && !mayDiffer(draft, typed)) return { id, sent: false };
  const doing = t('save {0}', draft.name);
  const before = draft.attempted;
  const answers = new ReferenceAnswers(references, address.connection);
  const complete = (form: RecordForm): CompletedReferences => {
    draft.readAgain(form);
    const written = before ? withArrived(form, typed, before, typed) : typed;
    return completeReferences(answers, form, draft.base, written);
  };
  let bytes: ReadonlyMap<string, Uint8Array> | undefined;
  let merge: RecordMerge | undefined;
  const outcome = await writer.edit(address, {
    doing,
    through: 'form',
    action,
    madeFor: draft.madeFor,
    confirmClear,
    onWait: () => {
      draft.setNotes([{ tone: 'info', text: t('Waiting until what was sent before can no longer arrive.') }]);
      told();
    },
    // of a restored draft, nothing is left where only a secret was sent
    hasArrived: (form) => before !== undefined && Object.keys(before).length > 0 && hasArrived(form, before),
    // whoever is killed once it is sent finds it in the draft
    intent: intentOf(now, () => {
      draft.setAttempt((merge?.toSend ?? {}) as JsonObject);
      return keep();
    }),
    lookUp: async (form) => {
      bytes ??= await readFiles(typed, files);
      complete(form);
      return answers.ask();
    },
    values: (form) => {
      const completed = complete(form);
      assertNothingRefused(draft, completed);
      const mine = completed.values;
      merge = mergeRecord(form, draft.mergeBase, mine);
      if (merge.conflicts.length > 0) throw conflictIn(draft, mine, merge);
      assertNothingRefused(draft, merge);
      const isNothing = action === undefined && Object.keys(merge.toSend).length === 0;
      return isNothing ? undefined : withFiles(merge.toSend, bytes ?? new Map(), doing);
    },
  });
  if (outcome.kind === 'unknown') {
    const remedy = action
      ? t('Look at the record before you press “{0}” again.', action.label)
      : t('Save again to find out; what arrived is not sent twice.');
    throw outcomeUnknown(draft, outcome.error, t('find out whether {0} was saved', draft.name), remedy);
  }
  if (outcome.kind !== 'done') {
    draft.setAttempt(before);
    throw refusedSave(draft, outcome);
  }
  draft.recordSaved(typed, finishedSave(merge, outcome, draft));
  return { id, sent: outcome.isSent };
}

/** Adds a new record. It is marked before it is sent: an add whose outcome nobody knows is never sent again by itself. */
export async function addDraft(
  draft: Draft,
  address: NewRecordAddress,
  text: string,
  action: SubmitAction | undefined,
  { writer, references, files, now, store, confirmClear }: SaveDraftDeps & { readonly store: DraftStore },
): Promise<SavedRecord> {
  const doing = t('add {0}', draft.name);
  const mine = valuesIn(draft, text);
  draft.clearProblems(mine);
  let merge: RecordMerge | undefined;
  const intent = intentOf(now, () => store.markAdding(address));
  const answers = new ReferenceAnswers(references, address.connection);
  const complete = (form: RecordForm): CompletedReferences => {
    draft.readAgain(form);
    return completeReferences(answers, form, draft.base, mine);
  };
  let bytes: ReadonlyMap<string, Uint8Array> | undefined;
  const outcome = await writer.add(
    { connection: address.connection, controller: address.controller, key: draftKey(address) },
    {
      doing,
      through: 'form',
      action,
      link: draft.link,
      madeFor: draft.madeFor,
      confirmClear,
      intent,
      lookUp: async (form) => {
        if (draft.isAdded)
          throw new ServiceError('refused', { doing, why: t('it was added already'), remedy: t('Close this tab.') });
        if (draft.news === 'mayHaveBeenAdded' || (await store.isAdding(address))) {
          if (draft.news !== 'mayHaveBeenAdded') mayHaveBeenAdded(draft);
          const why = t('it may have been added already');
          throw new ServiceError('refused', { doing, why, remedy: lookBeforeAddingAgain() });
        }
        bytes ??= await readFiles(mine, files);
        complete(form);
        return answers.ask();
      },
      values: (form) => {
        const completed = complete(form);
        assertNothingRefused(draft, completed);
        merge = mergeRecord(form, draft.mergeBase, completed.values);
        assertNothingRefused(draft, merge);
        return withFiles(merge.toSend, bytes ?? new Map(), doing);
      },
    },
  );
  if (outcome.kind === 'unknown') {
    mayHaveBeenAdded(draft, outcome.error.why);
    throw outcomeUnknown(
      draft,
      outcome.error,
      t('find out whether {0} was added', draft.name),
      lookBeforeAddingAgain(),
    );
  }
  if (outcome.kind !== 'done') {
    if (intent.at > -Infinity) await store.unmarkAdding(address);
    throw refusedSave(draft, outcome);
  }
  const added = outcome.id === undefined ? {} : { id: outcome.id };
  // the mark stays until the tab is closed: VS Code may bring the tab back if the window is killed now
  await store.markAdding(address, added).catch(() => undefined);
  draft.recordAdded(finishedSave(merge, outcome, draft));
  const said = saidTo(outcome);
  // what has an id is opened, and says it there
  return { ...added, sent: true, ...(outcome.id === undefined && said.length > 0 && { said }) };
}

/** Throws for a text that is no JSON, naming the line. */
export function valuesIn(draft: Draft, text: string): JsonObject {
  const read = readRecordText(text);
  if (read.values) return read.values;
  const error = new ServiceError('unreadable', {
    doing: t('save {0}', draft.name),
    why: read.problem,
    remedy: t('Correct it in the text editor.'),
  });
  draft.setProblems([{ text: error.message }]);
  throw error;
}

function mayDiffer({ form, base, unknown, attempted }: Draft, mine: JsonObject): boolean {
  return !base || unknown.size > 0 || attempted !== undefined || changedUnits(form, base, mine).length > 0;
}

function finishedSave(
  merge: RecordMerge | undefined,
  outcome: DoneWrite,
  { form }: Draft,
): Parameters<Draft['recordSaved']>[1] {
  const theirs = form.operation === 'add' ? [] : (merge?.theirs ?? []);
  const sent = (merge?.toSend ?? {}) as JsonObject;
  return { sent, messages: saidTo(outcome, form.messages), theirs, by: lastChangedBy(form) };
}

/** `put` begins to write it down. */
function intentOf(now: () => number, put: () => Promise<void>): Intent {
  let at = -Infinity;
  let written = Promise.resolve();
  return {
    get at() {
      return at;
    },
    put: () => {
      at = now();
      written = put();
    },
    written: () => written,
  };
}
