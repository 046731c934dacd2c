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
const chunk = 256 * 1024;

/** The text as it is, in UTF-8. */
export class PlainSink implements TextSink {
  readonly #file: Pick<ExportFile, 'write'>;
  #held = '';

  constructor(file: Pick<ExportFile, 'write'>) {
    this.#file = file;
  }

  async write(text: string): Promise<void> {
    this.#held += text;
    if (this.#held.length >= chunk) await this.#flush();
  }

  end(): Promise<void> {
    return this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#held, 'utf8');
    this.#held = '';
    if (bytes.length > 0) await this.#file.write(bytes);
  }
}
