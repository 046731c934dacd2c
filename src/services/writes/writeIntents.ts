import { setTimeout as timer } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { IntentStore } from './intentFiles.ts';

export interface WriteClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const realClock: WriteClock = { now: Date.now, wait: (ms) => timer(ms) };

/** Written down before something is sent, so that whoever comes after a kill knows that it may have been. */
export interface Intent {
  /** When it was last put; -Infinity before that. */
  readonly at: number;
  /** It goes to the disk soon. */
  put(): void;
  /** Once it is there. */
  written(): Promise<void>;
}

/** A write goes out so long after it was put down at most: whoever waits for it after a kill waits so much longer. */
export const oldestIntent = 250;
/** A disk that is never quick enough must not keep anyone waiting for ever. */
const mostTurns = 100;
/** Beyond this the log is written anew, with what is still open. */
const mostLines = 4_000;

/**
 * The records that windows have sent and not heard of yet, one log for each window: whoever writes one of them next, in
 * whatever window, waits until that has arrived or can arrive no more. A window that is killed leaves its log behind.
 *
 * It need not outlive a power cut, after which nothing is on its way any more, so nobody waits for the disk itself.
 */
export class WriteIntents {
  readonly clock: WriteClock;
  readonly #store: IntentStore;
  /** When each was put that may still arrive. */
  readonly #open = new Map<string, number>();
  #lines: string[] = [];
  #count = 0;
  #put = 0;
  #written = 0;
  #pump: Promise<void> | undefined;
  #others: { readonly at: number; readonly until: Promise<ReadonlyMap<string, number>> } | undefined;

  constructor(store: IntentStore, clock: WriteClock = realClock) {
    this.#store = store;
    this.clock = clock;
  }

  intend(record: string): Intent {
    const open = this.#open;
    let at = -Infinity;
    let mine = 0;
    return {
      get at() {
        return at;
      },
      put: () => {
        at = this.clock.now();
        open.set(record, at);
        mine = this.#append(['+', record, at]);
      },
      written: async () => {
        while (this.#written < mine) await this.#flush();
      },
    };
  }

  /** It was heard of, or nothing was sent. */
  settle(record: string): void {
    if (!this.#open.delete(record)) return;
    this.#append(['-', record]);
  }

  /**
   * For who begins to write now: until when something that was sent of the record may still arrive, from here without
   * an answer or from another window; 0 without such a thing. What others have put may have been looked up `age` ms ago.
   */
  openUntil(record: string, timeoutMs: number, age = 0): () => Promise<number> {
    const begun = this.clock.now();
    // a clock that was put back must not make anyone wait for a year
    const end = (at: number | undefined): number =>
      at === undefined ? 0 : Math.min(at, begun) + timeoutMs + oldestIntent;
    const mine = end(this.#open.get(record));
    return async () => Math.max(mine, end((await this.#readOthers(age)).get(record)));
  }

  dispose(): void {
    this.#store.end(this.#open.size === 0);
  }

  #append(line: readonly [sign: '+' | '-', record: string, at?: number]): number {
    this.#lines.push(`${JSON.stringify(line)}\n`);
    this.#put += 1;
    void this.#flush();
    return this.#put;
  }

  #flush(): Promise<void> {
    this.#pump ??= Promise.resolve()
      .then(() => this.#write())
      .finally(() => (this.#pump = undefined));
    return this.#pump;
  }

  async #write(): Promise<void> {
    const put = this.#put;
    const lines = this.#lines;
    this.#lines = [];
    this.#count += lines.length;
    try {
      if (this.#count <= mostLines) await this.#store.append(lines.join(''));
      else {
        const open = [...this.#open].map(([record, at]) => `${JSON.stringify(['+', record, at])}\n`);
        this.#count = open.length;
        await this.#store.replace(open.join(''));
      }
    } catch {
      // a disk that is full is no reason to save nothing any more
    }
    this.#written = put;
  }

  #readOthers(age: number): Promise<ReadonlyMap<string, number>> {
    const now = performance.now();
    if (!this.#others || now - this.#others.at > age)
      // nor is one that cannot be read
      this.#others = { at: now, until: this.#store.others().then(openIn, () => new Map<string, number>()) };
    return this.#others.until;
  }
}

function openIn(logs: readonly string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const log of logs) {
    const open = new Map<string, number>();
    for (const text of log.split('\n')) {
      const [sign, record = '', at] = lineIn(text);
      if (sign === '+' && typeof at === 'number') open.set(record, at);
      else if (sign === '-') open.delete(record);
    }
    for (const [record, at] of open) all.set(record, Math.max(at, all.get(record) ?? at));
  }
  return all;
}

/** A kill may have cut off the last one. */
function lineIn(text: string): readonly [sign?: unknown, record?: string, at?: unknown] {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) && typeof line[1] === 'string' ? (line as [unknown, string, unknown]) : [];
  } catch {
    return [];
  }
}

/**
 * Sends once all intents are on the disk; they are put again for as long as one has become too old on its way there.
 * Between the look at the clock and the sending nothing can come: a computer that slept there would send with an old one.
 */
export async function sendIntended<T>(
  intents: readonly Intent[],
  clock: WriteClock,
  send: () => Promise<T>,
): Promise<T> {
  const isOld = ({ at }: Intent): boolean => Math.abs(clock.now() - at) > oldestIntent;
  for (let turn = 0; turn <= mostTurns; turn++) {
    for (const intent of intents) if (isOld(intent)) intent.put();
    await Promise.all(intents.map((intent) => intent.written()));
    if (!intents.some(isOld)) return send();
  }
  throw new ServiceError('timedOut', {
    doing: t('note on the disk what is about to be sent'),
    why: t('the disk of this computer takes too long'),
    remedy: t('Nothing was sent: try again when it is less busy.'),
  });
}
