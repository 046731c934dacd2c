import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import type { Connections } from '../connections/connections.ts';
import { ByConnection } from './byConnection.ts';
import type { Memento } from './memento.ts';

type Choice = readonly [model: string, controller: string];

const max = 200;

/** The controllers that the user chose for models that match several. */
export class ChosenControllers {
  readonly #choices: ByConnection<readonly Choice[]>;

  constructor(memory: Memento, connections: Pick<Connections, 'onDidRemove'>) {
    this.#choices = new ByConnection(memory, 'controllersOfModels', connections);
  }

  get(connection: string, model: string): ControllerName | undefined {
    const found = this.#choicesOf(connection).find(([name]) => name === model);
    return found && parseControllerName(found[1]);
  }

  async choose(connection: string, model: string, controller: ControllerName): Promise<void> {
    const others = this.#choicesOf(connection).filter(([name]) => name !== model);
    await this.#choices.set(connection, [...others.slice(-(max - 1)), [model, controller]]);
  }

  #choicesOf(connection: string): readonly Choice[] {
    return this.#choices.get(connection) ?? [];
  }
}
