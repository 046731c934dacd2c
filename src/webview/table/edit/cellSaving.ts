import { errorMessage } from '../../../protocol/channel.ts';
import type { TableHost } from '../../../protocol/tableProtocol.ts';
import type { CellEditing } from './cellEditing.ts';
import type { SaveProblems } from './saveProblems.ts';

interface CellSavingOptions {
  readonly host: TableHost;
  readonly editing: Pick<CellEditing, 'commit'>;
  readonly problems: Pick<SaveProblems, 'beginSave'>;
  readonly notify: (text: string) => void;
}

/** Saves the staged cells, including the one that is being typed. */
export class CellSaving {
  readonly #options: CellSavingOptions;

  constructor(options: CellSavingOptions) {
    this.#options = options;
  }

  /** Always: a cell may be on its way to the host, which knows whether there is something to save. */
  readonly canSave = true;

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
