import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ServiceError, UserFacingError } from '../model/errors.ts';
import type { Log } from './log.ts';
import { runCommand } from './runCommand.ts';
import { showError } from './ui/notifications.ts';

/** The user's request can't be carried out; the message says why and what to do instead. */
export class UserError extends UserFacingError {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UserError';
  }
}

export interface Caller {
  readonly isCode: boolean;
  readonly connection: string | undefined;
}

/** Runs every command: logs a failure and shows it once, with a fix as a button. */
export class ErrorReporter {
  readonly #log: Log;
  /** Errors already shown: if one command calls another, the inner failure passes through twice. */
  readonly #reported = new WeakSet<object>();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * VS Code shows a modal dialog for a rejected command, so a command called by a user never rejects. One called by
   * code does, because the caller needs to know.
   */
  async run(what: string, action: () => unknown, caller: Caller): Promise<unknown> {
    try {
      return await action();
    } catch (error) {
      if (isCancellation(error)) return undefined;
      if (!this.#isAlreadyReported(error)) {
        this.#log.error(error);
        void this.show(sentenceOf(what, error), error, caller.connection);
      }
      if (caller.isCode) throw error;
      return undefined;
    }
  }

  /** For work not started by a command: failures are shown, and nothing waits for it. */
  async runInBackground(what: string, action: () => unknown): Promise<void> {
    await this.run(what, action, { isCode: false, connection: undefined });
  }

  async show(sentence: string, error: unknown, connection: string | undefined): Promise<void> {
    const setToken = t('Set Token');
    const showLog = t('Show Log');
    const needsToken = error instanceof ServiceError && error.code === 'notSignedIn' && connection !== undefined;
    const saysAll = error instanceof UserFacingError && !error.isLogWorthReading;
    const chosen = await showError(sentence, ...(needsToken ? [setToken] : []), ...(saysAll ? [] : [showLog]));
    if (chosen === setToken) await this.runInBackground(setToken, () => runCommand('setToken', { connection }));
    if (chosen === showLog) this.#log.show();
  }

  #isAlreadyReported(error: unknown): boolean {
    if (typeof error !== 'object' || error === null) return false;
    if (this.#reported.has(error)) return true;
    this.#reported.add(error);
    return false;
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof ServiceError && error.code === 'canceled');
}

/** Our own errors are user-readable; a library's are not. */
export function sentenceOf(what: string, error: unknown): string {
  return error instanceof UserFacingError
    ? error.message
    : t('{0} failed unexpectedly. See the log for details.', what);
}
