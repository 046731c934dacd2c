import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { proposedFileName } from '../model/fileName.ts';
import { UserError } from './errorReporter.ts';
import { defaultFolder } from './fileDialogs.ts';
import { writeTextFile } from './localFiles.ts';
import { showInStatusBar } from './ui/notifications.ts';
import { showSaveDialog } from './ui/questions.ts';

export const planEnding = '.recordplan.json';

/**
 * Asks for a target file, saves the plan there and opens it. `name` is its subject, `pieces` its text. Returns false if
 * no file is chosen.
 */
export async function savePlan(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<boolean> {
  const chosen = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(defaultFolder(), `${proposedFileName(name, 'plan')}${planEnding}`),
    // VS Code's own dialog sees only the last part of a longer extension and appends all of it again
    filters: { [t('Plan')]: ['json'] },
    title: t('Save as Plan'),
  });
  if (!chosen) return false;
  const target = await withEnding(chosen);
  await writeTextFile(target, pieces);
  showInStatusBar(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
  await vscode.commands.executeCommand('vscode.open', target);
  return true;
}

/**
 * Adds the file extension that identifies a plan. Throws if that file exists, because the dialog checked only the
 * shorter name.
 */
async function withEnding(chosen: vscode.Uri): Promise<vscode.Uri> {
  if (chosen.path.toLowerCase().endsWith(planEnding)) return chosen;
  const target = chosen.with({ path: `${chosen.path.replace(/\.json$/i, '')}${planEnding}` });
  const isTaken = await vscode.workspace.fs.stat(target).then(
    () => true,
    () => false,
  );
  if (!isTaken) return target;
  throw new UserError(
    t(
      'Could not save the plan: the file {0} already exists. Choose another name.',
      vscode.workspace.asRelativePath(target),
    ),
  );
}
