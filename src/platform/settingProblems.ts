import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import type { Log } from './log.ts';
import { showWarning } from './ui/notifications.ts';

/** Problems with the connections setting: logged on each change, shown once. */
export class SettingProblems {
  readonly #log: Log;
  #reported = '';

  constructor(log: Log) {
    this.#log = log;
  }

  readonly report = (problems: readonly string[]): void => {
    const now = problems.join('\n');
    if (now === this.#reported) return;
    this.#reported = now;
    for (const problem of problems) this.#log.warn(problem);
    if (problems.length > 0) void this.#show(problems);
  };

  async #show([first = '', ...others]: readonly string[]): Promise<void> {
    const open = t('Open Settings');
    const more =
      others.length === 1 ? t('1 more problem is in the log.') : t('{0} more problems are in the log.', others.length);
    const chosen = await showWarning(others.length === 0 ? first : `${first} ${more}`, open);
    if (chosen === open)
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settings.connections },
      });
  }
}
