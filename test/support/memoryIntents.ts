import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import type { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import type { IntentStore } from '../../src/services/writes/intentFiles.ts';
import { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import { realClock, type WriteClock, WriteIntents } from '../../src/services/writes/writeIntents.ts';
import type { History } from '../../src/services/history/history.ts';
import { memoryHistory } from './memoryHistory.ts';
import type { KillableSteps } from './mortalSteps.ts';

/** Stub for the folder with the intent logs of all windows. */
export class MemoryIntents {
  readonly logs = new Map<number, string>();
  /** Set to make the disk fail. */
  isBroken = false;
  writes = 0;
  #windows = 0;

  /** Store of another window. */
  store(): IntentStore {
    const window = this.#windows++;
    const name = String(window).padStart(4, '0');
    const put = async (text: string): Promise<void> => {
      if (this.isBroken) throw new Error('ENOSPC');
      this.writes += 1;
      this.logs.set(window, text);
    };
    return {
      name,
      append: (lines) => put((this.logs.get(window) ?? '') + lines),
      replace: put,
      others: async () => {
        if (this.isBroken) throw new Error('EIO');
        return [...this.logs].flatMap(([owner, text]) =>
          owner === window ? [] : [{ name: String(owner).padStart(4, '0'), text }],
        );
      },
      end: (isSettled) => void (isSettled && this.logs.delete(window)),
    };
  }

  /** Adds an intent of another window, which may have closed. */
  leave(record: readonly [connection: string, controller: string, id: string], at: number): () => void {
    const window = this.#windows++;
    this.logs.set(window, `${JSON.stringify(['+', JSON.stringify(record), at, at - 1])}\n`);
    return () => void this.logs.delete(window);
  }

  /** Records whose writes may still be in flight, according to the logs. */
  get open(): string[] {
    return [...this.logs.values()].flatMap((log) => {
      const open = new Set<string>();
      for (const line of log.split('\n').filter(Boolean)) {
        const [sign, record] = JSON.parse(line) as [string, string];
        if (sign === '+') open.add(record);
        else open.delete(record);
      }
      return [...open];
    });
  }
}

export interface WriterOptions {
  readonly changes?: RecordChanges;
  readonly intents?: MemoryIntents;
  readonly clock?: WriteClock;
  /** Set for a window that may be killed. */
  readonly steps?: KillableSteps | undefined;
  readonly history?: History;
}

/** One window's writer. */
export function testWriter(guard: WriteGuard, options: WriterOptions = {}): RecordWriter {
  const { changes = new RecordChanges(), intents = new MemoryIntents(), clock = realClock } = options;
  const { steps, history = memoryHistory() } = options;
  const log = intents.store();
  return new RecordWriter({ guard, changes, intents: new WriteIntents(steps?.log(log) ?? log, clock), history });
}
