import { open } from 'node:fs/promises';

/** A new file is there after a power cut only when its folder was written as well. Windows has no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // not every file system lets a folder be opened
  }
}
