/** The service cannot start; the message is one sentence for a person, and what to do about it. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
