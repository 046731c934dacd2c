import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import type { Log } from './log.ts';

/** What is wrong with the connections setting: each time it changes it is logged, and shown once. */
export class SettingProblems {
  readonly #log: Log;
  #told = '';

  constructor(log: Log) {
    this.#log = log;
  }

  readonly tell = (problems: readonly string[]): void => {
    const now = problems.join('\n');
    if (now === this.#told) return;
    this.#told = now;
    for (const problem of problems) this.#log.warn(problem);
    if (problems.length > 0) void this.#show(problems);
  };

  async #show([first = '', ...others]: readonly string[]): Promise<void> {
    const open = 'Open Settings';
    const more =
      others.length > 0 ? ` ${others.length} more of them ${others.length > 1 ? 'are' : 'is'} in the log.` : '';
    const chosen = await vscode.window.showWarningMessage(first + more, open);
    if (chosen === open)
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settings.connections },
      });
  }
}
