import { t } from '@vscode/l10n';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { canceled } from './importTable.ts';

/** Reports how many bytes of a part were read, and allows canceling. */
export interface ReadRun {
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: ((done: number, of: number) => void) | undefined;
}

/** Reads the parts of a zip archive as streams. No part is longer than the archive declares. */
export class ZipReader {
  readonly #path: string;
  readonly #name: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(path: string, name: string, entries: ReadonlyMap<string, Entry>) {
    this.#path = path;
    this.#name = name;
    this.#entries = entries;
  }

  static async open(path: string, name: string): Promise<ZipReader> {
    const entries = new Map<string, Entry>();
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, { autoClose: false });
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      // a missing file isn't a damaged one
      throw error instanceof Error && 'syscall' in error ? error : damaged(name);
    } finally {
      zip?.close();
    }
    return new ZipReader(path, name, entries);
  }

  has(entry: string): boolean {
    return this.#entries.has(entry);
  }

  /** Yields the text of a part in chunks. */
  async *text(name: string, { signal, onRead }: ReadRun = {}): AsyncGenerator<string, void, void> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged(this.#name);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(this.#path, { autoClose: false });
      let read = 0;
      for await (const bytes of await zip.openReadStreamPromise(entry)) {
        if (signal?.aborted) throw canceled(this.#name);
        read += (bytes as Buffer).length;
        onRead?.(read, entry.uncompressedSize);
        yield decoder.decode(bytes as Buffer, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw error instanceof ServiceError ? error : damaged(this.#name);
    } finally {
      zip?.close();
    }
  }
}

export function damaged(name: string): FileProblem {
  return new FileProblem(
    t('Could not read {0}: it is not an Excel workbook, or it is damaged. Save it again as .xlsx or CSV.', name),
  );
}
