import type { ControllerName } from '../../model/controller.ts';
import { columnField } from '../../model/list/columnField.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import type { ListViewCache } from './listViewCache.ts';

/** Timeout for additional fields in a hover on a link. */
const timeoutMs = 1_500;

interface ListedFieldsDeps {
  readonly connections: Pick<Connections, 'onDidGoStale'>;
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: Pick<ListViewCache, 'known'>;
}

/** Fields in the default list view of a controller, by which its users distinguish records. Requested once. */
export class ListedFields {
  readonly #deps: ListedFieldsDeps;
  readonly #asked = new Map<string, Promise<readonly string[]>>();

  constructor(deps: ListedFieldsDeps) {
    this.#deps = deps;
    deps.connections.onDidGoStale(({ id }) => {
      for (const key of this.#asked.keys()) if (key.startsWith(`${id}/`)) this.#asked.delete(key);
    });
  }

  /** Returns field names in column order; empty if the service fails or takes too long. */
  async get(connection: string, controller: ControllerName): Promise<readonly string[]> {
    const key = `${connection}/${controller}`;
    const asked = this.#asked.get(key) ?? this.#ask(connection, controller);
    this.#asked.set(key, asked);
    // a hover without them is better than none; the next call retries
    asked.catch(() => this.#asked.delete(key));
    const late = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => late.resolve([]), timeoutMs);
    return Promise.race([asked.catch(() => []), late.promise]).finally(() => clearTimeout(timer));
  }

  async #ask(connection: string, controller: ControllerName): Promise<readonly string[]> {
    const listView = this.#deps.listViews.known(connection, controller).find(({ isDefault }) => isDefault)?.id;
    const client = await this.#deps.clients.get(connection);
    // the user didn't request this list: its messages appear only in Show Requests
    const { columns, alias } = await new ServiceMessages().collectDuring(() =>
      client.records(controller, { page: 1, limit: 1, ...(listView !== undefined && { listView }) }),
    );
    return columns.filter(({ isVisible }) => isVisible).flatMap((column) => columnField(column, alias).field ?? []);
  }
}
