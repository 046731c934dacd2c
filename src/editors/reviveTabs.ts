import * as vscode from 'vscode';
import type { Log } from '../platform/log.ts';
import type { LateEditor } from './lateEditor.ts';

/** VS Code gives us a tab that is in front within moments; after this it never will. */
const patience = 5_000;

interface Revival {
  readonly viewType: string;
  readonly editor: LateEditor;
  /** Before and after a tab is opened again: whoever is closed in between was not closed by the person. */
  readonly onReopen?: (uri: vscode.Uri, isUnderWay: boolean) => void;
  readonly log: Log;
}

/**
 * After a crash of the extension host VS Code starts it again, and shows the old tabs without asking us to fill them:
 * what is done in them goes nowhere. Such a tab is opened again as it is, its text kept.
 */
export function reviveTabs(revival: Revival): vscode.Disposable {
  const waiting = new Set<NodeJS.Timeout>();
  let work: Promise<void> = Promise.resolve();
  const look = (): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      for (const group of vscode.window.tabGroups.all)
        if (isZombie(group.activeTab, revival)) work = work.then(() => revive(group, revival)).catch(() => undefined);
    }, patience);
    waiting.add(timer);
  };
  look();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ changed, opened }) => {
      if ([...changed, ...opened].some((tab) => tab.isActive && isZombie(tab, revival))) look();
    }),
    new vscode.Disposable(() => waiting.forEach((timer) => clearTimeout(timer))),
  );
}

function isZombie(tab: vscode.Tab | undefined, { viewType, editor }: Revival): boolean {
  const input = tab?.input;
  if (!tab || !(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) return false;
  return !editor.isGiven(input.uri, tab.group.viewColumn);
}

async function revive(group: vscode.TabGroup, revival: Revival): Promise<void> {
  const input = group.activeTab?.input;
  if (!isZombie(group.activeTab, revival) || !(input instanceof vscode.TabInputCustom)) return;
  revival.log.info(`Opening the tab “${group.activeTab?.label}” again, since the extension was restarted.`);
  const before = vscode.window.tabGroups.activeTabGroup;
  if (!group.isActive) await vscode.commands.executeCommand(focusCommand(group.viewColumn));
  revival.onReopen?.(input.uri, true);
  try {
    await vscode.commands.executeCommand('workbench.action.reopenTextEditor');
    await vscode.commands.executeCommand('reopenActiveEditorWith', revival.viewType);
  } finally {
    revival.onReopen?.(input.uri, false);
  }
  if (before.viewColumn !== group.viewColumn) await vscode.commands.executeCommand(focusCommand(before.viewColumn));
}

function focusCommand(column: vscode.ViewColumn): string {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
  return `workbench.action.focus${names[column - 1] ?? 'First'}EditorGroup`;
}
