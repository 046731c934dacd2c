import { type Connection, demoId } from '../../model/connection/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { DemoFiles, DemoProgress, StartedDemo } from './demoProcess.ts';
import { Emitter } from '../common/emitter.ts';

interface DemoSession {
  readonly ending: AbortController;
  readonly connection: Promise<Connection>;
}

/** The embedded record service as the connection `demo`. */
export class Demo {
  readonly #connections: Connections;
  readonly #files: DemoFiles;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #run: DemoSession | undefined;
  /** Cleanup of an earlier run. */
  #cleared: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(connections: Connections, files: DemoFiles) {
    this.#connections = connections;
    this.#files = files;
  }

  /** True from the moment it is started. */
  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** True if it ran and exited unexpectedly. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Returns the connection once the service is ready for requests. Starting again while it runs returns the same
   * connection.
   */
  start(onProgress: DemoProgress): Promise<Connection> {
    return this.#run?.connection ?? this.#start(onProgress, false);
  }

  #start(onProgress: DemoProgress, fresh: boolean): Promise<Connection> {
    const ending = new AbortController();
    const begun = this.#begin(ending.signal, onProgress, fresh);
    const run: DemoSession = { ending, connection: begun.then(({ connection }) => connection) };
    this.#set(run);
    this.#cleared = begun
      .then(
        async ({ process: running }) => {
          ending.signal.addEventListener('abort', () => void running.end(), { once: true });
          if (ending.signal.aborted) await running.end();
          await running.ended;
          this.#hasFailed = !ending.signal.aborted;
        },
        () => undefined, // the caller of `start` gets the error
      )
      .then(() => {
        if (this.#run === run) this.#run = undefined;
        this.#connections.removeTemporary(demoId);
        this.#changed.fire();
      });
    return run.connection;
  }

  /** Also stops it during startup. Resolves when the process has exited. */
  async stop(): Promise<void> {
    const run = this.#run;
    this.#set(undefined);
    run?.ending.abort();
    await this.#cleared;
  }

  /** Restores the initial state. If another window uses the records, they are left alone and the demo restarts here. */
  async reset(onProgress: DemoProgress): Promise<Connection> {
    await this.stop();
    try {
      return await this.#start(onProgress, true);
    } catch (error) {
      await this.stop();
      await this.start(onProgress).catch(() => undefined);
      throw error;
    }
  }

  /** Does not wait: the window is closing. */
  dispose(): void {
    this.#run?.ending.abort();
  }

  #set(run: DemoSession | undefined): void {
    this.#run = run;
    this.#hasFailed = false;
    this.#changed.fire();
  }

  async #begin(signal: AbortSignal, onProgress: DemoProgress, fresh: boolean): Promise<StartedDemo> {
    await this.#cleared;
    const { startDemo } = await import('./demoProcess.ts');
    return startDemo(this.#files, fresh, onProgress, signal, (connection, token) =>
      this.#connections.addTemporary(connection, token),
    );
  }
}
