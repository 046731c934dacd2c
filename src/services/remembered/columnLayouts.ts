import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { PlaceMemory } from './placeMemory.ts';

/** How a person arranged the columns of each list view. What a layout is, its reader knows. */
export class ColumnLayouts extends PlaceMemory {
  constructor(memory: Memento, connections: Connections) {
    super(memory, connections, 'columnLayouts', 300);
  }
}
