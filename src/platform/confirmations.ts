import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { outsideAddress } from '../model/address/outsideAddress.ts';
import { formatNumber } from '../model/formatNumber.ts';
import type { ReadAsEmptyError } from '../model/form/readAsEmpty.ts';
import { showDialog, showQuickPick } from './ui/questions.ts';

/**
 * Confirms anything that can't be undone. Uses a quick pick with Cancel first, since VS Code focuses the first button
 * of a dialog. Quick pick lines are truncated, so the first of several details goes next to the action and the rest
 * below it.
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

/** Confirms a delete in bulk. `only`: name of the record if it is the only one. */
export function confirmDelete(count: number, only?: string): Promise<boolean> {
  const question = only === undefined ? t('Delete {0} records?', formatNumber(count)) : t('Delete {0}?', `“${only}”`);
  return confirmDestructive(t('Delete'), question, [t("Deleted records can't be restored from here.")]);
}

/** Confirms a save that the service will interpret as clearing fields. */
export function confirmClear({ labels, reasons }: ReadAsEmptyError): Promise<boolean> {
  return confirmDestructive(
    t('Save and Clear'),
    t('Clear {0}?', labels),
    reasons.map(({ text }) => text),
  );
}

const maxNamed = 10;

/** Confirms sending a new record a second time: only the user can verify that the first attempt didn't add it. */
export async function confirmSendAgain(names: readonly string[]): Promise<boolean> {
  const yes = t('Send Again');
  const look = t(
    'The outcome of the first attempt is unknown. Check the list before you send again: anything already added would be duplicated.',
  );
  const chosen = await showDialog(
    names.length === 1 ? t('Send 1 new record again?') : t('Send {0} new records again?', formatNumber(names.length)),
    { detail: [look, ...names.slice(0, maxNamed)] },
    yes,
  );
  return chosen === yes;
}

/** Confirms sending a token or record unencrypted; see `PlainHttpConsent` for when. */
export async function confirmPlainHttp(baseUrl: string): Promise<boolean> {
  const proceed = t('Connect Without Encryption');
  const why = t(
    'Anyone on the network in between can read the token and the records. Use an https:// address if there is one.',
  );
  const chosen = await showDialog(t('{0} is not encrypted.', baseUrl), { detail: [why] }, proceed);
  return chosen === proceed;
}

/** Opens a link from untrusted text after showing its target. */
export async function openExternalLink(address: string): Promise<void> {
  const target = outsideAddress(address);
  if (target === undefined) return;
  const open = t('Open');
  const question = t('Open this address outside VS Code?');
  const chosen = await showDialog(question, { detail: [target], isHarmless: true }, open);
  if (chosen === open) await vscode.env.openExternal(vscode.Uri.parse(target, true));
}
