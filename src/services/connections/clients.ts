import type { RecordClient } from '../../service/documented/recordClient.ts';
import type { Connection } from '../../model/connection/connection.ts';
import type { RequestTrace } from '../../model/requestTrace.ts';
import type { LookUpViewMemory } from '../remembered/lookUpViewMemory.ts';
import { HeardWords } from '../common/heardWords.ts';
import { type Connections, UnknownConnectionError } from './connections.ts';

export interface RequestLog {
  request(connection: Connection, trace: RequestTrace): void;
}

export interface ClientDeps {
  readonly connections: Connections;
  readonly requests: RequestLog;
  readonly lookUpViews?: Pick<LookUpViewMemory, 'remember'> | undefined;
}

/** The one way to a client. It has to be closed in the end. */
export async function openClient(
  connection: Connection,
  token: () => Promise<string | undefined>,
  { connections, requests, lookUpViews }: ClientDeps,
): Promise<RecordClient> {
  // undici is large, and a window may never talk to a service
  const { RecordClient } = await import('../../service/documented/recordClient.ts');
  return new RecordClient(connection, {
    token: async () => {
      const found = await token();
      if (found !== undefined) await (await connections.plainHttp.get()).require(connection);
      return found;
    },
    onRequest: (trace) => requests.request(connection, trace),
    onSaid: (said) => HeardWords.tell(said),
    onLookUpView: (controller, view) => lookUpViews?.remember(connection.id, controller, view),
    proxySettings: connections.proxySettings(),
    secrets: connections.secrets,
  });
}

/** One client per connection, made when it is first needed and made anew when the connection changes. */
export class Clients {
  readonly #connections: Connections;
  readonly #log: RequestLog;
  readonly #lookUpViews: ClientDeps['lookUpViews'];
  readonly #open = new Map<string, Promise<RecordClient>>();

  constructor(connections: Connections, log: RequestLog, lookUpViews?: ClientDeps['lookUpViews']) {
    this.#connections = connections;
    this.#log = log;
    this.#lookUpViews = lookUpViews;
    connections.onDidGoStale(({ id, reason }) => {
      if (reason === 'service') this.#close(id);
    });
  }

  async get(connectionId: string): Promise<RecordClient> {
    const connection = this.#connections.get(connectionId);
    if (!connection) throw new UnknownConnectionError(connectionId);
    const known = this.#open.get(connectionId);
    if (known) return known;
    const client = this.#create(connection);
    this.#open.set(connectionId, client);
    // what was in its way, such as a certificate that cannot be read, may be put right without a change of the connection
    client.catch(() => {
      if (this.#open.get(connectionId) === client) this.#open.delete(connectionId);
    });
    return client;
  }

  dispose(): void {
    for (const id of this.#open.keys()) this.#close(id);
  }

  async #create(connection: Connection): Promise<RecordClient> {
    const [connections, requests, lookUpViews] = [this.#connections, this.#log, this.#lookUpViews];
    return openClient(connection, () => connections.token(connection), { connections, requests, lookUpViews });
  }

  #close(id: string): void {
    const known = this.#open.get(id);
    this.#open.delete(id);
    // whoever still waits for it is told by its own request
    void known?.then((client) => client.close()).catch(() => undefined);
  }
}
