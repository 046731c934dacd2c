import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { outsideAddress } from '../model/address/outsideAddress.ts';
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

/** Asked before a token or record goes over the network in plain sight; see `PlainHttpConsent` for when. */
export async function confirmPlainHttp(baseUrl: string): Promise<boolean> {
  const proceed = t('Connect Without Encryption');
  const chosen = await vscode.window.showWarningMessage(
    t('{0} is not encrypted.', baseUrl),
    {
      modal: true,
      detail: t(
        'Everyone on the network in between can read the token and the records. Use an address that begins with https:// if there is one.',
      ),
    },
    proceed,
  );
  return chosen === proceed;
}

/** A link out of foreign text: the person sees where it leads before anything opens. */
export async function openExternalLink(address: string): Promise<void> {
  const target = outsideAddress(address);
  if (target === undefined) return;
  const open = t('Open');
  const chosen = await vscode.window.showInformationMessage(
    t('Open this address outside VS Code?'),
    { modal: true, detail: target },
    open,
  );
  if (chosen === open) await vscode.env.openExternal(vscode.Uri.parse(target, true));
}
