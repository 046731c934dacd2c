import type { ControllerName } from '../../model/controller.ts';
import { type Controller, controllersOf, type ListView } from '../../model/list/listView.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { Emitter } from '../common/emitter.ts';

interface Asked<T> {
  readonly answer: Promise<T>;
  readonly ending: AbortController;
  /** The response, once received. */
  known?: T;
}

/**
 * Caches the list views of every connection: one request for all controllers, and another for each controller that is
 * opened. A response is cached until it is invalidated; after a failure, the next call retries.
 */
export class ListViewCache {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #controllers = new Map<string, Asked<readonly Controller[]>>();
  readonly #listViews = new Map<string, Asked<readonly ListView[]>>();
  readonly #said = new Map<string, readonly string[]>();
  readonly #learned = new Emitter<void>();
  /** Fires when the controllers of a connection become known. */
  readonly onDidLearn = this.#learned.event;

  constructor(connections: Connections, clients: Pick<Clients, 'get'>) {
    this.#clients = clients;
    connections.onDidGoStale(({ id }) => this.evict(id));
  }

  /** Returns the controllers with list views, in the service's order, without chart types. */
  controllers(connection: string): Promise<readonly Controller[]> {
    const read = async (signal: AbortSignal): Promise<readonly Controller[]> => {
      const client = await this.#clients.get(connection);
      return controllersOf(await this.#collectMessages(connection, () => client.listViews(undefined, signal)));
    };
    return this.#ask(this.#controllers, connection, read, () => this.#learned.fire());
  }

  /** Returns the complete list views of a controller. */
  listViews(connection: string, controller: ControllerName): Promise<readonly ListView[]> {
    return this.#ask(this.#listViews, key(connection, controller), async (signal) => {
      const client = await this.#clients.get(connection);
      const complete = await this.#collectMessages(key(connection, controller), () =>
        client.listViews(controller, signal),
      );
      // the complete response has the chart types, the first one the categories
      const first = new Map(this.#roughly(connection, controller).map((view) => [view.id, view.category]));
      return complete.map((view) => ({ ...view, category: view.category ?? first.get(view.id) }));
    });
  }

  /** Cached result of `controllers`; undefined if there is none yet. */
  controllersRead(connection: string): readonly Controller[] | undefined {
    return this.#controllers.get(connection)?.known;
  }

  /** Cached result of `listViews`; undefined if there is none yet. */
  listViewsRead(connection: string, controller: ControllerName): readonly ListView[] | undefined {
    return this.#listViews.get(key(connection, controller))?.known;
  }

  /** Returns what is cached, complete if it was requested. Sends no request. */
  known(connection: string, controller: ControllerName): readonly ListView[] {
    return this.listViewsRead(connection, controller) ?? this.#roughly(connection, controller);
  }

  /** Messages that the service sent with the list views of a connection or controller when they were last read. */
  said(connection: string, controller?: ControllerName): readonly string[] {
    return this.#said.get(controller ? key(connection, controller) : connection) ?? [];
  }

  /** Returns the known controllers of the connection. Sends no request. */
  knownControllers(connection: string): readonly ControllerName[] {
    return (this.controllersRead(connection) ?? []).map(({ name }) => name);
  }

  /** Invalidates everything, a connection, or one controller, and aborts in-flight requests. */
  evict(connection?: string, controller?: ControllerName): void {
    const only = connection !== undefined && controller ? key(connection, controller) : undefined;
    for (const cache of [this.#controllers, this.#listViews])
      for (const id of cache.keys())
        if (only === undefined ? connection === undefined || connectionIn(id) === connection : id === only)
          evict(cache, id);
  }

  async #collectMessages<T>(id: string, read: () => Promise<T>): Promise<T> {
    const collected = new ServiceMessages();
    const answer = await collected.collectDuring(read);
    this.#said.set(id, collected.said);
    return answer;
  }

  #roughly(connection: string, controller: ControllerName): readonly ListView[] {
    const all = this.controllersRead(connection) ?? [];
    return all.find(({ name }) => name === controller)?.listViews ?? [];
  }

  #ask<T>(
    cache: Map<string, Asked<T>>,
    id: string,
    read: (signal: AbortSignal) => Promise<T>,
    onKnown: () => void = () => undefined,
  ): Promise<T> {
    const before = cache.get(id);
    if (before) return before.answer;
    const ending = new AbortController();
    const asked: Asked<T> = { ending, answer: read(ending.signal) };
    cache.set(id, asked);
    asked.answer.then(
      (answer) => {
        asked.known = answer;
        onKnown();
      },
      () => {
        // the caller gets the error
        if (cache.get(id) === asked) cache.delete(id);
      },
    );
    return asked.answer;
  }
}

function evict(cache: Map<string, Asked<unknown>>, id: string): void {
  cache.get(id)?.ending.abort();
  cache.delete(id);
}

function key(connection: string, controller: ControllerName): string {
  return `${connection} ${controller}`;
}

function connectionIn(id: string): string {
  return id.split(' ')[0] ?? id;
}
