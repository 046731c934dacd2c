import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { KnownSecrets } from '../model/connection/knownSecrets.ts';
import { directionMarks } from '../model/fileName.ts';
import { type FileProblem, fileProblem } from '../model/fileProblem.ts';
import type { JsonValue } from '../model/json.ts';
import { jsonText } from '../model/plan/recordPlan.ts';
import { CliProblem } from './cliProblem.ts';
import { type Result, Items } from './result.ts';

/** Version of the JSON documents. Increased only for breaking changes. */
const formatVersion = 1;
const progressEveryMs = 100;

export interface TerminalStreams {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The only place that writes to stdout and stderr. */
export class Terminal {
  readonly #streams: TerminalStreams;
  readonly #secrets: Pick<KnownSecrets, 'redact'>;
  /** Set if stdout failed or was closed by its reader, such as `head`. */
  #isClosed = false;
  #outputProblem: FileProblem | undefined;
  #progressAt = 0;
  #progressLength = 0;
  /** True once the content of a file is shown on a terminal, where progress would be in the middle of it. */
  #showsContent = false;
  isQuiet = false;
  isDebug = false;

  constructor(streams: TerminalStreams, secrets: Pick<KnownSecrets, 'redact'>) {
    this.#streams = streams;
    this.#secrets = secrets;
    streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.#isClosed = true;
      // the reader of a pipe may have read enough
      if (error.code !== 'EPIPE') this.#outputProblem ??= fileProblem('write the result to stdout', error);
    });
    streams.stderr.on('error', () => undefined);
  }

  async writeLines(lines: Result['lines']): Promise<void> {
    const out = new Chunks((text) => this.#write(text));
    for await (const line of lines) await out.add(`${plainLine(line)}\n`);
    await out.end();
  }

  async writeDocument(command: string, exitCode: number, entries: Result['document']): Promise<void> {
    const out = new Chunks((text) => this.#write(text));
    let between = '{\n';
    const all: Result['document'] = { formatVersion, command, exitCode, ...entries };
    for (const [key, value] of Object.entries(all)) {
      await out.add(`${between}  ${safeJson(key)}: `);
      between = ',\n';
      const each = value instanceof Items ? value.each : Array.isArray(value) ? value : undefined;
      if (!each) {
        await out.add(safeJson(value as JsonValue));
        continue;
      }
      let before = '[\n    ';
      for await (const item of each) {
        await out.add(before + safeJson(item));
        before = ',\n    ';
      }
      await out.add(before === ',\n    ' ? '\n  ]' : '[]');
    }
    await out.add('\n}\n');
    await out.end();
  }

  /** Returns the error of stdout, if any, after everything was written. */
  async outputProblem(): Promise<FileProblem | undefined> {
    await new Promise<void>((resolve) => {
      this.#streams.stdout.write('', () => resolve());
    });
    return this.#outputProblem;
  }

  /** Writes the content of a file; replaces control characters on a terminal. Resolves when the buffer can be reused. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    const { stdout } = this.#streams;
    if (stdout.isTTY && !this.#showsContent) {
      this.endProgress();
      this.#showsContent = true;
    }
    if (!this.#isClosed)
      await new Promise<void>((resolve) => {
        stdout.write(stdout.isTTY ? shownText(bytes) : bytes, () => resolve());
      });
    if (this.#isClosed) throw this.#outputProblem ?? new CliProblem('Could not write to stdout: it was closed.');
  }

  /** Prints a remark in addition to the result. */
  note(sentence: string): void {
    if (!this.isQuiet) this.#say(sentence);
  }

  problem(sentence: string): void {
    this.#say(sentence);
  }

  debug(text: string): void {
    if (this.isDebug) for (const line of text.split('\n')) this.#say(line);
  }

  /** Writes a workflow command for the CI system. */
  pipelineCommand(line: string): void {
    this.#streams.stderr.write(`${this.#secrets.redact(line)}\n`);
  }

  /** Replaces the previous progress. Only shown on an interactive terminal. */
  progress(text: string): void {
    const { stderr, environment } = this.#streams;
    if (
      this.isQuiet ||
      this.#showsContent ||
      stderr.isTTY !== true ||
      environment['CI'] ||
      environment['TERM'] === 'dumb'
    )
      return;
    const now = Date.now();
    if (now - this.#progressAt < progressEveryMs) return;
    this.#progressAt = now;
    const line = plainLine(text);
    stderr.write(`\r${line.padEnd(this.#progressLength)}`);
    this.#progressLength = line.length;
  }

  /** Clears the progress line. */
  endProgress(): void {
    if (this.#progressLength > 0) this.#streams.stderr.write(`\r${' '.repeat(this.#progressLength)}\r`);
    this.#progressLength = 0;
    this.#progressAt = 0;
  }

  #say(line: string): void {
    this.endProgress();
    this.#streams.stderr.write(`${plainLine(this.#secrets.redact(line))}\n`);
  }

  async #write(text: string): Promise<void> {
    const { stdout } = this.#streams;
    if (this.#isClosed || stdout.write(text) || this.#isClosed) return;
    // or the reader closes the pipe
    await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
  }
}

const chunkSize = 1 << 16;

/** Buffers short texts: one write per line would be slow. */
class Chunks {
  readonly #write: (text: string) => Promise<void>;
  #text = '';

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < chunkSize ? undefined : this.end();
  }

  end(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    return this.#write(text);
  }
}

/**
 * Names and values of records are untrusted: they must not move the cursor, reorder text, forge a line, or be executed
 * as a workflow command by the CI system that reads the output.
 */
export function plainLine(text: string): string {
  return text
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/##(?=\[|vso\[)/g, '# #')
    .replace(/^\s*::/, ' : :');
}

function shownText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString()
    .replaceAll(directionMarks, '')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ');
}

/** Returns JSON in which workflow commands of CI systems are escaped. */
function safeJson(value: JsonValue): string {
  return jsonText(value).replaceAll('##', String.raw`#\u0023`);
}

/** Aligns two columns. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`.trimEnd());
}
