import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys, views } from '../manifest.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { startsDemoByItself } from './settings.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { DemoProgress } from '../services/demo/demoProcess.ts';
import { withProgress } from './ui/questions.ts';

const key = 'demo.wanted';

/** Whether the demo is to be there in the next window too. */
export class DemoAutoStart {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  isWanted(): boolean {
    return this.#state.get<boolean>(key) ?? startsDemoByItself();
  }

  async remember(isWanted: boolean): Promise<void> {
    await this.#state.update(key, isWanted);
  }
}

/** Lets menus offer what fits: start what is stopped, stop what runs or is about to. */
export function syncDemoContextKey(demo: Demo): { dispose(): void } {
  const tell = (): void => void vscode.commands.executeCommand('setContext', contextKeys.demoRunning, demo.isRunning);
  tell();
  return demo.onDidChange(tell);
}

/** The tree's own progress bar, and a notification only when there is something to wait for. */
export async function withDemoProgress<T>(start: (onProgress: DemoProgress) => Promise<T>): Promise<T> {
  return withProgress({ location: { viewId: views.records }, title: t('Starting the demo') }, async () => {
    const ended = Promise.withResolvers<void>();
    let tell: ((message: string) => void) | undefined;
    let isShown = false;
    const onProgress: DemoProgress = (done, total) => {
      if (!isShown && done < total) {
        isShown = true;
        // it may be over before VS Code shows it
        void withProgress(
          { location: vscode.ProgressLocation.Notification, title: t('Preparing the demo') },
          (progress) => {
            tell = (message) => progress.report({ message });
            return ended.promise;
          },
        );
      }
      tell?.(t('{0} of {1} records', formatNumber(done), formatNumber(total)));
    };
    try {
      return await start(onProgress);
    } finally {
      ended.resolve();
    }
  });
}
