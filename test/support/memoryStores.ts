import { createHash } from 'node:crypto';
import type { ByteStore, TextStore } from '../../src/services/common/fileStore.ts';

/** Stub for the folder that outlives the window. */
export class MemoryTextStore implements TextStore {
  readonly texts = new Map<string, string>();
  writes = 0;
  readText = async (key: string): Promise<string | undefined> => this.texts.get(key);
  writeText = async (key: string, text: string): Promise<void> => {
    this.writes++;
    this.texts.set(key, text);
  };
  delete = async (key: string): Promise<void> => void this.texts.delete(key);
  keys = async (): Promise<string[]> => [...this.texts.keys()];
  /** Modification times of texts written long ago. */
  readonly times = new Map<string, number>();
  changedAt = async (key: string): Promise<number | undefined> =>
    this.texts.has(key) ? (this.times.get(key) ?? Date.now()) : undefined;
}

export class MemoryByteStore implements ByteStore {
  readonly kept = new Map<string, Uint8Array>();
  readBytes = async (id: string): Promise<Uint8Array | undefined> => this.kept.get(id);
  writeBytes = async (bytes: Uint8Array): Promise<string> => {
    const id = createHash('sha256').update(bytes).digest('hex');
    this.kept.set(id, bytes);
    return id;
  };
  delete = async (id: string): Promise<void> => void this.kept.delete(id);
  prune = async (keep: ReadonlySet<string>): Promise<void> => {
    for (const id of this.kept.keys()) if (!keep.has(id)) this.kept.delete(id);
  };
}
