import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { Emitter } from '../common/emitter.ts';

const key = 'controllers';

/** Controllers that a person has added by hand, since the service has no list view that would show them. */
export class AddedControllers {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, connections: Connections) {
    this.#memory = memory;
    connections.onDidRemove((id) => void this.#keep(id, []));
  }

  of(connection: string): readonly ControllerName[] {
    return this.#namesOf(connection).flatMap((text) => parseControllerName(text) ?? []);
  }

  async add(connection: string, controller: ControllerName): Promise<void> {
    const names = this.#namesOf(connection);
    if (!names.includes(controller)) await this.#keep(connection, [...names, controller]);
  }

  async remove(connection: string, controller: ControllerName): Promise<void> {
    await this.#keep(
      connection,
      this.#namesOf(connection).filter((name) => name !== controller),
    );
  }

  /** A connection may be called like something that every object has. */
  #namesOf(connection: string): readonly string[] {
    const all = this.#all();
    return Object.hasOwn(all, connection) ? (all[connection] ?? []) : [];
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return (this.#memory.get(key) as Record<string, readonly string[]> | undefined) ?? {};
  }

  async #keep(connection: string, names: readonly string[]): Promise<void> {
    await this.#memory.update(key, { ...this.#all(), [connection]: names });
    this.#changed.fire();
  }
}
