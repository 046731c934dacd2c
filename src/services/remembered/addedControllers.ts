import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import type { Connections } from '../connections/connections.ts';
import { ByConnection } from './byConnection.ts';
import type { Memento } from './memento.ts';
import { Emitter } from '../common/emitter.ts';

/** Controllers that the user added by hand because the service has no list view for them. */
export class AddedControllers {
  readonly #names: ByConnection<readonly string[]>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, connections: Connections) {
    this.#names = new ByConnection(memory, 'controllers', connections);
    connections.onDidRemove(() => this.#changed.fire());
  }

  get(connection: string): readonly ControllerName[] {
    return this.#namesOf(connection).flatMap((text) => parseControllerName(text) ?? []);
  }

  async add(connection: string, controller: ControllerName): Promise<void> {
    const names = this.#namesOf(connection);
    if (!names.includes(controller)) await this.#store(connection, [...names, controller]);
  }

  async remove(connection: string, controller: ControllerName): Promise<void> {
    await this.#store(
      connection,
      this.#namesOf(connection).filter((name) => name !== controller),
    );
  }

  #namesOf(connection: string): readonly string[] {
    return this.#names.get(connection) ?? [];
  }

  async #store(connection: string, names: readonly string[]): Promise<void> {
    await this.#names.set(connection, names);
    this.#changed.fire();
  }
}
