import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../documents/comparedRecords.ts';
import { snapshotTexts } from '../model/snapshot.ts';
import type { Lazy } from '../services/common/lazy.ts';
import { addressUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errorReporter.ts';
import { lookInterval } from '../platform/watchClock.ts';
import type { Watcher } from '../services/watch/watcher.ts';
import type { WatchedAddress, WatchList } from '../services/watch/watchList.ts';
import { addressOf } from './addressArgument.ts';
import type { AddressArgument } from './commandArgument.ts';
import { showInformation } from '../platform/ui/notifications.ts';

export interface WatchCommandDeps {
  readonly watchList: WatchList;
  readonly watch: Lazy<{ readonly watcher: Watcher }>;
  readonly records: Lazy<{ readonly compared: ComparedRecords }>;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    watch: [argument?: AddressArgument];
    stopWatching: [argument?: AddressArgument];
    showWatched: [argument?: AddressArgument];
    lookNow: [];
  }
}

export async function watch(argument: unknown, deps: WatchCommandDeps): Promise<void> {
  await deps.watch.get(); // starts the watcher, which picks up new items in the list
  if (!(await deps.watchList.add(watchable(argument))))
    throw new UserError(
      t('Could not watch it: 50 records and list views are already being watched. Stop watching one of them first.'),
    );
}

export async function stopWatching(argument: unknown, { watchList }: WatchCommandDeps): Promise<void> {
  await watchList.remove(watchable(argument));
}

export async function lookNow(_: unknown, { watch: watching }: WatchCommandDeps): Promise<void> {
  await (await watching.get()).watcher.lookNow(lookInterval());
}

/** Compares the last seen state with the current one, then marks it as seen. */
export async function showWatched(argument: unknown, deps: WatchCommandDeps): Promise<void> {
  const { watcher } = await deps.watch.get();
  const address = watchable(argument);
  const difference = watcher.difference(address);
  if (!difference) {
    void showInformation(t('Nothing has changed since you last checked.'));
    await vscode.commands.executeCommand('vscode.open', addressUri(address));
    return;
  }
  const { before, now } = difference;
  const { compared } = await deps.records.get();
  const title = t('{0}: last seen ↔ now', now.name);
  await compared.showChange(address, 'watched', { title, ...snapshotTexts(before, now) });
  watcher.markSeen(address);
}

function watchable(argument: unknown): WatchedAddress {
  const address = addressOf(argument);
  if (address.kind === 'newRecord') throw new UserError(t('This record has not been added yet. Save it first.'));
  return address;
}
