/** Texts that outlive the window, by key. */
export interface TextStore {
  readText(key: string): Promise<string | undefined>;
  /** `isDurable`: once it would be there after a power cut. */
  writeText(key: string, text: string, isDurable?: boolean): Promise<void>;
  /** Undefined when there is none. */
  changedAt(key: string): Promise<number | undefined>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Files that were chosen in a form and not sent yet, by what is in them. */
export interface ByteStore {
  readBytes(id: string): Promise<Uint8Array | undefined>;
  /** Answers the id: the SHA-256 of the bytes. */
  writeBytes(bytes: Uint8Array): Promise<string>;
  /** Takes away all others, except those that were written a moment ago. */
  prune(keep: ReadonlySet<string>): Promise<void>;
  delete(id: string): Promise<void>;
}
