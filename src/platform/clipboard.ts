import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { linkParts, type LinkQuery } from '../model/address/recordsLink.ts';
import { curlCommand, type CurlRequest, type CurlShell, curlShells } from '../model/curlCommand.ts';
import { showInformation, showInStatusBar } from './ui/notifications.ts';
import { pickOne } from './ui/questions.ts';

const extensionId = 'recordbench.recordbench';

/** A link that opens the list view or record in VS Code. */
export function linkTo(address: RecordsAddress, query?: LinkQuery): string {
  const { path, query: said } = linkParts(address, query);
  return `${vscode.env.uriScheme}://${extensionId}${path}${said === '' ? '' : `?${said}`}`;
}

/** Confirms in the status bar, since the clipboard isn't visible. */
export async function copyText(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showInStatusBar(t('{0} copied', what), 2_500);
}

/** Copies for the shell the user picks: text quoted for one shell can run as a command in another. */
export async function copyAsCurlCommand(request: CurlRequest): Promise<void> {
  const isOwn = (shell: CurlShell): boolean => (shell === 'bash') !== (process.platform === 'win32');
  const shells = [...curlShells.filter(isOwn), ...curlShells.filter((shell) => !isOwn(shell))];
  const details: Readonly<Record<CurlShell, string>> = {
    bash: t('also zsh and Git Bash'),
    PowerShell: t('on Windows'),
    cmd: t('on Windows'),
  };
  const picked = await pickOne(
    shells.map((shell) => ({ label: shell, description: details[shell], shell })),
    { placeHolder: t('Which shell is the curl command for?') },
  );
  const { text, note } = curlCommand(picked.shell, request);
  await copyText(text, t('curl command'));
  if (note !== undefined) void showInformation(note);
}

export async function readClipboard(): Promise<string> {
  return vscode.env.clipboard.readText();
}
