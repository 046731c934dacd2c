/**
 * A problem outside the code (a port, a browser, the network): one sentence says what is wrong, one what to do. Shown
 * without a stack.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';

  constructor(what: string, toDo: string, cause?: unknown) {
    super(`${what} ${toDo}`, { cause });
  }
}
