import type { LookUpView } from '../../model/list/lookUpView.ts';
import type { Connections } from '../connections/connections.ts';
import { ByConnection } from './byConnection.ts';
import type { Memento } from './memento.ts';

export interface RememberedView extends Pick<LookUpView, 'name' | 'showsAll'> {
  readonly controller: string;
}

const most = 200;

/** Which list view look-ups used last, by controller, so that the connection's form can show it. */
export class LookUpViewMemory {
  readonly #views: ByConnection<readonly RememberedView[]>;

  constructor(memory: Memento, connections: Pick<Connections, 'onDidRemove'>) {
    this.#views = new ByConnection(memory, 'lookUpViews', connections);
  }

  get(connection: string): readonly RememberedView[] {
    return this.#views.of(connection) ?? [];
  }

  async remember(connection: string, controller: string, { name, showsAll }: LookUpView): Promise<void> {
    const others = this.get(connection).filter((one) => one.controller !== controller);
    await this.#views.keep(connection, [...others.slice(-(most - 1)), { controller, name, showsAll }]);
  }
}
