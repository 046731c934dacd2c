/**
 * Messages between the extension and the process of the embedded service. Tokens travel only here, never in arguments,
 * the environment or output.
 */
export type DemoUser = 'admin' | 'clerk' | 'reader';

/** Prefix of every token of the embedded service, so that a leaked one can be recognized. */
export const demoTokenStart = 'recordbench-demo-';

export interface DemoStartOptions {
  /** Default 0: the system chooses. */
  readonly port?: number;
  /** A file, or `:memory:`, the default. */
  readonly db?: string;
  /** Number of leads; default 5,000. The size of other controllers derives from it. */
  readonly records?: number;
  readonly seed?: number;
  /** Discards the file's content first, unless another process has it open. */
  readonly fresh?: boolean;
  /** Anyone can sign up, and responses include more than the interface documents: the new user's token. */
  readonly helps?: boolean;
  /** Users without an entry get a random token. */
  readonly tokens?: Partial<Record<DemoUser, string>>;
}

export interface DemoStartMessage {
  readonly type: 'start';
  readonly options: DemoStartOptions;
}

export type DemoProcessMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'ready'; readonly url: string; readonly port: number }
  | { readonly type: 'failed'; readonly message: string; readonly isInUse: boolean };
