import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { FileProblem } from '../model/fileProblem.ts';
import { decodeText } from '../services/import/textFile.ts';
import type { PlanFile } from '../services/plan/planFile.ts';
import { CliProblem } from './cliProblem.ts';

/** A plan on disk, and the SHA-256 of its bytes. */
export class PlanSource implements PlanFile {
  readonly name: string;
  readonly path: string;
  #sha256: string | undefined;
  readonly #expected: string | undefined;

  /** `expected`: SHA-256 of the reviewed bytes. */
  constructor(file: string, folder: string, expected?: string) {
    this.path = path.resolve(folder, file);
    this.name = path.basename(file);
    this.#expected = expected?.trim().toLowerCase();
    if (this.#expected !== undefined && !/^[0-9a-f]{64}$/.test(this.#expected))
      throw new CliProblem(
        'Could not use --expect-sha256: it must be 64 hexadecimal digits, as recordbench plan prints.',
      );
  }

  /** Empty until the plan was read. */
  get sha256(): string {
    return this.#sha256 ?? '';
  }

  /** Checks the hash on every read, so that exactly the reviewed plan is applied. */
  async *pieces(): AsyncIterable<string> {
    const hash = createHash('sha256');
    const { path: file } = this;
    async function* bytes(): AsyncGenerator<Uint8Array, void, void> {
      for await (const piece of createReadStream(file, { highWaterMark: 1 << 18 })) {
        hash.update(piece as Uint8Array);
        yield piece as Uint8Array;
      }
    }
    yield* decodeText(this.name, 'utf-8', bytes);
    this.#sha256 = hash.digest('hex');
    if (this.#expected === undefined || this.#expected === this.#sha256) return;
    throw new FileProblem(
      `Could not use ${this.name}: its SHA-256 is ${this.#sha256}, but ${this.#expected} is expected. Nothing was sent. Review the current plan, or restore the reviewed one.`,
    );
  }
}
