import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { linkParts, type LinkQuery } from '../model/address/recordsLink.ts';
import { showInStatusBar } from './ui/notifications.ts';

const extensionId = 'recordbench.recordbench';

/** A link that opens the list view or record in VS Code. */
export function linkTo(address: RecordsAddress, query?: LinkQuery): string {
  const { path, query: said } = linkParts(address, query);
  return `${vscode.env.uriScheme}://${extensionId}${path}${said === '' ? '' : `?${said}`}`;
}

/** Tells in the status bar that it is there: nobody sees a clipboard. */
export async function copyText(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showInStatusBar(t('{0} copied', what), 2_500);
}

export async function readClipboard(): Promise<string> {
  return vscode.env.clipboard.readText();
}
