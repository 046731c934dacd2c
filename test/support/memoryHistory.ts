import { History } from '../../src/services/history/history.ts';
import type { HistoryStore } from '../../src/services/history/historyFiles.ts';

/** Stub for the history folder of all windows. */
export class MemoryHistoryStore implements HistoryStore {
  readonly lines = new Map<string, string[]>();

  append(connection: string, line: string): void {
    this.lines.set(connection, [...(this.lines.get(connection) ?? []), line]);
  }

  async flush(): Promise<void> {}

  async *newestFirst(connection: string): AsyncGenerator<string> {
    yield* (this.lines.get(connection) ?? []).toReversed();
  }

  async prune(): Promise<void> {}

  async removeConnection(connection: string): Promise<void> {
    this.lines.delete(connection);
  }

  async erase(connection: string, isErased: (line: string) => boolean): Promise<void> {
    this.lines.set(
      connection,
      (this.lines.get(connection) ?? []).filter((line) => !isErased(line)),
    );
  }

  dispose(): void {}
}

/** A window's history; a storage failure fails the test. */
export function memoryHistory(files: HistoryStore = new MemoryHistoryStore(), now = Date.now): History {
  const onFailure = (error: unknown): void => {
    throw error;
  };
  return new History({ files, keepDays: () => 30, isSecret: () => false, onFailure, now });
}

export async function allOf<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of found) all.push(one);
  return all;
}
