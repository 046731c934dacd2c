import { UserFacingError } from '../model/errors.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';

/** An error of the command line itself: one sentence that says what to do. */
export class CliProblem extends UserFacingError {
  readonly exit: ExitCode;

  constructor(sentence: string, { exit = exitCodes.failed, cause }: { exit?: ExitCode; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.name = 'CliProblem';
    this.exit = exit;
  }
}
