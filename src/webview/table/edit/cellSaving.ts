import { errorMessage } from '../../../protocol/channel.ts';
import type { TableHost } from '../../../protocol/tableProtocol.ts';
import type { TableModel } from '../tableModel.ts';
import type { CellEditing } from './cellEditing.ts';
import type { SaveProblems } from './saveProblems.ts';

interface CellSavingOptions {
  readonly table: Pick<TableModel, 'hasStaged'>;
  readonly host: TableHost;
  readonly editing: Pick<CellEditing, 'isOpen' | 'commit'>;
  readonly problems: Pick<SaveProblems, 'beginSave'>;
  readonly notify: (text: string) => void;
}

/** Saves the staged cells, including the one that is being typed. */
export class CellSaving {
  readonly #options: CellSavingOptions;

  constructor(options: CellSavingOptions) {
    this.#options = options;
  }

  get canSave(): boolean {
    const { table, editing } = this.#options;
    return table.hasStaged || editing.isOpen;
  }

  /** Before a save: stages what is being typed. */
  async commit(): Promise<undefined> {
    const { editing, problems } = this.#options;
    problems.beginSave();
    await editing.commit();
    return undefined;
  }

  readonly save = (): void => {
    const { host, notify } = this.#options;
    this.commit()
      .then(() => host.call.save())
      .catch((error: unknown) => notify(errorMessage(error)));
  };
}
