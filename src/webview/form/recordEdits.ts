import { pathKey } from '../../model/form/fieldPath.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Change, RecordValues } from './recordValues.ts';
import { EditQueue, type EditQueueOptions } from './editQueue.ts';
import { ValueHistory, type UnsentEdit } from './passedValues.ts';

/** How long the host may take to acknowledge an edit, in milliseconds. */
const patience = 2_000;

/** What is typed, on its way into the document. The record has it at once, and loses it again where it is refused. */
export class RecordEdits {
  readonly #values: RecordValues;
  readonly #queue: EditQueue;
  /** What stood in the record before an edit that is not acknowledged yet. */
  readonly #before = new Map<string, JsonValue | undefined>();
  readonly #history = new ValueHistory();

  constructor(values: RecordValues, options: Omit<EditQueueOptions, 'patience'>) {
    this.#values = values;
    this.#queue = new EditQueue({
      ...options,
      onRefused: (changes, message) => options.onRefused(this.#takeBack(changes), message),
      patience,
    });
  }

  /** What the host has not acknowledged. */
  get unsent(): readonly Change[] {
    return this.#queue.unsent;
  }

  put(changes: readonly Change[]): void {
    for (const { at } of changes) {
      const key = pathKey(at);
      this.#history.remember(at, this.#values.at(at));
      if (!this.#before.has(key)) this.#before.set(key, this.#values.at(at));
    }
    this.#values.change(changes);
    this.#queue.put(changes);
    this.#forgetBefore();
  }

  /** Once everything is acknowledged. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** There is a new host, which knows nothing of what the old one was asked. */
  sendAgain(): void {
    this.#queue.sendAgain();
  }

  /** A change as it is saved for the page that follows. */
  unsentEdit(change: Change): UnsentEdit {
    return this.#history.unsent(change, this.#values);
  }

  /** What was typed since will be tried next. */
  #takeBack(refused: readonly Change[]): Change[] {
    const unsent = new Set(this.#queue.unsent.map(({ at }) => pathKey(at)));
    const given = refused.filter(({ at }) => !unsent.has(pathKey(at)));
    this.#values.change(given.map(({ at }) => ({ at, value: this.#before.get(pathKey(at)) })));
    this.#forgetBefore();
    return given;
  }

  #forgetBefore(): void {
    const unsent = new Set(this.#queue.unsent.map(({ at }) => pathKey(at)));
    for (const key of this.#before.keys()) if (!unsent.has(key)) this.#before.delete(key);
  }
}
