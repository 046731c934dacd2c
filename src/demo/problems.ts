import type { JsonObject } from '../model/json.ts';

/** The service cannot start; the message is one sentence for a person, and what to do about it. */
export class StartFailure extends Error {
  /** To follow "Could not start the demo:", for someone who has chosen neither file nor port. */
  readonly why: string;

  /** By another process, which has to end first. */
  readonly isInUse: boolean;

  constructor(message: string, cause?: unknown, why = message, isInUse = false) {
    super(message, { cause });
    this.why = why;
    this.isInUse = isInUse;
    this.name = 'StartFailure';
  }
}

export interface ErrorEntry {
  readonly message: string;
  readonly code: string;
  /** The key path of the field, as a form element's `name`. */
  readonly name?: readonly string[];
}

/** The request is not answered with what it asked for. Becomes a response whose `errors` are not empty. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];

  constructor(status: number, entries: readonly ErrorEntry[]) {
    super(entries.map((entry) => entry.message).join(' '));
    this.name = 'Problem';
    this.status = status;
    this.entries = entries;
  }
}

export function problem(status: number, code: string, message: string): RequestProblem {
  return new RequestProblem(status, [{ message, code }]);
}

export function entryJson(entry: ErrorEntry): JsonObject {
  return {
    message: entry.message,
    code: entry.code,
    ...(entry.name ? { name: [...entry.name], __name: entry.name.join('.') } : {}),
  };
}
