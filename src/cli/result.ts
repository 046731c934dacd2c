import type { JsonValue } from '../model/json.ts';
import type { ExitCode } from './exitCodes.ts';

/** Items of a list that may be too long for memory, written one per line. */
export class Items {
  readonly each: Iterable<JsonValue> | AsyncIterable<JsonValue>;

  constructor(each: Iterable<JsonValue> | AsyncIterable<JsonValue>) {
    this.each = each;
  }
}

/** Both forms of what a command found. Only the requested one is generated. */
export interface Result {
  readonly exit: ExitCode;
  /** Entries of the JSON document, after `formatVersion`, `command` and `exitCode`. */
  readonly document: Readonly<Record<string, JsonValue | Items>>;
  readonly lines: Iterable<string> | AsyncIterable<string>;
  /** Called once the result is written; the program ends when it resolves. */
  readonly afterwards?: () => Promise<void>;
}
