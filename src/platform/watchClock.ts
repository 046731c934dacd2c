import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { numberSettings } from '../model/numberSetting.ts';
import { addressOfUri } from './addressUri.ts';
import { tabUri } from './addressedTabs.ts';
import { numberSetting } from './settings.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import type { Watcher } from '../services/watch/watcher.ts';

interface Looker {
  checkAll(interval: number, which?: 'all' | 'unseen'): Promise<void>;
}

/**
 * Polls at an interval while the window has focus, and immediately when it regains focus; in the background only if the
 * user wants it.
 */
export function startPolling(
  watcher: Looker,
  onDidChangeList: (listener: () => void) => vscode.Disposable,
  watchesInBackground: () => boolean = isOnInBackground,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const check = (which: 'all' | 'unseen'): void => {
    if (which === 'all') last = Date.now();
    void watcher.checkAll(lookInterval(), which);
  };
  const tick = (): void => {
    const interval = watchInterval();
    const isWatching = vscode.window.state.focused || watchesInBackground();
    if (interval === undefined || !isWatching || Date.now() - last < interval - 500) return;
    check('all');
  };
  const begin = (): void => {
    clearInterval(timer);
    const interval = watchInterval();
    timer = interval === undefined ? undefined : setInterval(tick, interval);
  };
  begin();
  check('unseen');
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(tick),
    // read new watched items once, as a baseline for changes
    onDidChangeList(() => check('unseen')),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.watchSeconds)) begin();
    }),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}

function isOnInBackground(): boolean {
  return vscode.workspace.getConfiguration().get(settings.watchInBackground) === true;
}

/** Interval for manual checks, also while polling is off. */
export function lookInterval(): number {
  return watchInterval() ?? numberSettings.watchSeconds.usual * 1_000;
}

/** In milliseconds; undefined if polling is off. */
function watchInterval(): number | undefined {
  return numberSetting('watchSeconds') * 1_000 || undefined;
}

/** Reloads an open watched record when it changes on the service; activating its tab marks it as seen. */
export function followWatched(watcher: Watcher, onChange: (change: RecordsChange) => void): vscode.Disposable {
  const see = (): void => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = tab && tabUri(tab);
    const address = uri && addressOfUri(uri);
    if (address && address.kind !== 'newRecord') watcher.markSeen(address);
  };
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      // a dirty-state change of a tab that was already active doesn't count as viewing it
      if ([...opened, ...changed].some(({ isActive, group }) => isActive && group.isActive)) see();
    }),
    watcher.onNews((address) => {
      const { connection, controller } = address;
      if (address.kind === 'record') onChange({ connection, controller, ids: [address.id] });
    }),
  );
}
