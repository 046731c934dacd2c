import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Connection, defaultNetworkChoices, defaultServiceChoices } from '../model/connection.ts';
import type { DemoProcessMessage, DemoStartMessage } from '../model/demoProcess.ts';
import type { Connections } from './connections.ts';

export interface DemoFiles {
  /** The bundled service. */
  readonly script: string;
  /** Where its database is kept between windows. */
  readonly folder: string;
}

export type DemoProgress = (done: number, total: number) => void;

/** Thrown when the embedded service does not start; the message says why. */
export class DemoError extends Error {
  constructor(why: string) {
    super(`Could not start the demo: ${why.replace(/[.\s]+$/, '')}. Reset the demo, or look at the log.`);
    this.name = 'DemoError';
  }
}

const id = 'demo';

/** The embedded record service, a process of its own, as the connection `demo`. */
export class Demo {
  readonly #connections: Connections;
  readonly #files: DemoFiles;
  #running: { readonly child: ChildProcess; readonly connection: Promise<Connection> } | undefined;

  constructor(connections: Connections, files: DemoFiles) {
    this.#connections = connections;
    this.#files = files;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Answers the connection, once the service is ready for requests; starting it twice is starting it once. */
  start(onProgress: DemoProgress): Promise<Connection> {
    if (this.#running) return this.#running.connection;
    // it reads its options from the channel: a token must not stand in the process list
    const child = fork(this.#files.script, [], {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const connection = this.#lend(child, onProgress);
    this.#running = { child, connection };
    connection.catch(() => {
      if (this.#running?.child === child) this.#running = undefined;
      if (child.connected) child.disconnect();
    });
    child.once('exit', () => {
      if (this.#running?.child === child) this.#running = undefined;
      void this.#connections.withdraw(id);
    });
    return connection;
  }

  async stop(): Promise<void> {
    const child = this.#running?.child;
    this.#running = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    }
    await this.#connections.withdraw(id);
  }

  /** Back to how it was when it was first started. */
  async reset(onProgress: DemoProgress): Promise<Connection> {
    await this.stop();
    await rm(this.#files.folder, { recursive: true, force: true });
    return this.start(onProgress);
  }

  /** The process ends by itself when the channel closes. */
  dispose(): void {
    const child = this.#running?.child;
    if (child?.connected) child.disconnect();
  }

  async #lend(child: ChildProcess, onProgress: DemoProgress): Promise<Connection> {
    const token = randomBytes(32).toString('base64url');
    await mkdir(this.#files.folder, { recursive: true });
    const url = await ready(
      child,
      { type: 'start', options: { db: path.join(this.#files.folder, 'demo.sqlite'), tokens: { admin: token } } },
      onProgress,
    );
    const connection = demoConnection(url);
    await this.#connections.lend(connection, token);
    return connection;
  }
}

function ready(child: ChildProcess, start: DemoStartMessage, onProgress: DemoProgress): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: DemoProcessMessage) => {
      if (message.type === 'progress') onProgress(message.done, message.total);
      else if (message.type === 'ready') resolve(message.url);
      else reject(new DemoError(message.message));
    });
    child.once('error', (error) => reject(new DemoError(error.message)));
    child.once('exit', (code) => reject(new DemoError(`its process ended (${code ?? 'by a signal'})`)));
    child.send(start);
  });
}

/** The demo's own answers to what the interface leaves open; its README lists them. */
function demoConnection(baseUrl: string): Connection {
  return {
    id,
    name: 'Demo',
    baseUrl,
    readOnly: false,
    choices: {
      ...defaultServiceChoices,
      bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ids: 'ids[]', idsAs: 'repeated' },
      bulkDelete: {
        path: '{module}/{controller}/delete_selected.json',
        method: 'get',
        ids: 'ids[]',
        idsAs: 'repeated',
      },
    },
    network: defaultNetworkChoices,
  };
}
