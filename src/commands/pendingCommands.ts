import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../documents/comparedRecords.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { UserError } from '../platform/errorReporter.ts';
import { addressedTabs } from '../platform/openRecords.ts';
import type { PendingDocument, PendingDocuments } from '../platform/pendingDocuments.ts';
import { PendingNode } from '../tree/pendingTree.ts';
import { isTrue } from './commandArgument.ts';
import type { CommandGroup } from './commandGroup.ts';
import { compareWithSaved } from './records/compareRecords.ts';
import { showDialog } from '../platform/ui/questions.ts';

export interface PendingCommandDeps {
  readonly pending: PendingDocuments;
  readonly guard: Pick<WriteGuard, 'allows'>;
  readonly records: Lazy<{ readonly compared: ComparedRecords }>;
}

/** The view of what is not saved yet. */
export const pendingCommands = (deps: PendingCommandDeps) =>
  ({
    savePending: [t('Saving'), (argument, second) => savePending(chosenIn(deps.pending, argument, second), deps)],
    discardPending: [t('Discarding'), (argument, second) => discardPending(deps.pending, argument, second)],
    comparePending: [t('Comparing'), (argument) => comparePending(argument, deps)],
  }) satisfies CommandGroup;

/** Those that are selected in the view, the one whose line was used, or all. */
function chosenIn(pending: PendingDocuments, argument: unknown, second: unknown): readonly PendingDocument[] {
  if (!(argument instanceof PendingNode)) return pending.all;
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof PendingNode) : [];
  return (selected.includes(argument) ? selected : [argument]).map((node) => node.pending);
}

/** What is refused stays unsaved and says why, and what may not be written is left alone. Answers how many were saved. */
async function savePending(chosen: readonly PendingDocument[], { guard }: PendingCommandDeps): Promise<number> {
  let saved = 0;
  // one after the other: each may have something to say
  for (const { uri, address } of chosen) {
    if (!guard.allows(address.connection)) continue;
    const document = await vscode.workspace.openTextDocument(uri);
    if (!document.isDirty || (await document.save())) saved += 1;
  }
  return saved;
}

/** After one question for all of them. */
async function discardPending(pending: PendingDocuments, argument: unknown, second: unknown): Promise<void> {
  const chosen = chosenIn(pending, argument, second);
  if (chosen.length === 0) return;
  if (!isTrue(argument, 'confirmed') && !(await confirmDiscard(chosen))) return;
  for (const one of chosen) await discard(one);
}

async function confirmDiscard(chosen: readonly PendingDocument[]): Promise<boolean> {
  const discardThem = t('Discard Changes');
  const [first] = chosen;
  const question =
    chosen.length === 1
      ? t('Discard the changes in “{0}”?', first?.name ?? '')
      : t('Discard the changes in {0} tabs?', chosen.length);
  const names = chosen.map(({ name }) => name);
  const detail = [chosen.length > 1 ? names.slice(0, 10).join(', ') : undefined, t('What was not saved is lost.')];
  const answer = await showDialog(question, { detail }, discardThem);
  return answer === discardThem;
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
async function comparePending(argument: unknown, { records }: PendingCommandDeps): Promise<void> {
  const address = argument instanceof PendingNode ? argument.address : undefined;
  if (!address || address.kind === 'listView')
    throw new UserError(t('Could not tell which record is meant. Choose it in the view Pending Changes.'));
  await compareWithSaved((await records.get()).compared, address);
}
