/** The service cannot start; the message is one sentence for a person, and what to do about it. */
export class StartFailure extends Error {
  /** To follow "Could not start the demo:", for someone who has chosen neither file nor port. */
  readonly why: string;

  constructor(message: string, cause?: unknown, why = message) {
    super(message, { cause });
    this.why = why;
    this.name = 'StartFailure';
  }
}
