import { t } from '@vscode/l10n';
import type { NewRecordAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import type { JsonObject } from '../../model/json.ts';
import { mergeRecord } from '../../model/draft/recordMerge.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { withFiles } from './chosenFiles.ts';
import type { Draft } from './draft.ts';
import type { KeptDrafts } from './keptDrafts.ts';
import { actionIn } from './saveAction.ts';
import { type SavedRecord, type SaveParts, valuesIn } from './saveDraft.ts';
import { outcomeUnknown, refusedIn, refuseIn } from './saveRefusals.ts';

/** Adds a new record. It is marked before it is sent: an add whose outcome nobody knows is never sent again by itself. */
export async function addDraft(
  draft: Draft,
  address: NewRecordAddress,
  text: string,
  pressed: SubmitAction | undefined,
  parts: SaveParts & { readonly kept: KeptDrafts },
): Promise<SavedRecord> {
  const { kept } = parts;
  const doing = t('add {0}', draft.name);
  const mine = valuesIn(draft, text);
  draft.conflicts = [];
  draft.problems = [];
  if (draft.isAdded)
    throw new ServiceError('refused', { doing, why: t('it was added already'), remedy: t('Close this tab.') });
  if (draft.news === 'mayHaveBeenAdded' || (await kept.isAdding(address))) throw mayBeThere(draft, doing);
  const client = await parts.client();
  const form = await client.form(address.controller, 'add');
  draft.form = form;
  const merge = mergeRecord(form, draft.mergeBase, mine);
  refuseIn(draft, merge);
  const action = actionIn(draft, form, pressed);
  const values = await withFiles(merge.toSend, parts.files, doing);
  await kept.markAdding(address);
  const { id, messages } = await client.sendSave(form, values, action).catch(async (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.effect !== 'unknown') {
      await kept.unmarkAdding(address);
      throw refusedIn(draft, form, error);
    }
    mayHaveBeenAdded(draft, error.why);
    const told = outcomeUnknown(draft, error, t('find out whether {0} was added', draft.name), lookFirst());
    parts.written(undefined);
    throw told;
  });
  // the mark stays until the tab is closed: VS Code may bring the tab back if the window is killed now
  await kept.markAdding(address, id === undefined ? {} : { id }).catch(() => undefined);
  draft.isAdded = true;
  draft.finished = { sent: merge.toSend as JsonObject, messages: messages.map((message) => message.text), theirs: [] };
  draft.tell('none');
  parts.written(id);
  return { ...(id === undefined ? {} : { id }), sent: true };
}

const lookFirst = (): string => t('Look for it in the list before you add it again.');

export function mayHaveBeenAdded(draft: Draft, why?: string): void {
  const { singular } = draft.form;
  const told =
    why === undefined
      ? t('This {0} may have been added already.', singular)
      : t('This {0} may have been added already: {1}.', singular, why);
  draft.tell('mayHaveBeenAdded', `${told} ${lookFirst()}`);
}

function mayBeThere(draft: Draft, doing: string): ServiceError {
  if (draft.news !== 'mayHaveBeenAdded') mayHaveBeenAdded(draft);
  return new ServiceError('refused', { doing, why: t('it may have been added already'), remedy: lookFirst() });
}
