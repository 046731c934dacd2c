import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { type JournalLine, type LineSource, readLine } from '../../model/bulk/bulkJournal.ts';
import { isMissing } from '../../node/storage.ts';
import { noSuchRun } from './bulkErrors.ts';

/** What is read at once: whoever wants one line mostly wants its neighbors next. */
const blockSize = 1 << 17;
/** A block begins at one of these, so that going backward reads it once as well. */
const grid = blockSize / 2;
const mostBlocks = 4;
const newLine = 10;

interface Block {
  from: number;
  length: number;
  readonly bytes: Buffer;
}

/**
 * Gives the lines of a journal back by where they begin, whether or not they are on the disk yet. Nothing is kept open:
 * a run may be looked at for days, and its file be deleted meanwhile.
 */
export class JournalLines implements LineSource {
  readonly #file: string;
  /** The newest comes first. */
  readonly #blocks: Block[] = [];
  #unwritten: { readonly at: number; readonly text: string }[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  lineAt(at: number): JournalLine {
    const line = readLine(this.#unwrittenAt(at) ?? this.#textAt(at));
    if (!line) throw this.#lost();
    return line;
  }

  /** Until it is written. */
  keep(at: number, text: string): void {
    this.#unwritten.push({ at, text });
  }

  /** All that begins before this is on the disk. */
  written(end: number): void {
    const rest = this.#unwritten.findIndex(({ at }) => at >= end);
    this.#unwritten = rest < 0 ? [] : this.#unwritten.slice(rest);
  }

  #unwrittenAt(at: number): string | undefined {
    let [low, high] = [0, this.#unwritten.length];
    if (high === 0 || at < (this.#unwritten[0]?.at ?? 0)) return undefined;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#unwritten[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#unwritten[low]?.text;
  }

  #textAt(at: number): string {
    for (const block of this.#blocks) {
      const text = textIn(block, at);
      if (text !== undefined) return text;
    }
    const text = textIn(this.#read(at - (at % grid)), at);
    if (text !== undefined) return text;
    for (let size = blockSize * 2; ; size *= 2) {
      const bytes = Buffer.allocUnsafe(size);
      const length = this.#fill(bytes, at);
      const long = textIn({ from: at, length, bytes }, at);
      if (long !== undefined) return long;
      if (length < size) throw this.#lost();
    }
  }

  #read(from: number): Block {
    const old = this.#blocks.length < mostBlocks ? undefined : this.#blocks.pop();
    const block = old ?? { from, length: 0, bytes: Buffer.allocUnsafeSlow(blockSize) };
    block.from = from;
    block.length = this.#fill(block.bytes, from);
    this.#blocks.unshift(block);
    return block;
  }

  #fill(bytes: Buffer, from: number): number {
    let file: number;
    try {
      file = openSync(this.#file, 'r');
    } catch (error) {
      throw isMissing(error) ? this.#lost() : error;
    }
    try {
      return readSync(file, bytes, 0, bytes.length, from);
    } finally {
      closeSync(file);
    }
  }

  #lost(): Error {
    return noSuchRun(path.basename(this.#file, path.extname(this.#file)));
  }
}

/** Undefined when the block has not all of it. */
function textIn({ from, length, bytes }: Block, at: number): string | undefined {
  const start = at - from;
  if (start < 0 || start >= length) return undefined;
  const end = bytes.indexOf(newLine, start);
  return end < 0 || end >= length ? undefined : bytes.toString('utf8', start, end);
}
