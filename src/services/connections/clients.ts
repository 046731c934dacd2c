import type { OpenService, RecordService } from '../../service/recordService.ts';
import type { Connection } from '../../model/connection/connection.ts';
import type { RequestTrace } from '../../model/requestTrace.ts';
import type { LookUpViewMemory } from '../remembered/lookUpViewMemory.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { type Connections, UnknownConnectionError } from './connections.ts';

export interface RequestLog {
  request(connection: Connection, trace: RequestTrace): void;
}

export interface ClientDeps {
  readonly connections: Connections;
  readonly clients: Pick<Clients, 'open'>;
}

/** One service per connection, opened at its first use and again when the connection changes. */
export class Clients {
  readonly #connections: Connections;
  readonly #openService: OpenService;
  readonly #log: RequestLog | undefined;
  readonly #lookUpViews: Pick<LookUpViewMemory, 'remember'> | undefined;
  readonly #open = new Map<string, Promise<RecordService>>();

  constructor(
    connections: Connections,
    openService: OpenService,
    log: RequestLog | undefined,
    lookUpViews?: Pick<LookUpViewMemory, 'remember'>,
  ) {
    this.#connections = connections;
    this.#openService = openService;
    this.#log = log;
    this.#lookUpViews = lookUpViews;
    connections.onDidGoStale(({ id, reason }) => {
      if (reason === 'service') this.#close(id);
    });
  }

  async get(connectionId: string): Promise<RecordService> {
    const connection = this.#connections.get(connectionId);
    if (!connection) throw new UnknownConnectionError(connectionId);
    const known = this.#open.get(connectionId);
    if (known) return known;
    const client = this.open(connection, () => this.#connections.token(connection));
    this.#open.set(connectionId, client);
    // the cause, such as an unreadable certificate, may be fixed without changing the connection
    client.catch(() => {
      if (this.#open.get(connectionId) === client) this.#open.delete(connectionId);
    });
    return client;
  }

  /** Opens a service for a single use with its own token. The caller closes it. */
  async open(connection: Connection, token: () => Promise<string | undefined>): Promise<RecordService> {
    const connections = this.#connections;
    const log = this.#log;
    return this.#openService(connection, {
      token: async () => {
        const found = await token();
        if (found !== undefined) await (await connections.plainHttp.get()).require(connection);
        return found;
      },
      onRequest: log && ((trace) => log.request(connection, trace)),
      onSaid: (said) => ServiceMessages.report(said),
      onLookUpView: (controller, view) => this.#lookUpViews?.remember(connection.id, controller, view),
      proxySettings: connections.proxySettings(),
      secrets: connections.secrets,
    });
  }

  dispose(): void {
    for (const id of this.#open.keys()) this.#close(id);
  }

  #close(id: string): void {
    const known = this.#open.get(id);
    this.#open.delete(id);
    // in-flight requests report the error themselves
    void known?.then((client) => client.close()).catch(() => undefined);
  }
}
