import { type Params, errorMessage } from '../../../protocol/channel.ts';
import type { PastedCell, RefusedCell, TableHost, tableHost, TableRow } from '../../../protocol/tableProtocol.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { ConflictChoice } from './conflictBar.ts';

export interface StagingQueueOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
  readonly notify: (text: string) => void;
}

/** Stages cells with the host, one request after the other: some take longer, and the last one has to win. */
export class StagingQueue {
  readonly #options: StagingQueueOptions;
  settled: Promise<void> = Promise.resolve();

  constructor(options: StagingQueueOptions) {
    this.#options = options;
  }

  send(request: Params<typeof tableHost, 'stage'>, name: string): void {
    const { table, host, formatter, notify } = this.#options;
    const { id, column, from, to, reference } = request;
    const pointing = table.source.columns.find(({ key }) => key === column);
    // once it is saved the list may show its id
    if (reference && pointing) formatter.learnName(pointing, reference.id, to ?? '');
    table.refusedCells.drop(id, column);
    const arrived = table.stageOptimistically(id, column, to === undefined ? undefined : { from, to });
    this.settled = this.settled
      .then(() => host.call.stage(request))
      .then(
        (cells) => table.setStaged(cells),
        (error: unknown) => {
          const reason = errorMessage(error);
          if (to) this.refuse({ id, name }, column, to, reason);
          notify(to ? tableWords.notStaged(reason, to) : reason);
        },
      )
      .finally(arrived);
  }

  /** What did not fit; everything else is staged. */
  async sendBlock(cells: PastedCell[]): Promise<readonly RefusedCell[]> {
    const { table, host } = this.#options;
    const staging = this.settled.then(() => host.call.stageBlock({ cells }));
    this.settled = staging.then(
      ({ staged }) => table.setStaged(staged),
      () => undefined,
    );
    return (await staging).refused;
  }

  /** Stages cells over what the service has now, or discards them. */
  resolve(id: string, columns: readonly string[], keep: 'mine' | 'theirs'): void {
    const { table, host, notify } = this.#options;
    this.settled = this.settled
      .then(() => host.call.resolve({ id, columns: [...columns], keep }))
      .then(
        (cells) => table.setStaged(cells),
        (error: unknown) => notify(errorMessage(error)),
      );
  }

  /** The choice that a cell leaves to a person when someone else changed it, too. */
  conflict(row: TableRow | undefined, column: VisibleColumn | undefined): ConflictChoice | undefined {
    const { table } = this.#options;
    const theirs = row && column && table.theirs(row, column);
    if (!row || row.id === null || !column || theirs === undefined) return undefined;
    const { id } = row;
    const columns = [column.column.key];
    return {
      mine: table.value(row, column),
      theirs,
      keepMine: () => this.resolve(id, columns, 'mine'),
      takeTheirs: () => this.resolve(id, columns, 'theirs'),
    };
  }

  /** What was typed is not lost. */
  refuse(
    { id, name }: { readonly id: string; readonly name: string },
    column: string,
    text: string,
    why: string,
  ): void {
    const { table } = this.#options;
    const label = table.columns.find((shown) => shown.column.key === column)?.column.label ?? '';
    table.refusedCells.drop(id, column);
    table.refuse([...table.refusedCells.all, { cell: { id, column }, row: name, label, text, why }]);
  }
}
