import { pathKey, type FieldPath } from '../../model/form/fieldPath.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Change, RecordValues } from './recordValues.ts';
import { EditQueue, type EditQueueOptions } from './editQueue.ts';
import { sameJson } from '../fields/valueText.ts';

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
    // the last first: an earlier one may have put other rows into their places
    this.#values.change(given.toReversed().map(({ at }) => ({ at, value: this.#before.get(pathKey(at)) })));
    this.#forgetBefore();
    return given;
  }

  #forgetBefore(): void {
    const unsent = new Set(this.#queue.unsent.map(({ at }) => pathKey(at)));
    for (const key of this.#before.keys()) if (!unsent.has(key)) this.#before.delete(key);
  }
}

/** What was typed and not acknowledged, with the values that its place had before by the form's own hand. */
interface UnsentEdit {
  readonly at: string[];
  readonly value?: JsonValue | undefined;
  readonly was?: JsonValue[] | undefined;
}

const most = 20;

/** The values that fields had before they were typed into. */
class ValueHistory {
  readonly #values = new Map<string, JsonValue[]>();

  remember(at: FieldPath, value: JsonValue | undefined): void {
    const key = pathKey(at);
    const passed = this.#values.get(key) ?? [];
    this.#values.set(key, [...passed.filter((one) => !sameJson(one, value ?? null)), value ?? null].slice(-most));
  }

  /** The change as it is saved for the page that follows. */
  unsent({ at, value }: Change, values: RecordValues): UnsentEdit {
    const was = [...(this.#values.get(pathKey(at)) ?? []), values.at(at) ?? null];
    return { at: [...at], ...(value === undefined ? {} : { value }), was };
  }
}

/** What never arrived. Where something else stands by now, somebody changed it since: that is newer. */
export function findLostEdits<T extends UnsentEdit>(unsent: readonly T[], values: RecordValues): T[] {
  return unsent.filter(({ at, value, was }) => {
    const now = values.at(at);
    return !sameJson(now, value) && (was === undefined || was.some((one) => sameJson(one, now ?? null)));
  });
}
