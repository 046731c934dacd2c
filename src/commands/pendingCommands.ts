import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../documents/comparedRecords.ts';
import type { SaveRefusal } from '../documents/recordsDocuments.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { confirmDestructive } from '../platform/confirmations.ts';
import { UserError } from '../platform/errorReporter.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { addressedTabs, tabUri } from '../platform/addressedTabs.ts';
import type { PendingDocument, PendingDocuments } from '../platform/pendingDocuments.ts';
import { PendingNode } from '../tree/pendingNode.ts';
import { addressInFront } from './addressArgument.ts';
import { type Confirmed, isTrue } from './commandArgument.ts';
import { planDocuments, type PlanPendingDeps, type PlanPendingRecords } from './planPending.ts';
import { compareWithSaved } from './records/compareRecords.ts';
import { showError } from '../platform/ui/notifications.ts';
import { showDialog } from '../platform/ui/questions.ts';

export interface PendingCommandDeps extends PlanPendingDeps {
  readonly pending: PendingDocuments;
  /** Whether the view of them is in sight. */
  readonly isPendingShown: () => boolean;
  readonly guard: Pick<WriteGuard, 'allows'>;
  readonly records: Lazy<
    {
      readonly compared: ComparedRecords;
      readonly save: (document: vscode.TextDocument) => Promise<SaveRefusal | undefined>;
    } & PlanPendingRecords
  >;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    savePending: [argument?: Confirmed];
    saveAllPending: [];
    saveInFront: [];
    discardPending: [argument?: Confirmed];
    discardAllPending: [];
    comparePending: [];
    planPending: [argument?: vscode.Uri];
  }
}

/** Those that are selected in the view, the one whose line or tab was used, or all. */
function chosenIn(pending: PendingDocuments, argument: unknown, second: unknown): readonly PendingDocument[] {
  if (argument instanceof vscode.Uri) return pending.all.filter(({ uri }) => uri.toString() === argument.toString());
  if (!(argument instanceof PendingNode)) return pending.all;
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof PendingNode) : [];
  return (selected.includes(argument) ? selected : [argument]).map((node) => node.pending);
}

/** What is refused stays unsaved and says why, and what may not be written is left alone. Answers how many were saved. */
export async function savePending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<number> {
  const chosen = chosenIn(deps.pending, argument, second).filter(({ address }) =>
    deps.guard.allows(address.connection),
  );
  const isKnown = isTrue(argument, 'confirmed') || isSeen(argument, deps);
  if (chosen.length > 0 && !isKnown && !(await confirmSave(chosen))) return 0;
  const refusals: string[] = [];
  // one after the other: each may have something to say
  for (const { uri } of chosen) {
    const document = await vscode.workspace.openTextDocument(uri);
    const refusal = await (await deps.records.get()).save(document);
    if (refusal) refusals.push(refusal.sentence);
  }
  const [first, ...others] = refusals;
  if (first !== undefined)
    void showError(
      others.length === 0
        ? first
        : t('{0} of {1} tabs were not saved. Open them to see why.', refusals.length, chosen.length),
    );
  return chosen.length - refusals.length;
}

/** For a button above a view, to which VS Code passes the line that has the focus. */
export async function saveAllPending(_: unknown, deps: PendingCommandDeps): Promise<number> {
  return savePending(undefined, deps);
}

/** Ctrl+S with the keyboard outside the page. VS Code's save would report a refusal in a notification over the page. */
export async function saveInFront(_: unknown, { records }: PendingCommandDeps): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uri = tab && tabUri(tab);
  if (!uri || !addressOfUri(uri)) return;
  const refusal = await (await records.get()).save(await vscode.workspace.openTextDocument(uri));
  if (refusal && !refusal.isShown) throw new UserError(refusal.sentence);
}

/** Whether a person sees what is saved. A link to this command can stand anywhere, and looks like the palette or a line. */
function isSeen(argument: unknown, { isPendingShown }: PendingCommandDeps): boolean {
  if (argument instanceof PendingNode) return isPendingShown();
  return argument === undefined && (isPendingShown() || addressInFront() !== undefined);
}

async function confirmSave(chosen: readonly PendingDocument[]): Promise<boolean> {
  const question =
    chosen.length === 1
      ? t('Save the changes in “{0}”?', chosen[0]?.name ?? '')
      : t('Save the changes in {0} tabs?', chosen.length);
  const save = t('Save');
  const detail = [namesOf(chosen), t('They are written to the service.')];
  return (await showDialog(question, { detail }, save)) === save;
}

/** After one question for all of them. */
export async function discardPending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<void> {
  const chosen = chosenIn(deps.pending, argument, second);
  if (chosen.length === 0) return;
  if (!isTrue(argument, 'confirmed') && !(await confirmDiscard(chosen))) return;
  for (const one of chosen) await discard(one);
}

export async function discardAllPending(_: unknown, deps: PendingCommandDeps): Promise<void> {
  await discardPending(undefined, deps);
}

function confirmDiscard(chosen: readonly PendingDocument[]): Promise<boolean> {
  const question =
    chosen.length === 1
      ? t('Discard the changes in “{0}”?', chosen[0]?.name ?? '')
      : t('Discard the changes in {0} tabs?', chosen.length);
  return confirmDestructive(t('Discard Changes'), question, [t('Unsaved changes will be lost.'), namesOf(chosen)]);
}

/** Of several, the first ten; one is named in the question. */
function namesOf(chosen: readonly PendingDocument[]): string | undefined {
  const names = chosen.slice(0, 10).map(({ name }) => name);
  return chosen.length > 1 ? names.join(', ') : undefined;
}

/** VS Code reverts only what is in front. A record that was never added has nothing to go back to, and is closed. */
async function discard({ uri, address }: PendingDocument): Promise<void> {
  const tab = addressedTabs().find((one) => one.uri.toString() === uri.toString())?.tab;
  const viewType = tab?.input instanceof vscode.TabInputCustom ? tab.input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, tab?.group.viewColumn);
  await vscode.commands.executeCommand(
    address.kind === 'newRecord' ? 'workbench.action.revertAndCloseActiveEditor' : 'workbench.action.files.revert',
  );
}

/** What was changed in the one whose line was used. */
export async function comparePending(argument: unknown, { records }: PendingCommandDeps): Promise<void> {
  const address = argument instanceof PendingNode ? argument.address : undefined;
  if (!address || address.kind === 'listView')
    throw new UserError(t('Could not tell which record is meant. Choose it in the view Pending Changes.'));
  await compareWithSaved((await records.get()).compared, address);
}

export async function planPending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<void> {
  await planDocuments(chosenIn(deps.pending, argument, second), deps);
}
