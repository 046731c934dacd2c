import * as vscode from 'vscode';

/** How long VS Code may take to give a page back to us after a reload. */
const patience = 4_000;

interface Orphan {
  readonly viewType: string;
  readonly isOurs: (column: vscode.ViewColumn) => boolean;
  /** What becomes of it. */
  readonly end: (tab: vscode.Tab) => unknown;
}

/**
 * After a crash of the extension host the pages of runs, plans and comparisons stay on the screen, and nobody is behind
 * them. One that comes to the front and is not ours is closed, and opened again where that is of use.
 */
export function endOrphans(orphans: readonly Orphan[]): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    timer = undefined;
    for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
      const { viewType = '' } = (activeTab?.input ?? {}) as { viewType?: string };
      const found = orphans.find((one) => viewType.endsWith(one.viewType));
      if (activeTab && found && !found.isOurs(viewColumn)) found.end(activeTab);
    }
  };
  const checkLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, patience);
  };
  checkLater();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(checkLater), {
    dispose: () => clearTimeout(timer),
  });
}
