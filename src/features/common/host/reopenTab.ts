import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.ts';
import { showWarning } from '../../../platform/ui/notifications.ts';

export interface Reopening {
  readonly viewType: string;
  /** Called before and after a tab is reopened: a close in between is not by the user. */
  readonly onReopen?: (uri: vscode.Uri, isInProgress: boolean) => void;
  readonly log: Log;
}

/** The service may be slower than the timeout. */
const maxAttempts = 3;

/** Reopens a tab and keeps its text. `tries` counts the attempts by address and group. */
export async function reopenTab(
  group: vscode.TabGroup,
  uri: vscode.Uri,
  label: string,
  { viewType, onReopen, log }: Reopening,
  tries: Map<string, number>,
): Promise<void> {
  log.info(`Opening the tab “${label}” again, since the extension was restarted.`);
  const key = `${uri.toString()} ${group.viewColumn}`;
  const tried = (tries.get(key) ?? 0) + 1;
  tries.set(key, tried);
  const before = vscode.window.tabGroups.activeTabGroup;
  if (!group.isActive) await vscode.commands.executeCommand(focusCommand(group.viewColumn));
  onReopen?.(uri, true);
  try {
    await vscode.commands.executeCommand('workbench.action.reopenTextEditor');
    if (tried < maxAttempts) await vscode.commands.executeCommand('reopenActiveEditorWith', viewType);
    else void explainTextView(label);
  } finally {
    onReopen?.(uri, false);
  }
  if (before.viewColumn !== group.viewColumn) await vscode.commands.executeCommand(focusCommand(before.viewColumn));
}

async function explainTextView(label: string): Promise<void> {
  const reload = t('Reload Window');
  const chosen = await showWarning(
    t("“{0}” is shown as text: VS Code can't show it any other way until the window is reloaded.", label),
    reload,
  );
  if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

function focusCommand(column: vscode.ViewColumn): string {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
  return `workbench.action.focus${names[column - 1] ?? 'First'}EditorGroup`;
}
