import { pathKey, type FieldPath } from '../../../model/form/fieldPath.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { ValueChange } from '../../../model/form/fieldValue.ts';
import { type RecordValues, isWithin, newestPerField } from './recordValues.ts';
import { sameJson } from '../../common/page/fields/valueText.ts';
import type { FormState } from '../formProtocol.ts';
import { errorMessage } from '../../common/channel.ts';

/** How long the host may take to acknowledge an edit, in milliseconds. */
const noticeAfterMs = 2_000;

/** Edits in flight to the document. They are applied to the record immediately, and rolled back if rejected. */
export class RecordEdits {
  readonly #values: RecordValues;
  readonly #queue: EditQueue;
  /** Values before edits that are not acknowledged yet. */
  readonly #before = new Map<string, JsonValue | undefined>();
  readonly #history = new ValueHistory();

  constructor(values: RecordValues, options: Omit<EditQueueOptions, 'noticeAfterMs'>) {
    this.#values = values;
    this.#queue = new EditQueue({
      ...options,
      onRefused: (changes, message) => options.onRefused(this.#takeBack(changes), message),
      noticeAfterMs,
    });
  }

  /** Changes that the host has not acknowledged. */
  get unsent(): readonly ValueChange[] {
    return this.#queue.unsent;
  }

  put(changes: readonly ValueChange[]): void {
    for (const { at } of changes) {
      const key = pathKey(at);
      this.#history.remember(at, this.#values.at(at));
      if (!this.#before.has(key)) this.#before.set(key, this.#values.at(at));
    }
    this.#values.change(changes);
    this.#queue.put(changes);
    this.#forgetBefore();
  }

  /** Resolves once everything is acknowledged. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Resends in-flight edits, because a new host doesn't know the old one's requests. */
  sendAgain(): void {
    this.#queue.sendAgain();
  }

  /** The change in the form that is saved for the next page. */
  unsentEdit(change: ValueChange): UnsentEdit {
    return this.#history.unsent(change, this.#values);
  }

  /** Rolls back rejected changes, except where newer input is still to be sent. */
  #takeBack(refused: readonly ValueChange[]): ValueChange[] {
    const unsent = new Set(this.#queue.unsent.map(({ at }) => pathKey(at)));
    const given = refused.filter(({ at }) => !unsent.has(pathKey(at)));
    // last first: an earlier change may have moved rows
    this.#values.change(given.toReversed().map(({ at }) => ({ at, value: this.#before.get(pathKey(at)) })));
    this.#forgetBefore();
    return given;
  }

  #forgetBefore(): void {
    const unsent = new Set(this.#queue.unsent.map(({ at }) => pathKey(at)));
    for (const key of this.#before.keys()) if (!unsent.has(key)) this.#before.delete(key);
  }
}

/** An unacknowledged edit, with the values that the form itself had set there before. */
interface UnsentEdit {
  readonly at: string[];
  readonly value?: JsonValue | undefined;
  readonly was?: JsonValue[] | undefined;
}

const max = 20;

/** Values of fields before they were edited. */
class ValueHistory {
  readonly #values = new Map<string, JsonValue[]>();

  remember(at: FieldPath, value: JsonValue | undefined): void {
    const key = pathKey(at);
    const passed = this.#values.get(key) ?? [];
    this.#values.set(key, [...passed.filter((one) => !sameJson(one, value ?? null)), value ?? null].slice(-max));
  }

  /** The change in the form that is saved for the next page. */
  unsent({ at, value }: ValueChange, values: RecordValues): UnsentEdit {
    const was = [...(this.#values.get(pathKey(at)) ?? []), values.at(at) ?? null];
    return { at: [...at], ...(value === undefined ? {} : { value }), was };
  }
}

/**
 * Returns edits that never arrived. If the record has another value by now, someone changed it since, and that value
 * wins.
 */
export function findLostEdits<T extends UnsentEdit>(unsent: readonly T[], values: RecordValues): T[] {
  return unsent.filter(({ at, value, was }) => {
    const now = values.at(at);
    return !sameJson(now, value) && (was === undefined || was.some((one) => sameJson(one, now ?? null)));
  });
}

interface EditQueueOptions {
  readonly send: (changes: readonly ValueChange[]) => Promise<FormState>;
  readonly onState: (state: FormState) => void;
  readonly onRefused: (changes: readonly ValueChange[], message: string) => void;
  /** Called when the host stops responding, or responds again. */
  readonly onSilence: (isSilent: boolean) => void;
  /** Called when the unacknowledged changes differ. */
  readonly onUnsent: () => void;
  /** Timeout for a response, in milliseconds. */
  readonly noticeAfterMs: number;
}

/** Max changes per request, set by the protocol. */
const maxAtOnce = 100;

/** Sends edits to the document: one request at a time, the newest value per path, none lost. */
export class EditQueue {
  readonly #options: EditQueueOptions;
  #waiting: ValueChange[] = [];
  #flying: readonly ValueChange[] | undefined;
  #isSilent = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #settled: (() => void)[] = [];

  constructor(options: EditQueueOptions) {
    this.#options = options;
  }

  /** Changes that the host has not acknowledged. */
  get unsent(): readonly ValueChange[] {
    return newestPerField([...(this.#flying ?? []), ...this.#waiting]);
  }

  put(changes: readonly ValueChange[]): void {
    if (changes.length === 0) return;
    const before = this.#waiting;
    const isOnItsWay = (change: ValueChange): boolean =>
      // a queued change may have put another row at this path
      !before.some(({ at }) => at.length < change.at.length && isWithin(change.at, at)) &&
      (this.#flying ?? []).some(
        (other) => pathKey(other.at) === pathKey(change.at) && sameJson(other.value, change.value),
      );
    this.#waiting = newestPerField([...this.#waiting, ...changes]).filter((change) => !isOnItsWay(change));
    this.#options.onUnsent();
    this.#next();
  }

  /** Resolves once everything is acknowledged. */
  settled(): Promise<void> {
    if (!this.#flying && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** Resends in-flight edits, because a new host doesn't know the old one's requests. */
  sendAgain(): void {
    if (!this.#isSilent || !this.#flying) return;
    this.#waiting = newestPerField([...this.#flying, ...this.#waiting]);
    this.#flying = undefined;
    this.#responded();
    this.#next();
  }

  #next(): void {
    if (this.#flying) return;
    if (this.#waiting.length === 0) {
      for (const settle of this.#settled.splice(0)) settle();
      return;
    }
    void this.#fly(this.#waiting.splice(0, maxAtOnce));
  }

  async #fly(changes: readonly ValueChange[]): Promise<void> {
    this.#flying = changes;
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      this.#options.onSilence(true);
    }, this.#options.noticeAfterMs);
    try {
      const state = await this.#options.send(changes);
      if (this.#flying !== changes) return; // it has been resent
      this.#landed();
      this.#options.onState(state);
    } catch (error) {
      if (this.#flying !== changes) return;
      this.#landed();
      this.#options.onRefused(changes, errorMessage(error));
    }
    this.#next();
  }

  #landed(): void {
    this.#flying = undefined;
    this.#responded();
    this.#options.onUnsent();
  }

  #responded(): void {
    clearTimeout(this.#silence);
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#options.onSilence(false);
  }
}
