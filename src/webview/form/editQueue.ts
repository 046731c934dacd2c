import { pathKey } from '../../model/form/fieldPath.ts';
import type { FormState } from '../../protocol/formProtocol.ts';
import { sameJson } from '../fields/valueText.ts';
import { type Change, isWithin, newestPerField } from './recordValues.ts';
import { errorMessage } from '../../protocol/channel.ts';

export interface EditQueueOptions {
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
