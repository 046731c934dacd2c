import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressedTabs } from '../../platform/openRecords.ts';
import type { PendingDocument, PendingDocuments } from '../../platform/pendingDocuments.ts';
import { isTrue } from '../commandArgument.ts';
import { pendingOf } from './pendingArgument.ts';

/** Throws away what is selected in the view, or everything of ours, after one question. */
export const discardPending =
  (pending: PendingDocuments) =>
  async (argument?: unknown, second?: unknown): Promise<void> => {
    const chosen = pendingOf(pending, argument, second);
    if (chosen.length === 0) return;
    if (!isTrue(argument, 'confirmed') && !(await agree(chosen))) return;
    for (const one of chosen) await discard(one);
  };

async function agree(chosen: readonly PendingDocument[]): Promise<boolean> {
  const discardThem = t('Discard Changes');
  const [first] = chosen;
  const question =
    chosen.length === 1
      ? t('Discard the changes in “{0}”?', first?.name ?? '')
      : t('Discard the changes in {0} tabs?', chosen.length);
  const names = chosen.map(({ name }) => name);
  const detail = [...(chosen.length > 1 ? [names.slice(0, 10).join(', ')] : []), t('What was not saved is lost.')];
  const answer = await vscode.window.showWarningMessage(
    question,
    { modal: true, detail: detail.join('\n') },
    discardThem,
  );
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
