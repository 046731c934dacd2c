import { setTimeout as timer } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { AppendQueue } from '../../node/storage.ts';
import type { IntentLog, IntentStore } from './intentFiles.ts';

export interface WriteClock {
  now(): number;
  /** Ends early, without an error, when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: WriteClock = {
  now: Date.now,
  wait: (ms, signal) => timer(ms, undefined, { signal }).catch(() => undefined),
};

/** Written down before something is sent, so that whoever comes after a kill knows that it may have been. */
export interface Intent {
  /** When it was last put; -Infinity before that. */
  readonly at: number;
  /** It goes to the disk soon. */
  put(): void;
  /** Once it is there. */
  written(): Promise<void>;
}

/** The intent of a window, for all windows to see. */
export interface WriteMark extends Intent {
  readonly record: string;
  /** With its place in the line; null while it has none. */
  put(since?: number | null): void;
  /** What other windows have of it, as they were when it took its place. */
  standBehind(others: readonly NamedOpen[]): void;
  /** Until when something may still arrive that was sent of the record before; 0 without such a thing. */
  until(timeoutMs: number): Promise<number>;
  /** How many such things there were when that was last asked. */
  readonly ahead: number;
  /** For how long others have seen nothing new of it at most: whoever is silent for a time-out is taken for gone. */
  readonly silence: number;
  /** It was heard of, or nothing was sent. What was there before it stays, unless that `isSettled` as well. */
  drop(isSettled: boolean): void;
}

/** A write goes out so long after it was put down at most: whoever waits for it after a kill waits so much longer. */
export const oldestIntent = 250;
/** A disk that is never quick enough must not keep anyone waiting for ever. */
const mostTurns = 100;
/** Whoever is about to take a place in the line has it in less than this, or takes another one, or is gone. */
const placeMs = 1_000;
const mostPlaces = 10;
/** Beyond this the log is written anew, with what is still open. */
const mostLines = 4_000;

interface Open {
  /** When it was last put: it goes out soon after. */
  readonly at: number;
  /** Its place in the line; null until it has one. */
  readonly since: number | null;
  /** When its window last sent something of the record before, which may still arrive; null without such a thing. */
  readonly sent: number | null;
}

/**
 * The records that windows have sent and not heard of yet, one log for each window: whoever writes one of them next, in
 * whatever window, waits until that has arrived or can arrive no more. A window that is killed leaves its log behind.
 *
 * It need not outlive a power cut, after which nothing is on its way any more, so nobody waits for the disk itself.
 */
export class WriteIntents {
  readonly clock: WriteClock;
  readonly #store: IntentStore;
  readonly #open = new Map<string, Open>();
  readonly #queue = new AppendQueue((lines) => this.#write(lines), 0);
  /** How many lines the log has. */
  #count = 0;
  #reading: Promise<readonly IntentLog[]> | undefined;
  #readNext: Promise<readonly IntentLog[]> | undefined;
  /** What the logs of the others say, as long as nothing comes to them. */
  #read: ReadonlyMap<string, { readonly text: string; readonly open: ReadonlyMap<string, Open> }> = new Map();

  constructor(store: IntentStore, clock: WriteClock = realClock) {
    this.#store = store;
    this.clock = clock;
  }

  mark(record: string): WriteMark {
    const earlier = this.#open.get(record);
    const sent = earlier ? Math.max(earlier.at, earlier.sent ?? -Infinity) : null;
    const begun = this.clock.now();
    let at = -Infinity;
    let since: number | null = null;
    let [end, ahead, silence, shown] = [0, 0, 0, Infinity];
    let inLine: readonly NamedOpen[] | undefined;
    const mark: WriteMark = {
      record,
      get at() {
        return at;
      },
      get ahead() {
        return ahead;
      },
      get silence() {
        return silence;
      },
      put: (position = since) => {
        since = position;
        if (end > 0 && this.#queue.written >= end) shown = at;
        // before it has a place nobody waits for it
        if (since === null) [shown, silence] = [Infinity, 0];
        at = this.clock.now();
        silence = Math.max(silence, at - shown);
        this.#set(record, { at, since, sent });
        end = this.#queue.end;
      },
      written: () => this.#queue.flush(end),
      standBehind: (others) => {
        inLine = others.filter((one) => one.record === record);
      },
      until: async (timeoutMs) => {
        // a clock that was put back must not make anyone wait for a year
        const future = this.clock.now() + placeMs;
        const lastArrival = (sentAt: number): number => (sentAt > future ? begun : sentAt) + timeoutMs + oldestIntent;
        const mine = { since: since ?? Infinity, name: this.#store.name };
        // who is before it is known since it took its place; whether they still are is another question
        const others = inLine ?? (await this.#others([record]));
        inLine = undefined;
        const before = others.flatMap((one) => [
          ...(isBefore(one, mine) ? [one.at] : []),
          // that was sent, whoever comes first now
          ...(one.sent === null ? [] : [one.sent]),
        ]);
        const all = sent === null ? before : [sent, ...before];
        ahead = all.length;
        return Math.max(0, ...all.map(lastArrival));
      },
      drop: (isSettled) => this.#set(record, isSettled ? undefined : earlier),
    };
    return mark;
  }

  /**
   * They take one place in the line of all windows: of two, the later one waits for the earlier one, and never each for
   * the other. Lamport bakery lock: a place is seen by all who take one later, and theirs comes after it, whatever the
   * clock says; who is about to take one is waited for.
   */
  async queue(marks: readonly WriteMark[]): Promise<void> {
    const records = marks.map(({ record }) => record);
    const put = async (since: number | null): Promise<void> => {
      for (const mark of marks) mark.put(since);
      await Promise.all(marks.map((mark) => mark.written()));
    };
    // an intent that a clock has left in the future is nobody who is about to do something
    const isTaking = ({ since, at }: Open): boolean => since === null && Math.abs(this.clock.now() - at) < placeMs;
    for (let turn = 0; turn < mostPlaces; turn++) {
      const begun = this.clock.now();
      await put(null);
      const taken = (await this.#others(records)).map(({ since }) => (since ?? -Infinity) + 1);
      await put(Math.max(begun, ...taken));
      // nobody has waited for so long
      if (Math.abs(this.clock.now() - begun) >= placeMs) continue;
      let others = await this.#others(records);
      for (; others.some(isTaking); others = await this.#others(records)) await this.clock.wait(5);
      for (const mark of marks) mark.standBehind(others);
      return;
    }
    throw diskTakesTooLong();
  }

  /** Writes the log anew, with what is still open alone. */
  async compact(): Promise<void> {
    if (this.#queue.end === 0) return;
    this.#count = mostLines;
    this.#append('\n');
    await this.#queue.flush();
  }

  dispose(): void {
    this.#store.end(this.#open.size === 0);
  }

  #set(record: string, open: Open | undefined): void {
    if (open) this.#open.set(record, open);
    else this.#open.delete(record);
    this.#append(lineOf(record, open));
  }

  #append(line: string): void {
    this.#count += 1;
    this.#queue.append(line);
  }

  async #write(lines: string): Promise<void> {
    try {
      if (this.#count <= mostLines) await this.#store.append(lines);
      else {
        const open = [...this.#open].map(([record, one]) => lineOf(record, one));
        this.#count = open.length;
        await this.#store.replace(open.join(''));
      }
    } catch {
      // a disk that is full is no reason to save nothing any more; what it did not take, or in part, comes with the next
      this.#count = mostLines + 1;
    }
  }

  /** Whoever asks while they are being read gets what is read next, which is one for all: this began too early. */
  #logs(): Promise<readonly IntentLog[]> {
    const read = (): Promise<readonly IntentLog[]> =>
      (this.#reading = this.#store
        .others()
        // a disk that cannot be read is no reason to save nothing any more, either
        .catch(() => [])
        .finally(() => {
          this.#reading = undefined;
        }));
    if (!this.#reading) return read();
    this.#readNext ??= this.#reading.then(() => {
      this.#readNext = undefined;
      return read();
    });
    return this.#readNext;
  }

  /** What other windows have of these. */
  async #others(records: readonly string[]): Promise<NamedOpen[]> {
    const logs = await this.#logs();
    if (logs.length === 0) return [];
    const read = new Map(
      logs.map(({ name, text }) => {
        const known = this.#read.get(name);
        return [name, known?.text === text ? known : { text, open: openIn(text) }];
      }),
    );
    this.#read = read;
    return [...read].flatMap(([name, { open }]) =>
      records.flatMap((record) => {
        const one = open.get(record);
        return one ? [{ ...one, name, record }] : [];
      }),
    );
  }
}

interface NamedOpen extends Open {
  readonly name: string;
  readonly record: string;
}

/** Without a place nothing was sent. */
function isBefore({ since, name }: NamedOpen, mine: { since: number; name: string }): boolean {
  if (since === null) return false;
  return since < mine.since || (since === mine.since && name < mine.name);
}

function lineOf(record: string, open: Open | undefined): string {
  return `${JSON.stringify(open ? ['+', record, open.at, open.since, open.sent] : ['-', record])}\n`;
}

function openIn(log: string): Map<string, Open> {
  const open = new Map<string, Open>();
  for (const text of log.split('\n')) {
    const [sign, record, at, since, sent] = lineIn(text);
    if (typeof record !== 'string') continue;
    if (sign === '+' && typeof at === 'number')
      open.set(record, { at, since: numberOrNull(since), sent: numberOrNull(sent) });
    else if (sign === '-') open.delete(record);
  }
  return open;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** A kill may have cut off the last one. */
function lineIn(text: string): readonly unknown[] {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) ? line : [];
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
  throw diskTakesTooLong();
}

function diskTakesTooLong(): ServiceError {
  return new ServiceError('timedOut', {
    doing: t('note on the disk what is about to be sent'),
    why: t('the disk of this computer takes too long'),
    remedy: t('Nothing was sent: try again when it is less busy.'),
  });
}
