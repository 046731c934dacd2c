import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Asked before every delete of many: there is no way back. */
export async function agreesToDelete(count: number): Promise<boolean> {
  const yes = t('Delete');
  const chosen = await vscode.window.showWarningMessage(
    count === 1 ? t('Delete 1 record?') : t('Delete {0} records?', count.toLocaleString()),
    { modal: true, detail: t('The interface of the service has no way to restore them.') },
    yes,
  );
  return chosen === yes;
}
