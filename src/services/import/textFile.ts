import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';

export interface TextFile {
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Set if the encoding is a guess. */
  readonly note: string | undefined;
}

/** Number of bytes read to detect the format. */
const sample = 64 * 1024;

export async function firstBytes(path: string, count = sample): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    const { bytesRead } = await file.read(bytes, 0, count, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Detects the encoding: by its BOM, else by its zero bytes, else by whether all of it is valid UTF-8. */
export async function detectText(path: string, name: string): Promise<TextFile> {
  const start = await firstBytes(path);
  const marked = markOf(start) ?? wideOf(start);
  if (marked !== undefined) return { path, name, encoding: marked, note: undefined };
  if (start.includes(0))
    throw new FileProblem(t('Could not read {0}: it is not text. Choose a CSV, Excel or JSON file.', name));
  if (await isUtf8(path)) return { path, name, encoding: 'utf-8', note: undefined };
  const note = t('{0} is not UTF-8, so it was read as Windows-1252. Check its characters before you continue.', name);
  return { path, name, encoding: 'windows-1252', note };
}

function markOf(bytes: Buffer): TextFile['encoding'] | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Detects UTF-16 without a BOM: most characters of a table are ASCII, so every other byte is zero. */
function wideOf(bytes: Buffer): TextFile['encoding'] | undefined {
  const nullBytes = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) nullBytes[index % 2]! += 1;
  const many = bytes.length / 5;
  const [even = 0, odd = 0] = nullBytes;
  if (odd > many && even < many / 10) return 'utf-16le';
  return even > many && odd < many / 10 ? 'utf-16be' : undefined;
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 1 << 20 }))
      decoder.decode(bytes as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Yields the text in chunks, without its BOM. Throws for bytes that are invalid in its encoding: they would be written
 * as `�`.
 */
export function readText({ path, name, encoding }: TextFile): AsyncGenerator<string, void, void> {
  return decodeText(name, encoding, () => createReadStream(path, { highWaterMark: 1 << 18 }));
}

/** `openBytes` is called a second time to find the line of invalid bytes. */
export async function* decodeText(
  name: string,
  encoding: TextFile['encoding'],
  openBytes: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let pieces = 0;
  const decoded = async (bytes?: Uint8Array): Promise<string> => {
    try {
      pieces += 1;
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw undecodable(name, encoding, await undecodableLine(encoding, openBytes(), pieces));
    }
  };
  for await (const bytes of openBytes()) {
    const text = await decoded(bytes);
    if (text !== '') yield text;
  }
  const rest = await decoded();
  if (rest !== '') yield rest;
}

async function undecodableLine(
  encoding: TextFile['encoding'],
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  piece: number,
): Promise<number> {
  const decoder = new TextDecoder(encoding);
  const linesIn = (text: string): number => text.split('\n').length - 1;
  let line = 1;
  let count = 0;
  for await (const bytes of pieces) {
    count += 1;
    const text = decoder.decode(bytes, { stream: true });
    if (count >= piece) return line + linesIn(text.slice(0, Math.max(0, text.indexOf('\uFFFD'))));
    line += linesIn(text);
  }
  return line;
}

function undecodable(name: string, encoding: TextFile['encoding'], line: number): FileProblem {
  return new FileProblem(
    t(
      'Could not read line {0} of {1}: it is not valid {2}. Save the file as UTF-8, then try again.',
      formatNumber(line),
      name,
      encoding.toUpperCase(),
    ),
  );
}
