import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { outsideAddress } from '../model/address/outsideAddress.ts';
import { formatNumber } from '../model/formatNumber.ts';
import type { ReadAsEmptyError } from '../model/form/readAsEmpty.ts';
import { showDialog, showQuickPick } from './ui/questions.ts';

/**
 * Before anything that cannot be undone. A list with Cancel first, since VS Code focuses the first button of a dialog.
 * A list cuts lines off at its width, so the first of several details goes beside the action and the rest below it.
 */
export async function confirmDestructive(
  action: string,
  question: string,
  details: readonly (string | undefined)[] = [],
): Promise<boolean> {
  const lines = details.filter((line) => line !== undefined);
  const description = lines.length > 1 ? lines.shift() : undefined;
  const yes = { label: action, ...(description !== undefined && { description }), detail: lines.join(' ') };
  const chosen = await showQuickPick([{ label: t('Cancel') }, yes], { title: question, ignoreFocusOut: true });
  return chosen?.label === yes.label;
}

/** Asked before every delete of many. */
export function confirmDelete(count: number): Promise<boolean> {
  const question = count === 1 ? t('Delete 1 record?') : t('Delete {0} records?', formatNumber(count));
  return confirmDestructive(t('Delete'), question, [t('They cannot be brought back from here.')]);
}

/** Asked before a save that the service will read as clearing fields. */
export function confirmClear({ labels, reasons }: ReadAsEmptyError): Promise<boolean> {
  return confirmDestructive(
    t('Save and Clear'),
    t('Clear {0}?', labels),
    reasons.map(({ text }) => text),
  );
}

const mostNamed = 10;

/** Asked before a new record is sent a second time: only a person can tell that the first one is not there. */
export async function confirmSendAgain(names: readonly string[]): Promise<boolean> {
  const yes = t('Send Again');
  const look = t(
    'Nobody can tell whether they were added. Look for them in the list first: what is there already would be there twice.',
  );
  const chosen = await showDialog(
    names.length === 1 ? t('Send 1 new record again?') : t('Send {0} new records again?', formatNumber(names.length)),
    { detail: [look, ...names.slice(0, mostNamed)] },
    yes,
  );
  return chosen === yes;
}

/** Asked before a token or record goes over the network in plain sight; see `PlainHttpConsent` for when. */
export async function confirmPlainHttp(baseUrl: string): Promise<boolean> {
  const proceed = t('Connect Without Encryption');
  const why = t(
    'Everyone on the network in between can read the token and the records. Use an address that begins with https:// if there is one.',
  );
  const chosen = await showDialog(t('{0} is not encrypted.', baseUrl), { detail: [why] }, proceed);
  return chosen === proceed;
}

/** A link out of foreign text: the person sees where it leads before anything opens. */
export async function openExternalLink(address: string): Promise<void> {
  const target = outsideAddress(address);
  if (target === undefined) return;
  const open = t('Open');
  const question = t('Open this address outside VS Code?');
  const chosen = await showDialog(question, { detail: [target], isHarmless: true }, open);
  if (chosen === open) await vscode.env.openExternal(vscode.Uri.parse(target, true));
}
