/**
 * The words that the extension and the embedded service's process exchange over the channel between them.
 * Tokens travel only here, never in arguments, the environment or output.
 */
export type DemoUser = 'admin' | 'clerk' | 'reader';

/** How every token of the embedded service begins, so that one that got where it must not be is known for what it is. */
export const demoTokenStart = 'recordbench-demo-';

export interface DemoStartOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** A file, or `:memory:`, the default. */
  readonly db?: string;
  /** How many leads there are to be; 5,000 by default. The other controllers follow from it. */
  readonly records?: number;
  readonly seed?: number;
  /** Whatever the file holds is thrown away first, unless another process has it open. */
  readonly fresh?: boolean;
  /** Anyone may sign up, and answers also carry what the interface does not show: the token of whoever did. */
  readonly helps?: boolean;
  /** A user without a token here gets a random one. */
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
