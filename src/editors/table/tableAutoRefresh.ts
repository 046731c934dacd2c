import * as vscode from 'vscode';
import { settings } from '../../manifest.ts';

/** What is asked more often than this is a load for the service. */
const shortest = 5;

interface Refreshed {
  readonly panel: { readonly visible: boolean };
  autoRefresh(): void;
}

interface Surroundings {
  /** Answers how to end it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  readonly isFocused: () => boolean;
}

const real: Surroundings = {
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
  isFocused: () => vscode.window.state.focused,
};

/** Asks tables that someone can see for a refresh every so often, if the person wants that. */
export function autoRefresh(tables: () => Iterable<Refreshed>, { every, isFocused } = real): vscode.Disposable {
  let end = (): void => undefined;
  const tick = (): void => {
    if (!isFocused()) return;
    for (const table of tables()) if (table.panel.visible) table.autoRefresh();
  };
  const begin = (): void => {
    end();
    const seconds = refreshSeconds(vscode.workspace.getConfiguration().get<unknown>(settings.autoRefreshSeconds));
    end = seconds === undefined ? () => undefined : every(seconds * 1_000, tick);
  };
  begin();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.autoRefreshSeconds)) begin();
    }),
    new vscode.Disposable(() => end()),
  );
}

/** Undefined when it is off. */
function refreshSeconds(setting: unknown): number | undefined {
  return typeof setting === 'number' && setting > 0 ? Math.max(shortest, setting) : undefined;
}
