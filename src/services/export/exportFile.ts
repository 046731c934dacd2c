/**
 * A file being written. Nothing appears under its final name until it is finished, and nothing is left if it is
 * discarded.
 */
export interface ExportFile {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Receives the text of an export. */
export interface TextSink {
  write(text: string): Promise<void>;
  /** Writes what is still held back. */
  end(): Promise<void>;
}

/** Buffer size: small chunks are combined because each disk write has overhead. */
const room = 512 * 1024;
/** UTF-8 takes at most 3 bytes per UTF-16 code unit. */
const widest = 3;

/** Writes text as UTF-8. Double-buffered: one buffer is filled while the other is written. */
export class PlainSink implements TextSink {
  readonly #file: Pick<ExportFile, 'write'>;
  #filling = Buffer.allocUnsafeSlow(room);
  #leaving = Buffer.allocUnsafeSlow(room);
  #length = 0;
  #written: Promise<void> = Promise.resolve();

  constructor(file: Pick<ExportFile, 'write'>) {
    this.#file = file;
  }

  async write(text: string): Promise<void> {
    const max = text.length * widest;
    if (this.#length + max > room) await this.#leave();
    if (max <= room) {
      this.#length += this.#filling.write(text, this.#length);
      return;
    }
    await this.#written;
    await this.#file.write(Buffer.from(text));
  }

  async end(): Promise<void> {
    await this.#leave();
    await this.#written;
  }

  async #leave(): Promise<void> {
    await this.#written;
    if (this.#length === 0) return;
    [this.#filling, this.#leaving] = [this.#leaving, this.#filling];
    this.#written = this.#file.write(this.#leaving.subarray(0, this.#length));
    this.#written.catch(() => undefined); // the next write or `end` reports it
    this.#length = 0;
  }
}
