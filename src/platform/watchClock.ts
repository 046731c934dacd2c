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

/** Looks every so often, as long as someone is at the window: whoever comes back to it has the news at once. */
export function watchClock(
  watcher: Looker,
  onDidChangeList: (listener: () => void) => vscode.Disposable,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const check = (which: 'all' | 'unseen'): void => {
    if (which === 'all') last = Date.now();
    void watcher.checkAll(lookInterval(), which);
  };
  const tick = (): void => {
    const interval = watchInterval();
    if (interval === undefined || !vscode.window.state.focused || Date.now() - last < interval - 500) return;
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
    // what is watched from now on is seen once, so that it is known what changes
    onDidChangeList(() => check('unseen')),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.watchSeconds)) begin();
    }),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}

/** For a look that someone asks for, also while none are made by themselves. */
export function lookInterval(): number {
  return watchInterval() ?? numberSettings.watchSeconds.usual * 1_000;
}

/** In milliseconds; undefined when nothing is to be looked at by itself. */
function watchInterval(): number | undefined {
  return numberSetting('watchSeconds') * 1_000 || undefined;
}

/** A watched record that is open follows what others do to it; whoever goes to its tab has looked. */
export function followWatched(watcher: Watcher, hear: (change: RecordsChange) => void): vscode.Disposable {
  const see = (): void => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = tab && tabUri(tab);
    const address = uri && addressOfUri(uri);
    if (address && address.kind !== 'newRecord') watcher.see(address);
  };
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      // the dot of a tab that was in front already is no look
      if ([...opened, ...changed].some(({ isActive, group }) => isActive && group.isActive)) see();
    }),
    watcher.onNews((address) => {
      const { connection, controller } = address;
      if (address.kind === 'record') hear({ connection, controller, ids: [address.id] });
    }),
  );
}
