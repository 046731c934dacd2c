import type { JsonObject } from '../model/json.ts';

/** The service can't start; the message is a sentence for the user, including what to do. */
export class StartFailure extends Error {
  /** Completes "Could not start the demo:", for a user who chose neither file nor port. */
  readonly why: string;

  /** True if another process uses it and must exit first. */
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
  /** The key path of the field, like a form element's `name`. */
  readonly name?: readonly string[];
}

/** A rejected request. Becomes a response with non-empty `errors`. */
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
