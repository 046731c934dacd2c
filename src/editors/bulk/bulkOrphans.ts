import * as vscode from 'vscode';
import { webviewPanels } from '../../manifest.ts';

/** How long VS Code may take to give a page back to us after a reload. */
const patience = 4_000;

/**
 * After a crash of the extension host the pages of runs stay on the screen, and nobody is behind them. One that comes to
 * the front and is not ours is closed: its run is in the journal, and is opened from there.
 */
export function closeOrphans(isOurs: (column: vscode.ViewColumn) => boolean): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    timer = undefined;
    for (const { activeTab, viewColumn } of vscode.window.tabGroups.all)
      if (activeTab && isPage(activeTab) && !isOurs(viewColumn)) void vscode.window.tabGroups.close(activeTab);
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

function isPage({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(webviewPanels.bulk);
}
