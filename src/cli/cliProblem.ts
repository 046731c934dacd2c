import { ServiceError, UserFacingError } from '../model/errors.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';

/** An error of the command line itself: one sentence that includes what to do. */
export class CliProblem extends UserFacingError {
  readonly exit: ExitCode;

  constructor(sentence: string, { exit = exitCodes.failed, cause }: { exit?: ExitCode; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.name = 'CliProblem';
    this.exit = exit;
  }
}

export function exitFor(error: unknown): ExitCode {
  if (error instanceof CliProblem) return error.exit;
  if (!(error instanceof ServiceError)) return exitCodes.failed;
  if (error.code === 'notSignedIn') return exitCodes.notSignedIn;
  return error.code === 'canceled' ? exitCodes.interrupted : exitCodes.failed;
}
