import { createServer, type Server } from 'node:http';
import type { DemoStartOptions, DemoUser } from '../model/demoMessages.ts';
import { Tokens } from './access/users.ts';
import { openStore } from './database/open.ts';
import { StartFailure } from './problems.ts';
import { answer } from './http/answer.ts';
import type { Service } from './http/operation.ts';

export type { DemoUser } from '../model/demoMessages.ts';

export interface ServiceOptions extends DemoStartOptions {
  /** Called while records are generated. */
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly tokens: Record<DemoUser, string>;
  close(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  options.signal?.throwIfAborted();
  // listen first: if the port is in use, fail before spending a minute on seeding
  const server = createServer({ keepAliveTimeout: 60_000 });
  const port = await listen(server, options.port ?? 0);
  try {
    const store = await openStore({
      file: options.db ?? ':memory:',
      records: options.records,
      seed: options.seed,
      fresh: options.fresh ?? false,
      signal: options.signal,
      ...(options.onProgress ? { onProgress: options.onProgress.bind(options) } : {}),
    });
    const tokens = new Tokens(store, options.tokens ?? {});
    const service: Service = {
      store,
      tokens,
      lastListViews: new Map(),
      // URL omits the default port 80
      ownHosts: new Set(['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host)),
      isTestMode: options.helps ?? false,
    };
    server.on('request', (request, response) => void answer(service, request, response));
    const close = async (): Promise<void> => {
      await stop(server);
      store.close();
    };
    return { url: `http://127.0.0.1:${port}`, port, tokens: tokens.given, close };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
    reject(new StartFailure(`Could not listen on port ${port}: ${why}. Choose another port, or 0 for any.`, error));
  });
  // loopback only: sample records behind sample tokens
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address ? address.port : port);
  });
  return promise;
}

function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
