import { pathKey, type FieldPath } from '../../../model/form/fieldPath.ts';
import type { JsonValue } from '../../../model/json.ts';
import { type Change, type RecordValues, isWithin, newestPerField } from './recordValues.ts';
import { sameJson } from '../../common/page/fields/valueText.ts';
import type { FormState } from '../formProtocol.ts';
import { errorMessage } from '../../common/channel.ts';

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

interface EditQueueOptions {
  readonly send: (changes: readonly Change[]) => Promise<FormState>;
  readonly onState: (state: FormState) => void;
  readonly onRefused: (changes: readonly Change[], message: string) => void;
  /** The host has not answered for a while, or answers again. */
  readonly onSilence: (isSilent: boolean) => void;
  /** What is not yet acknowledged is other than before. */
  readonly onUnsent: () => void;
  /** How long an answer may take, in milliseconds. */
  readonly patience: number;
}

/** What the protocol takes at once. */
const mostAtOnce = 100;

/** Brings edits to the document: one at a time, the newest value for each place, none forgotten. */
export class EditQueue {
  readonly #options: EditQueueOptions;
  #waiting: Change[] = [];
  #flying: readonly Change[] | undefined;
  #isSilent = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #settled: (() => void)[] = [];

  constructor(options: EditQueueOptions) {
    this.#options = options;
  }

  /** What the host has not acknowledged. */
  get unsent(): readonly Change[] {
    return newestPerField([...(this.#flying ?? []), ...this.#waiting]);
  }

  put(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const before = this.#waiting;
    const isOnItsWay = (change: Change): boolean =>
      // what waits may have put another row into the place
      !before.some(({ at }) => at.length < change.at.length && isWithin(change.at, at)) &&
      (this.#flying ?? []).some(
        (other) => pathKey(other.at) === pathKey(change.at) && sameJson(other.value, change.value),
      );
    this.#waiting = newestPerField([...this.#waiting, ...changes]).filter((change) => !isOnItsWay(change));
    this.#options.onUnsent();
    this.#next();
  }

  /** Once everything is acknowledged. */
  settled(): Promise<void> {
    if (!this.#flying && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** There is a new host, which knows nothing of what the old one was asked. */
  sendAgain(): void {
    if (!this.#isSilent || !this.#flying) return;
    this.#waiting = newestPerField([...this.#flying, ...this.#waiting]);
    this.#flying = undefined;
    this.#heard();
    this.#next();
  }

  #next(): void {
    if (this.#flying) return;
    if (this.#waiting.length === 0) {
      for (const settle of this.#settled.splice(0)) settle();
      return;
    }
    void this.#fly(this.#waiting.splice(0, mostAtOnce));
  }

  async #fly(changes: readonly Change[]): Promise<void> {
    this.#flying = changes;
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      this.#options.onSilence(true);
    }, this.#options.patience);
    try {
      const state = await this.#options.send(changes);
      if (this.#flying !== changes) return; // it was sent again meanwhile
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
    this.#heard();
    this.#options.onUnsent();
  }

  #heard(): void {
    clearTimeout(this.#silence);
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#options.onSilence(false);
  }
}
