/** A file on its way. Nothing is seen under its final name until it is finished, and nothing is left when it is discarded. */
export interface ExportFile {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Where the text of an export goes. */
export interface TextSink {
  write(text: string): Promise<void>;
  /** Writes what is still held back. */
  end(): Promise<void>;
}

/** Small pieces are gathered: a write to the disk costs more than its bytes. */
const room = 512 * 1024;
/** No letter takes more bytes in UTF-8 for each of its units in a text. */
const widest = 3;

/** The text as it is, in UTF-8. While one half of its memory is on its way to the disk, the other is filled. */
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
    const most = text.length * widest;
    if (this.#length + most > room) await this.#leave();
    if (most <= room) {
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
    this.#written.catch(() => undefined); // told by whoever writes or ends next
    this.#length = 0;
  }
}
