import { type ControllerName, controllerText, parseControllerName } from '../../model/controller.ts';
import type { Connections } from '../connections/connections.ts';
import type { Memory } from './memory.ts';
import { Signal } from '../common/signal.ts';

const key = 'controllers';

/** Controllers that a person has added by hand, since the service has no list view that would show them. */
export class AddedControllers {
  readonly #memory: Memory;
  readonly #changed = new Signal<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, connections: Connections) {
    this.#memory = memory;
    connections.onDidRemove((id) => void this.#keep(id, []));
  }

  of(connection: string): readonly ControllerName[] {
    return this.#namesOf(connection).flatMap((text) => parseControllerName(text) ?? []);
  }

  async add(connection: string, controller: ControllerName): Promise<void> {
    const names = this.#namesOf(connection);
    const text = controllerText(controller);
    if (!names.includes(text)) await this.#keep(connection, [...names, text]);
  }

  async remove(connection: string, controller: ControllerName): Promise<void> {
    const text = controllerText(controller);
    await this.#keep(
      connection,
      this.#namesOf(connection).filter((name) => name !== text),
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
