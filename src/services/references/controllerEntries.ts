import type { EntryAnswer } from '../../service/recordService.ts';
import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { HeardWords } from '../common/heardWords.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import { ByConnection } from '../remembered/byConnection.ts';
import type { Memento } from '../remembered/memento.ts';

type Found = readonly [model: string, controller: string];

const most = 200;

/** What is known of one connection's service, until its token or its address changes. */
interface Asked {
  readonly byModel: Map<string, Promise<void>>;
  /** One look-up after the other, so that the first tells whether there is any sense in the next. */
  line: Promise<void>;
  /** Whether it has answered for a controller that it has, or not at all. */
  answers: boolean | undefined;
}

/**
 * Where the records of a model are that fits no controller of the connection: the service may have an entry for each of
 * its controllers. One that does not answer is asked once and then left alone, and one that has no entry for what it
 * surely has as well. Nobody is told: an id can be typed all the same.
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
      if (this.#found.of(id)) void this.#found.keep(id, undefined);
    });
  }

  /** As far as it was found before; nothing is sent. */
  of(connection: string, model: string): ControllerName | undefined {
    const found = this.#found.of(connection)?.find(([name]) => name === model);
    return found && parseControllerName(found[1]);
  }

  /** Afterward `of` knows what was found. `near` is the controller of the record that names the model. */
  find(
    connection: string,
    model: string,
    near: ControllerName | undefined,
    known: readonly ControllerName[],
  ): Promise<void> {
    if (this.of(connection, model)) return Promise.resolve();
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
      // what has another token, or another address by now, is no place of it
      if (this.#asked.get(connection) !== here) return;
      if (answer === 'there') {
        here.answers = true;
        const others = (this.#found.of(connection) ?? []).filter(([name]) => name !== model);
        return this.#found.keep(connection, [...others.slice(-(most - 1)), [model, candidate]]);
      }
      // that it has none can be believed of a service that has one for what it surely has
      if (answer === 'none')
        here.answers ??= sure !== undefined && (await this.#ask(here, connection, sure)) === 'there';
      else here.answers = false;
    }
  }

  /** Undefined when nothing can be told. What the service says to it is the answer to nobody's question. */
  async #ask(here: Asked, connection: string, controller: ControllerName): Promise<EntryAnswer | undefined> {
    try {
      const client = await this.#clients.get(connection);
      return await new HeardWords().during(() => client.controllerEntry(controller));
    } catch (error) {
      // nothing was there that could have answered: it may be there the next time
      const isAway = error instanceof ServiceError && error.code === 'unreachable';
      if (isAway && this.#asked.get(connection) === here) this.#asked.delete(connection);
      return undefined;
    }
  }
}
