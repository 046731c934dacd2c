import { homedir } from 'node:os';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInStatusBar } from './ui/notifications.ts';
import { showOpenDialog, showSaveDialog } from './ui/questions.ts';

/** Default folder for file dialogs: the first workspace folder on disk, or else the home directory. */
export function defaultFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder?.uri ?? vscode.Uri.file(homedir());
}

/** Asks for a target file, then reports where it was saved. */
export async function savePicture(name: string, bytes: Uint8Array): Promise<void> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const target = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(defaultFolder(), name),
    filters: { [ending.toUpperCase()]: [ending] },
    title: t('Save {0}', name),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  showInStatusBar(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
}

/** Asks for a file that holds records. */
export async function askTableFile(title: string, openLabel: string): Promise<vscode.Uri> {
  const [picked] =
    (await showOpenDialog({
      defaultUri: defaultFolder(),
      filters: { [t('Records')]: ['csv', 'tsv', 'txt', 'xlsx', 'json', 'jsonl', 'ndjson'], [t('All files')]: ['*'] },
      title,
      openLabel,
    })) ?? [];
  if (!picked) throw new vscode.CancellationError();
  return picked;
}
