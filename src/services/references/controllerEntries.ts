import type { EntryAnswer } from '../../service/recordService.ts';
import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import { ByConnection } from '../remembered/byConnection.ts';
import type { Memento } from '../remembered/memento.ts';

type Found = readonly [model: string, controller: string];

const max = 200;

/** What is known about a connection's service, until its token or address changes. */
interface Asked {
  readonly byModel: Map<string, Promise<void>>;
  /** Look-ups run one at a time, because the first shows whether the next makes sense. */
  line: Promise<void>;
  /** True if it has returned an entry for an existing controller, false if it supports none. */
  answers: boolean | undefined;
}

/**
 * Finds the records of a model that matches no controller of the connection: the service may have an entry for each of
 * its controllers. A service that doesn't respond, or has no entry for a controller that it certainly has, is asked
 * only once. Failures aren't shown: an id can still be typed.
 */
export class ControllerEntries {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #found: ByConnection<readonly Found[]>;
  readonly #asked = new Map<string, Asked>();

  constructor(
    memory: Memento,
    connections: Pick<Connections, 'onDidRemove' | 'onDidGoStale'>,
    clients: Pick<Clients, 'get'>,
  ) {
    this.#clients = clients;
    this.#found = new ByConnection(memory, 'controllersOfEntries', connections);
    connections.onDidGoStale(({ id }) => {
      this.#asked.delete(id);
      if (this.#found.get(id)) void this.#found.set(id, undefined);
    });
  }

  /** Returns what was found before. Sends no request. */
  controllerFor(connection: string, model: string): ControllerName | undefined {
    const found = this.#found.get(connection)?.find(([name]) => name === model);
    return found && parseControllerName(found[1]);
  }

  /** Afterward, `of` returns what was found. `near` is the controller of the record that names the model. */
  find(
    connection: string,
    model: string,
    near: ControllerName | undefined,
    known: readonly ControllerName[],
  ): Promise<void> {
    if (this.controllerFor(connection, model)) return Promise.resolve();
    const here = this.#asked.get(connection) ?? { byModel: new Map(), line: Promise.resolve(), answers: undefined };
    this.#asked.set(connection, here);
    const finding =
      here.byModel.get(model) ??
      (here.line = here.line.then(async () => {
        const { likelyControllers } = await import('../../model/controllersOfModel.ts');
        await this.#find(here, connection, model, likelyControllers(model, near, known), known);
      }));
    here.byModel.set(model, finding);
    return finding;
  }

  async #find(
    here: Asked,
    connection: string,
    model: string,
    candidates: readonly ControllerName[],
    [sure]: readonly ControllerName[],
  ): Promise<void> {
    for (const candidate of candidates) {
      if (here.answers === false) return;
      const answer = await this.#ask(here, connection, candidate);
      // if the token or address has changed, the result belongs to another service
      if (this.#asked.get(connection) !== here) return;
      if (answer === 'there') {
        here.answers = true;
        const others = (this.#found.get(connection) ?? []).filter(([name]) => name !== model);
        return this.#found.set(connection, [...others.slice(-(max - 1)), [model, candidate]]);
      }
      // trust a missing entry only if the service has one for a controller that certainly exists
      if (answer === 'none')
        here.answers ??= sure !== undefined && (await this.#ask(here, connection, sure)) === 'there';
      else here.answers = false;
    }
  }

  /**
   * Returns undefined if the result is unknown. Discards the service's messages, because the user didn't ask for this.
   */
  async #ask(here: Asked, connection: string, controller: ControllerName): Promise<EntryAnswer | undefined> {
    try {
      const client = await this.#clients.get(connection);
      return await new ServiceMessages().collectDuring(() => client.controllerEntry(controller));
    } catch (error) {
      // the service wasn't reachable: retry next time
      const isAway = error instanceof ServiceError && error.code === 'unreachable';
      if (isAway && this.#asked.get(connection) === here) this.#asked.delete(connection);
      return undefined;
    }
  }
}
