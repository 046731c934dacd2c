import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { proposedFileName } from '../model/fileName.ts';
import { UserError } from './errorReporter.ts';
import { defaultFolder } from './fileDialogs.ts';
import { writeTextFile } from './localFiles.ts';
import { showInStatusBar } from './ui/notifications.ts';
import { showSaveDialog } from './ui/questions.ts';

export const planEnding = '.recordplan.json';

/** Asks where to, saves it there and opens it. `name` is what it is about, `pieces` its text. False when no file is chosen. */
export async function savePlan(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<boolean> {
  const chosen = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(defaultFolder(), `${proposedFileName(name, 'plan')}${planEnding}`),
    // of a longer ending VS Code's own dialog sees the last part, and adds all of it once more
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

/** By its ending it is known as a plan. The dialog has not asked about a file of that longer name. */
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
      'Could not save the plan: there is a file {0} already. Choose another name.',
      vscode.workspace.asRelativePath(target),
    ),
  );
}
