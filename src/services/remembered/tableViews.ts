import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { PlaceMemory } from './placeMemory.ts';
import type { ListPlace } from '../lists/listPlace.ts';

/** A long selection or a long query of one's own is not worth slowing VS Code's memory down. */
const longest = 50_000;

/**
 * How each open table looks: its search, its place, its selection. VS Code keeps that as well, but writes it down late,
 * so a window that is reloaded would come back with an older one. What a view is, its reader knows.
 */
export class TableViews extends PlaceMemory {
  constructor(memory: Memento, connections: Connections) {
    super(memory, connections, 'tableViews', 60);
  }

  override async set(place: ListPlace, view: object): Promise<void> {
    if (JSON.stringify(view).length > longest) return this.forget(place);
    await super.set(place, view);
  }
}
