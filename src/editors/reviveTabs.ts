import * as vscode from 'vscode';
import type { LazyEditor } from './lazyEditor.ts';
import type { Reopening } from './reopenTab.ts';

/** VS Code gives us a tab that is in front within moments; after this it never will. */
const patience = 5_000;

interface Revival extends Reopening {
  readonly editor: LazyEditor;
  /** VS Code is about to give us such a tab. */
  readonly isBeingRead: (uri: vscode.Uri) => boolean;
}

/**
 * After a crash of the extension host VS Code starts it again, and shows the old tabs without asking us to fill them:
 * what is done in them goes nowhere. Such a tab is opened again as it is, its text kept. One that was just being opened
 * when the host crashed is lost to VS Code until its window is reloaded: it stays open as text.
 */
export function reviveTabs(revival: Revival): vscode.Disposable {
  const waiting = new Set<NodeJS.Timeout>();
  const tries = new Map<string, number>();
  let work: Promise<void> = Promise.resolve();
  const checkSoon = (): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      for (const group of vscode.window.tabGroups.all)
        if (isZombie(group.activeTab, revival))
          work = work.then(() => reviveIn(group, revival, tries)).catch(() => undefined);
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

/** What is done then is loaded then: few windows ever need it. */
async function reviveIn(group: vscode.TabGroup, revival: Revival, tries: Map<string, number>): Promise<void> {
  const { reopenTab } = await import('./reopenTab.ts');
  const { activeTab } = group;
  if (activeTab?.input instanceof vscode.TabInputCustom && isZombie(activeTab, revival))
    await reopenTab(group, activeTab.input.uri, activeTab.label, revival, tries);
}

function isZombie(tab: vscode.Tab | undefined, { viewType, editor, isBeingRead }: Revival): boolean {
  const input = tab?.input;
  if (!tab || !(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) return false;
  return !isBeingRead(input.uri) && !editor.isGiven(input.uri, tab.group.viewColumn);
}
