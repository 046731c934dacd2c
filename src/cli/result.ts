import type { JsonValue } from '../model/json.ts';
import type { ExitCode } from './exitCodes.ts';

/** Items of a list that may not fit into memory; written one per line. */
export class Items {
  readonly each: Iterable<JsonValue> | AsyncIterable<JsonValue>;

  constructor(each: Iterable<JsonValue> | AsyncIterable<JsonValue>) {
    this.each = each;
  }
}

/** The result of a command, as text and as JSON. Only the requested form is generated. */
export interface Result {
  readonly exit: ExitCode;
  /** Entries of the JSON document, after `formatVersion`, `command` and `exitCode`. */
  readonly document: Readonly<Record<string, JsonValue | Items>>;
  readonly lines: Iterable<string> | AsyncIterable<string>;
  /** Called after the result is written; the program exits when it resolves. */
  readonly afterwards?: () => Promise<void>;
}
