import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

const headerLength = 30;
/** The end of an archive, with the longest comment that it may have. */
const longestEnd = 22 + 0xffff;

/** The parts of a zip archive, each read as a stream. */
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
    const directory = await readDirectory(path);
    if (!directory) throw damaged(name);
    const entries = new Map<string, Entry>();
    for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x0201_4b50;) {
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
      const path8 = directory.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
      entries.set(path8, {
        method: directory.readUInt16LE(at + 10),
        packed: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      });
      at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
    return new ZipReader(path, name, entries);
  }

  has(entry: string): boolean {
    return this.#entries.has(entry);
  }

  /** Its text, piece by piece. */
  async *text(entry: string): AsyncGenerator<string, void, void> {
    const decoder = new TextDecoder('utf-8');
    try {
      for await (const bytes of await this.#stream(entry)) yield decoder.decode(bytes as Buffer, { stream: true });
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      throw damaged(this.#name);
    }
    yield decoder.decode();
  }

  async whole(entry: string, most = 50_000_000): Promise<string> {
    let text = '';
    for await (const piece of this.text(entry)) {
      text += piece;
      if (text.length > most)
        throw new FileProblem(t('Could not read {0}: it is too large. Save it as CSV.', this.#name));
    }
    return text;
  }

  async #stream(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry || entry.packed === 0xffff_ffff || entry.offset === 0xffff_ffff || ![0, 8].includes(entry.method))
      throw damaged(this.#name);
    const header = await bytesAt(this.#path, entry.offset, headerLength);
    if (header.length < headerLength || header.readUInt32LE(0) !== 0x0403_4b50) throw damaged(this.#name);
    const start = entry.offset + headerLength + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (entry.packed === 0) throw damaged(this.#name);
    const packed = createReadStream(this.#path, { start, end: start + entry.packed - 1 });
    // a reader that stops early ends both
    return entry.method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined);
  }
}

async function readDirectory(path: string): Promise<Buffer | undefined> {
  const { size } = await stat(path);
  const from = Math.max(0, size - longestEnd);
  const end = await bytesAt(path, from, size - from);
  const at = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || at + 22 > end.length) return undefined;
  const [length, start] = [end.readUInt32LE(at + 12), end.readUInt32LE(at + 16)];
  return start + length > size ? undefined : bytesAt(path, start, length);
}

async function bytesAt(path: string, from: number, count: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    const { bytesRead } = await file.read(bytes, 0, count, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function damaged(name: string): FileProblem {
  return new FileProblem(
    t('Could not read {0}: it is not an Excel workbook, or it is damaged. Save it again as .xlsx or CSV.', name),
  );
}
