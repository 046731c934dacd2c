import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ServiceError, UserFacingError } from '../model/errors.ts';
import type { Log } from './log.ts';
import { runCommand } from './runCommand.ts';
import { showError } from './ui/notifications.ts';

/** What a person asked for cannot be done so; the sentence says why, and what to do instead. */
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

/** Every command runs through it: a failure is logged, and told once, with the way out beside it. */
export class ErrorReporter {
  readonly #log: Log;
  /** One command may call another, and then the failure of the inner one comes by twice. */
  readonly #told = new WeakSet<object>();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * VS Code answers a rejected command with a modal dialog of its own, so a person's command never rejects.
   * One that was called by code does: its caller has to know.
   */
  async run(what: string, action: () => unknown, caller: Caller): Promise<unknown> {
    try {
      return await action();
    } catch (error) {
      if (isCancellation(error)) return undefined;
      if (!this.#isTold(error)) {
        this.#log.error(error);
        void this.show(sentenceOf(what, error), error, caller.connection);
      }
      if (caller.isCode) throw error;
      return undefined;
    }
  }

  /** What nobody called: a failure is told, and nobody waits for it. */
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

  #isTold(error: unknown): boolean {
    if (typeof error !== 'object' || error === null) return false;
    if (this.#told.has(error)) return true;
    this.#told.add(error);
    return false;
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof ServiceError && error.code === 'canceled');
}

/** Our own errors are written to be read; those of a library are not. */
export function sentenceOf(what: string, error: unknown): string {
  return error instanceof UserFacingError ? error.message : t('{0} failed unexpectedly. The log says more.', what);
}
