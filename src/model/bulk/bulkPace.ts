import { t } from '@vscode/l10n';

/** Sliding window, so that a slow start doesn't distort the rate. */
const windowMs = 10_000;

/** Throughput and remaining time of a run. */
export class BulkPace {
  /** Completion times of the records, oldest first. */
  readonly #done: number[] = [];
  #startedAt: number;

  constructor(now: number) {
    this.#startedAt = now;
  }

  /** Restarts the measurement after a pause. */
  begin(now: number): void {
    this.#done.length = 0;
    this.#startedAt = now;
  }

  countDone(now: number): void {
    this.#done.push(now);
  }

  /** Records per second; undefined until there is enough data. */
  rate(now: number): number | undefined {
    const from = Math.max(this.#startedAt, now - windowMs);
    const first = this.#done.findIndex((at) => at >= from);
    this.#done.splice(0, first < 0 ? this.#done.length : first);
    const seconds = (now - from) / 1000;
    return this.#done.length === 0 || seconds < 0.5 ? undefined : this.#done.length / seconds;
  }
}

/** Human-readable duration: "3 min". */
export function timeLeft(records: number, rate: number | undefined): string | undefined {
  if (rate === undefined || rate <= 0 || records <= 0) return undefined;
  const seconds = Math.ceil(records / rate);
  if (seconds < 60) return t('{0} s left', seconds);
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? t('{0} min left', minutes) : t('{0} h {1} min left', Math.floor(minutes / 60), minutes % 60);
}
