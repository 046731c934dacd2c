import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from '../platform/log.ts';
import type { LazyEditor } from './lazyEditor.ts';
import { showWarning } from '../platform/ui/questions.ts';

/** VS Code gives us a tab that is in front within moments; after this it never will. */
const patience = 5_000;
/** A service may be slower than we are patient. */
const mostTries = 3;

interface Revival {
  readonly viewType: string;
  readonly editor: LazyEditor;
  /** VS Code is about to give us such a tab. */
  readonly isBeingRead: (uri: vscode.Uri) => boolean;
  /** Before and after a tab is opened again: whoever is closed in between was not closed by the person. */
  readonly onReopen?: (uri: vscode.Uri, isUnderWay: boolean) => void;
  readonly log: Log;
}

/** How often a tab was opened again, by its address and its group. */
type Tries = Map<string, number>;

/**
 * After a crash of the extension host VS Code starts it again, and shows the old tabs without asking us to fill them:
 * what is done in them goes nowhere. Such a tab is opened again as it is, its text kept. One that was just being opened
 * when the host crashed is lost to VS Code until its window is reloaded: it stays open as text.
 */
export function reviveTabs(revival: Revival): vscode.Disposable {
  const waiting = new Set<NodeJS.Timeout>();
  const tries: Tries = new Map();
  let work: Promise<void> = Promise.resolve();
  const checkSoon = (): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      for (const group of vscode.window.tabGroups.all)
        if (isZombie(group.activeTab, revival))
          work = work.then(() => revive(group, revival, tries)).catch(() => undefined);
    }, patience);
    waiting.add(timer);
  };
  checkSoon();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ changed, opened }) => {
      if ([...changed, ...opened].some((tab) => tab.isActive && isZombie(tab, revival))) checkSoon();
    }),
    new vscode.Disposable(() => waiting.forEach((timer) => clearTimeout(timer))),
  );
}

function isZombie(tab: vscode.Tab | undefined, { viewType, editor, isBeingRead }: Revival): boolean {
  const input = tab?.input;
  if (!tab || !(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) return false;
  return !isBeingRead(input.uri) && !editor.isGiven(input.uri, tab.group.viewColumn);
}

async function revive(group: vscode.TabGroup, revival: Revival, tries: Tries): Promise<void> {
  const input = group.activeTab?.input;
  if (!isZombie(group.activeTab, revival) || !(input instanceof vscode.TabInputCustom)) return;
  const label = group.activeTab?.label ?? '';
  revival.log.info(`Opening the tab “${label}” again, since the extension was restarted.`);
  const key = `${input.uri.toString()} ${group.viewColumn}`;
  const tried = (tries.get(key) ?? 0) + 1;
  tries.set(key, tried);
  const before = vscode.window.tabGroups.activeTabGroup;
  if (!group.isActive) await vscode.commands.executeCommand(focusCommand(group.viewColumn));
  revival.onReopen?.(input.uri, true);
  try {
    await vscode.commands.executeCommand('workbench.action.reopenTextEditor');
    if (tried < mostTries) await vscode.commands.executeCommand('reopenActiveEditorWith', revival.viewType);
    else void tellItIsText(label);
  } finally {
    revival.onReopen?.(input.uri, false);
  }
  if (before.viewColumn !== group.viewColumn) await vscode.commands.executeCommand(focusCommand(before.viewColumn));
}

async function tellItIsText(label: string): Promise<void> {
  const reload = t('Reload Window');
  const chosen = await showWarning(
    t('“{0}” is shown as text: VS Code cannot show it otherwise before its window is reloaded.', label),
    reload,
  );
  if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

function focusCommand(column: vscode.ViewColumn): string {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
  return `workbench.action.focus${names[column - 1] ?? 'First'}EditorGroup`;
}
