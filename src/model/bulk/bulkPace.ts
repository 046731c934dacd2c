import { t } from '@vscode/l10n';

/** Of so long ago: a service that was slow at first is not held to it. */
const windowMs = 10_000;

/** How fast a run goes, and how long it will still take. */
export class BulkPace {
  /** When the records were done, the oldest first. */
  readonly #done: number[] = [];
  #startedAt: number;

  constructor(now: number) {
    this.#startedAt = now;
  }

  /** After a pause, which says nothing about the pace. */
  begin(now: number): void {
    this.#done.length = 0;
    this.#startedAt = now;
  }

  countDone(now: number): void {
    this.#done.push(now);
  }

  /** Records per second; undefined until there is something to tell it by. */
  rate(now: number): number | undefined {
    const from = Math.max(this.#startedAt, now - windowMs);
    const first = this.#done.findIndex((at) => at >= from);
    this.#done.splice(0, first < 0 ? this.#done.length : first);
    const seconds = (now - from) / 1000;
    return this.#done.length === 0 || seconds < 0.5 ? undefined : this.#done.length / seconds;
  }
}

/** "3 min", as a person would say it. */
export function timeLeft(records: number, rate: number | undefined): string | undefined {
  if (rate === undefined || rate <= 0 || records <= 0) return undefined;
  const seconds = Math.ceil(records / rate);
  if (seconds < 60) return t('{0} s left', seconds);
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? t('{0} min left', minutes) : t('{0} h {1} min left', Math.floor(minutes / 60), minutes % 60);
}
