import { controllerText } from '../model/controller.ts';
import type { Connections } from './connections.ts';
import type { Memory } from './memory.ts';
import type { ListPlace } from './recordPages.ts';

const key = 'columnLayouts';
const most = 300;

/** How a person arranged the columns of each list view, from one window to the next. What a layout is, its reader knows. */
export class ColumnLayouts {
  readonly #memory: Memory;

  constructor(memory: Memory, connections: Connections) {
    this.#memory = memory;
    connections.onDidRemove((id) => {
      const others = Object.entries(this.#all()).filter(([place]) => !place.startsWith(`${id}/`));
      void this.#memory.update(key, Object.fromEntries(others));
    });
  }

  get(place: ListPlace): unknown {
    return this.#all()[nameOf(place)];
  }

  async set(place: ListPlace, layout: object): Promise<void> {
    const { [nameOf(place)]: _before, ...others } = this.#all();
    const kept = Object.entries(others).slice(-(most - 1));
    await this.#memory.update(key, Object.fromEntries([...kept, [nameOf(place), layout]]));
  }

  #all(): Readonly<Record<string, unknown>> {
    return (this.#memory.get(key) as Readonly<Record<string, unknown>> | undefined) ?? {};
  }
}

function nameOf({ connection, controller, listView }: ListPlace): string {
  return `${connection}/${controllerText(controller)}/${listView ?? '='}`;
}
