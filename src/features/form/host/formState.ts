import type { OpenAddress } from '../../../model/address/address.ts';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { UserFacingError } from '../../../model/errors.ts';
import { lastChangedBy, stageOf } from '../../../model/form/headingFacts.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { actionForSave, isOffered } from '../../../model/form/submitAction.ts';
import { formRights, whyNotAllowed } from '../../../model/writePermission.ts';
import { readRecordText } from '../../../model/draft/recordText.ts';
import type { FormConflict, FormNotice, FormState, NewsAction } from '../formProtocol.ts';
import type { DraftState } from '../../../services/records/draft.ts';
import type { ReadFailure } from '../../../services/records/recordDrafts.ts';
import type { RecordFormDeps } from './formDeps.ts';

/** The current state of a form. `isOwn`: the text was written by the form itself. */
export function formState(
  deps: Pick<RecordFormDeps, 'connections' | 'drafts' | 'edits'>,
  address: OpenAddress,
  document: vscode.TextDocument,
  isOwn: boolean,
): FormState {
  const { drafts, edits } = deps;
  const state = drafts.get(address);
  const text = edits.latest(document);
  const read = readRecordText(text);
  const changed = read.values ? drafts.changed(address, text).flatMap(({ key }) => key ?? []) : [];
  return {
    values: isOwn || !read.values ? null : read.values,
    // VS Code considers a document clean even if it was edited during a save
    isDirty: document.isDirty || changed.length > 0,
    isSaving: state?.isSaving ?? false,
    lock: lockOf(deps, address, read),
    changed,
    problems: [
      ...drafts.problems(address, text).map((problem) => ({ tone: 'error' as const, ...problem })),
      ...(read.values ? drafts.hints(address, text) : []).map((hint) => ({ tone: 'warning' as const, ...hint })),
    ],
    conflicts: state ? conflictsOf(state) : [],
    notes: [
      ...(state ? onlyToLookAt(state) : []),
      ...(state ? notReadAgain(drafts.failure(address), state) : []),
      ...drafts.notes(address, text),
    ],
    news: newsOf(state),
    ...(state?.seenAt !== undefined && { seenAt: state.seenAt }),
  };
}

function lockOf(
  { connections }: Pick<RecordFormDeps, 'connections'>,
  address: OpenAddress,
  read: ReturnType<typeof readRecordText>,
): string | null {
  const closed = whyNotAllowed('edit', connections.get(address.connection));
  if (closed !== undefined) return closed;
  if (read.problem !== undefined)
    return t('Line {0} of the text has an error: {1}. Open it as text and fix it, or undo.', read.line, read.problem);
  return null;
}

/**
 * Shown once for the whole record, because every field explains only itself. For a deleted record, the news says it.
 */
function onlyToLookAt({ form, news }: DraftState): FormNotice[] {
  const rights = formRights(form);
  if (rights.isDeleted || news === 'deleted') return [];
  const why = whyNotAllowed('edit', undefined, rights) ?? onlyButtons(form);
  return why === undefined ? [] : [{ tone: 'info', text: why }];
}

/** No field is editable, but a button is available: `Lost: only Reopen is possible.` */
function onlyButtons(form: RecordForm): string | undefined {
  if (form.operation === 'add' || form.fields.some(({ permission }) => permission.editable)) return undefined;
  const save = actionForSave(form);
  const buttons = form.submitActions.filter((action) => isOffered(action) && action !== save).map(({ label }) => label);
  if (buttons.length === 0) return t("You don't have permission to edit this record.");
  const stage = stageOf(form);
  return stage === undefined
    ? t('Nothing in this record can be changed now: only {0} is possible.', buttons.join(', '))
    : t('{0}: only {1} is possible.', stage, buttons.join(', '));
}

/** Notice that the data is stale. A deleted record and an unreachable service have their own messages. */
function notReadAgain(failure: ReadFailure | undefined, { news, seenAt }: DraftState): FormNotice[] {
  if (!failure || seenAt !== undefined || news === 'deleted') return [];
  const { error } = failure;
  const sentence = error instanceof UserFacingError ? error.message : t('The record could not be reloaded.');
  return [{ tone: 'warning', text: `${sentence} ${t('You are seeing the version that was loaded before.')}` }];
}

function conflictsOf({ conflicts, form }: DraftState): FormConflict[] {
  const by = lastChangedBy(form);
  return conflicts.map(({ key, label, original, mine, theirs, rows, names }) => ({
    key,
    label,
    ...(names && { shown: names }),
    ...(rows && { shown: rows.dispute }),
    ...(original !== undefined && { original }),
    mine: mine ?? null,
    theirs: theirs ?? null,
    ...(by !== undefined && { by }),
  }));
}

function newsOf(state: DraftState | undefined): FormState['news'] {
  if (!state || state.news === 'none') return null;
  // the conflicts already say so
  if (state.news === 'changed' && state.conflicts.length > 0) return null;
  const actions: Record<typeof state.news, readonly NewsAction[]> = {
    changed: ['compare', 'reload'],
    deleted: ['addAnew'],
    mayHaveBeenAdded: ['openList', 'addAgain'],
  };
  const texts: Record<typeof state.news, string> = {
    changed: t('This record was changed by someone else. Your changes are merged when you save.'),
    deleted: t('This record was deleted. The version you see is kept here until you close it.'),
    mayHaveBeenAdded: t('This record may have been added already. Check the list before you add it again.'),
  };
  return { text: state.newsText ?? texts[state.news], actions: actions[state.news] };
}
