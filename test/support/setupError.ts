/** Something outside the code is in the way (a port, a browser, the network): one sentence on it, one on what to do. No stack is shown. */
export class SetupError extends Error {
  override readonly name = 'SetupError';

  constructor(what: string, toDo: string, cause?: unknown) {
    super(`${what} ${toDo}`, { cause });
  }
}
