import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../model/formatNumber.ts';

const mostNamed = 10;

/** Asked before a new record is sent a second time: only a person can tell that the first one is not there. */
export async function confirmSendAgain(names: readonly string[]): Promise<boolean> {
  const yes = t('Send Again');
  const named = names.slice(0, mostNamed).join('\n');
  const chosen = await vscode.window.showWarningMessage(
    names.length === 1 ? t('Send 1 new record again?') : t('Send {0} new records again?', formatNumber(names.length)),
    {
      modal: true,
      detail: `${t('Nobody can tell whether they were added. Look for them in the list first: what is there already would be there twice.')}\n\n${named}`,
    },
    yes,
  );
  return chosen === yes;
}
