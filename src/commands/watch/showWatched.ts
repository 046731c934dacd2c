import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { WatchedTexts } from '../../documents/watchedTexts.ts';
import { addressUri } from '../../platform/addressUri.ts';
import type { Watcher } from '../../services/watch/watcher.ts';
import { watchable } from './watch.ts';

interface Parts {
  readonly watcher: Watcher;
  readonly watchedTexts: WatchedTexts;
}

/** What has changed since the last look, beside what was there then. Whoever has seen it has looked. */
export const showWatched =
  ({ watcher, watchedTexts }: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const address = watchable(argument);
    const difference = watcher.difference(address);
    if (!difference) {
      void vscode.window.showInformationMessage(t('Nothing has changed since you last looked.'));
      await vscode.commands.executeCommand('vscode.open', addressUri(address));
      return;
    }
    await watchedTexts.show(address, difference);
    watcher.see(address);
  };
