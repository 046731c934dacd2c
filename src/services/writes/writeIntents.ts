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

/**
 * Write-ahead mark, recorded before a write is sent, so that after a kill it is known that the write may have been
 * sent.
 */
export interface Intent {
  /** When it was last recorded; -Infinity before that. */
  readonly at: number;
  /** Records it; it is written to disk soon. */
  put(): void;
  /** Resolves once it is written. */
  written(): Promise<void>;
}

/** The intent of a window, visible to all windows. */
export interface WriteMark extends Intent {
  readonly record: string;
  /** Records it with its ticket; null while it has none. */
  put(since?: number | null): void;
  /** Sets the intents of other windows at the time when it took its ticket. */
  setAhead(others: readonly NamedOpen[]): void;
  /** Returns until when an earlier write of the record may still arrive; 0 if there is none. */
  until(timeoutMs: number): Promise<number>;
  /** Number of such writes at the last call of `until`. */
  readonly ahead: number;
  /** Longest time that other windows have seen no update from it: a window silent for a timeout is considered dead. */
  readonly silence: number;
  /**
   * Call when there was a response, or nothing was sent. Earlier intents stay, unless they are settled as well
   * (`isSettled`).
   */
  release(isSettled: boolean): void;
}

/** Maximum time between recording an intent and sending its write: after a kill, waiters add it to the timeout. */
export const oldestIntent = 250;
/** Prevents waiting forever for a disk that is never fast enough. */
const maxAttempts = 100;
/** A window that is taking a ticket has it within this time, takes another one, or is dead. */
const placeMs = 1_000;
const maxPlaces = 10;
/** Beyond this, the log is rewritten with only the open intents. */
const maxLines = 4_000;

interface Open {
  /** When it was last recorded: the write is sent soon after. */
  readonly at: number;
  /** Its ticket; null until it has one. */
  readonly since: number | null;
  /** When its window last sent an earlier write of the record that may still arrive; null if there is none. */
  readonly sent: number | null;
}

/**
 * Writes that windows have sent without a response yet, one log per window: the next writer of such a record, in any
 * window, waits until the write has arrived or can no longer arrive. A killed window leaves its log behind.
 *
 * The log doesn't have to survive a power cut, after which nothing is in flight, so no write waits for fsync.
 */
export class WriteIntents {
  readonly clock: WriteClock;
  readonly #store: IntentStore;
  readonly #open = new Map<string, Open>();
  readonly #queue = new AppendQueue((lines) => this.#write(lines), 0);
  /** Number of lines in the log. */
  #count = 0;
  #reading: Promise<readonly IntentLog[]> | undefined;
  #readNext: Promise<readonly IntentLog[]> | undefined;
  /** Parsed logs of other windows, valid while unchanged. */
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
        // without a ticket, no other window waits for it
        if (since === null) [shown, silence] = [Infinity, 0];
        at = this.clock.now();
        silence = Math.max(silence, at - shown);
        this.#set(record, { at, since, sent });
        end = this.#queue.end;
      },
      written: () => this.#queue.flush(end),
      setAhead: (others) => {
        inLine = others.filter((one) => one.record === record);
      },
      until: async (timeoutMs) => {
        // cap the wait in case the clock was set back
        const future = this.clock.now() + placeMs;
        const lastArrival = (sentAt: number): number => (sentAt > future ? begun : sentAt) + timeoutMs + oldestIntent;
        const mine = { since: since ?? Infinity, name: this.#store.name };
        // the windows ahead are known from when it took its ticket; later calls check whether they still are
        const others = inLine ?? (await this.#others([record]));
        inLine = undefined;
        const before = others.flatMap((one) => [
          ...(isBefore(one, mine) ? [one.at] : []),
          // that write was sent, regardless of the order now
          ...(one.sent === null ? [] : [one.sent]),
        ]);
        const all = sent === null ? before : [sent, ...before];
        ahead = all.length;
        return Math.max(0, ...all.map(lastArrival));
      },
      release: (isSettled) => this.#set(record, isSettled ? undefined : earlier),
    };
    return mark;
  }

  /**
   * Takes one ticket for all marks among all windows: of two, the later one waits for the earlier one, and never both
   * for each other. Lamport bakery lock: every window that takes a ticket later sees this one and gets a higher one,
   * whatever the clock says; windows that are taking a ticket are waited for.
   */
  async queue(marks: readonly WriteMark[]): Promise<void> {
    const records = marks.map(({ record }) => record);
    const put = async (since: number | null): Promise<void> => {
      for (const mark of marks) mark.put(since);
      await Promise.all(marks.map((mark) => mark.written()));
    };
    // an intent with a time in the future, left by a wrong clock, isn't taking a ticket
    const isTaking = ({ since, at }: Open): boolean => since === null && Math.abs(this.clock.now() - at) < placeMs;
    for (let turn = 0; turn < maxPlaces; turn++) {
      const begun = this.clock.now();
      await put(null);
      const taken = (await this.#others(records)).map(({ since }) => (since ?? -Infinity) + 1);
      await put(Math.max(begun, ...taken));
      // other windows don't wait this long for a ticket
      if (Math.abs(this.clock.now() - begun) >= placeMs) continue;
      let others = await this.#others(records);
      for (; others.some(isTaking); others = await this.#others(records)) await this.clock.wait(5);
      for (const mark of marks) mark.setAhead(others);
      return;
    }
    throw diskTakesTooLong();
  }

  /** Rewrites the log with only the open intents. */
  async compact(): Promise<void> {
    if (this.#queue.end === 0) return;
    this.#count = maxLines;
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
      if (this.#count <= maxLines) await this.#store.append(lines);
      else {
        const open = [...this.#open].map(([record, one]) => lineOf(record, one));
        this.#count = open.length;
        await this.#store.replace(open.join(''));
      }
    } catch {
      // a full disk must not block saving; what it didn't accept completely is written with the next lines
      this.#count = maxLines + 1;
    }
  }

  /** Shares the next read between callers that arrive during a read, because the current one started too early. */
  #logs(): Promise<readonly IntentLog[]> {
    const read = (): Promise<readonly IntentLog[]> =>
      (this.#reading = this.#store
        .others()
        // an unreadable disk must not block saving, either
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

  /** Returns other windows' intents for these records. */
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

/** Without a ticket, nothing was sent. */
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

/** A kill may have truncated the last line. */
function lineIn(text: string): readonly unknown[] {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) ? line : [];
  } catch {
    return [];
  }
}

/**
 * Sends once all intents are on disk; records them again for as long as one has become too old in the process. Nothing
 * can happen between checking the clock and sending: after a sleep in between, the write would be sent with an old
 * intent.
 */
export async function sendIntended<T>(
  intents: readonly Intent[],
  clock: WriteClock,
  send: () => Promise<T>,
): Promise<T> {
  const isOld = ({ at }: Intent): boolean => Math.abs(clock.now() - at) > oldestIntent;
  for (let turn = 0; turn <= maxAttempts; turn++) {
    for (const intent of intents) if (isOld(intent)) intent.put();
    await Promise.all(intents.map((intent) => intent.written()));
    if (!intents.some(isOld)) return send();
  }
  throw diskTakesTooLong();
}

function diskTakesTooLong(): ServiceError {
  return new ServiceError('timedOut', {
    doing: t('save the pending request to disk'),
    why: t("this computer's disk took too long"),
    remedy: t('Nothing was sent. Try again when the disk is less busy.'),
  });
}
