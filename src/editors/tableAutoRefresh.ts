import * as vscode from 'vscode';
import { settings } from '../manifest.ts';

/** What is asked more often than this is a load for the service. */
const shortest = 5;

interface Refreshed {
  readonly panel: { readonly visible: boolean };
  autoRefresh(): void;
}

/** Asks tables that someone can see for a refresh every so often, if the person wants that. */
export function autoRefresh(tables: () => Iterable<Refreshed>): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    if (!vscode.window.state.focused) return;
    for (const table of tables()) if (table.panel.visible) table.autoRefresh();
  };
  const begin = (): void => {
    clearInterval(timer);
    const seconds = refreshSeconds(vscode.workspace.getConfiguration().get<unknown>(settings.autoRefreshSeconds));
    timer = seconds === undefined ? undefined : setInterval(tick, seconds * 1_000);
  };
  begin();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.autoRefreshSeconds)) begin();
    }),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}

/** Undefined when it is off. */
function refreshSeconds(setting: unknown): number | undefined {
  return typeof setting === 'number' && setting > 0 ? Math.max(shortest, setting) : undefined;
}
