import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Asks where to, and says where it went: in the first folder that is open, when nothing else is chosen. */
export async function savePicture(name: string, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [ending.toUpperCase()]: [ending] },
    title: t('Save {0}', name),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  vscode.window.setStatusBarMessage(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
}
