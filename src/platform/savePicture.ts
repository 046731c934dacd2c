import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { usualFolder } from './usualFolder.ts';

/** Asks where to, and says where it went. */
export async function savePicture(name: string, bytes: Uint8Array): Promise<void> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(usualFolder(), name),
    filters: { [ending.toUpperCase()]: [ending] },
    title: t('Save {0}', name),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  vscode.window.setStatusBarMessage(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
}
