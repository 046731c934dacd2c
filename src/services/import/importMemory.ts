import type { SavedMapping } from '../../model/import/importMapping.ts';
import type { Memento } from '../remembered/memento.ts';

const key = 'importMappings';
const max = 100;

/** Stores which field the user chose for a column title, by controller. */
export class ImportMemory {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  get(controller: string): SavedMapping {
    return this.#all()[controller] ?? {};
  }

  async store(controller: string, chosen: SavedMapping): Promise<void> {
    const { [controller]: before, ...others } = this.#all();
    const kept = Object.entries(others).slice(-(max - 1));
    await this.#memory.update(key, Object.fromEntries([...kept, [controller, { ...before, ...chosen }]]));
  }

  #all(): Readonly<Record<string, SavedMapping>> {
    return (this.#memory.get(key) as Readonly<Record<string, SavedMapping>> | undefined) ?? {};
  }
}
