import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../model/formatNumber.ts';

/** Asked before every delete of many: there is no way back. */
export async function confirmDelete(count: number): Promise<boolean> {
  const yes = t('Delete');
  const chosen = await vscode.window.showWarningMessage(
    count === 1 ? t('Delete 1 record?') : t('Delete {0} records?', formatNumber(count)),
    { modal: true, detail: t('The interface of the service has no way to restore them.') },
    yes,
  );
  return chosen === yes;
}
