import type { LookUpView } from '../../model/list/lookUpView.ts';
import type { Connections } from '../connections/connections.ts';

export interface RememberedView extends Pick<LookUpView, 'name' | 'showsAll'> {
  readonly controller: string;
}

/** The list view that look-ups used last in this window, by controller, for display in the connection form. */
export class LookUpViewMemory {
  readonly #views = new Map<string, Map<string, RememberedView>>();

  constructor(connections: Pick<Connections, 'onDidRemove'>) {
    connections.onDidRemove((id) => void this.#views.delete(id));
  }

  get(connection: string): readonly RememberedView[] {
    return [...(this.#views.get(connection)?.values() ?? [])];
  }

  remember(connection: string, controller: string, { name, showsAll }: LookUpView): void {
    const views = this.#views.get(connection) ?? new Map<string, RememberedView>();
    this.#views.set(connection, views.set(controller, { controller, name, showsAll }));
  }
}
