import { t } from '@vscode/l10n';
import type { ColumnUse } from '../../model/import/importMapping.ts';
import { importedValue } from '../../model/import/importValue.ts';
import type {
  ImportAdd,
  ImportedCell,
  ImportKey,
  ImportRefusal,
  ImportUpdate,
  ImportWork,
} from '../../model/import/importWork.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { ServiceError } from '../../model/errors.ts';
import type { ImportRow, ImportTable } from './importTable.ts';
import { unitWord } from '../../model/import/importPlan.ts';
import { formatNumber } from '../../model/formatNumber.ts';

export interface ReadOptions {
  readonly table: ImportTable;
  readonly name: string;
  readonly uses: readonly ColumnUse[];
  readonly key: ImportKey;
  readonly defused: boolean;
  /** The ids of the records with this value. */
  readonly find: (value: string) => Promise<readonly string[]>;
  readonly onProgress: (read: number) => void;
  readonly signal: AbortSignal;
}

/** Records that are changed by one file or plan: they are looked at and journaled one by one, so more would take days. */
export const mostRecords = 200_000;
/** All that a file asks for is held until it is written. */
export const mostMegabytes = 250;

/** Reads a whole file and sorts out what it asks for. Nothing is written. */
export async function readWork(options: ReadOptions): Promise<ImportWork> {
  const { table, name, signal, onProgress } = options;
  const sorter = new Sorter(options);
  let read = 0;
  let letters = 0;
  for await (const row of table.rows()) {
    if (signal.aborted) throw new ServiceError('canceled', { doing: t('read {0}', name), why: t('it was canceled') });
    read += 1;
    if (read > mostRecords)
      throw new FileProblem(
        t('Could not import {0}: it holds more than {1} records. Import it in parts.', name, formatNumber(mostRecords)),
      );
    letters += sorter.lettersIn(row);
    if (letters > mostMegabytes * 1_000_000)
      throw new FileProblem(
        t('Could not import {0}: it holds more than {1} MB of text. Import it in parts.', name, mostMegabytes),
      );
    await sorter.take(row);
    onProgress(read);
  }
  return sorter.work;
}

class Sorter {
  readonly #options: ReadOptions;
  /** The columns that are asked for: of all the others nothing is held. */
  readonly #columns: readonly {
    readonly at: number;
    readonly field: ImportedCell['field'];
    /** Where the names stand that go with its ids. */
    readonly namesAt: number;
  }[];
  readonly #updates = new Map<string, ImportUpdate>();
  readonly #adds: ImportAdd[] = [];
  readonly #refused: ImportRefusal[] = [];
  /** Where each id stood first. */
  readonly #positions = new Map<string, number>();
  readonly #keys = new Map<string, number>();

  constructor(options: ReadOptions) {
    this.#options = options;
    const namesAt = ({ key }: ImportedCell['field']): number =>
      options.uses.findIndex((use) => use.kind === 'left' && use.namesFor?.key === key);
    this.#columns = options.uses.flatMap((use, at) =>
      use.kind === 'field' ? [{ at, field: use.field, namesAt: namesAt(use.field) }] : [],
    );
  }

  lettersIn({ cells }: ImportRow): number {
    return this.#columns.reduce(
      (sum, { at, namesAt }) => sum + (cells[at]?.length ?? 0) + (cells[namesAt]?.length ?? 0),
      0,
    );
  }

  get work(): ImportWork {
    const refused = this.#refused.toSorted((one, other) => one.position - other.position);
    return { updates: [...this.#updates.values()], adds: this.#adds, refused };
  }

  async take(row: ImportRow): Promise<void> {
    const { position, problem } = row;
    if (problem !== undefined) return void this.#refused.push({ position, why: problem });
    const { key } = this.#options;
    const cells = this.#cells(row);
    if (key.kind === 'none') return this.#add({ position, cells });
    const id = key.kind === 'id' ? this.#idIn(row) : await this.#found(position, cells, key.field.key);
    if (id === undefined) return;
    if (id === null) return this.#add({ position, cells });
    const before = this.#positions.get(id);
    if (before === undefined) {
      this.#positions.set(id, position);
      this.#updates.set(id, { id, position, cells });
      return;
    }
    // which of the two is right only a person knows, so neither is written
    this.#updates.delete(id);
    const { unit } = this.#options.table;
    this.#refused.push({
      position,
      why: t('Record {0} is there twice, also at {1} {2}; neither is imported.', id, unitWord(unit), before),
    });
  }

  #add(add: ImportAdd): void {
    if (add.cells.every(({ value }) => value === null)) return;
    this.#adds.push(add);
  }

  #idIn(row: ImportRow): string | null {
    const at = this.#options.uses.findIndex(({ kind }) => kind === 'id');
    const id = row.cells[at]?.trim() ?? '';
    return id === '' ? null : id;
  }

  /** Null when there is no such record, undefined when it was refused. */
  async #found(position: number, cells: readonly ImportedCell[], fieldKey: string): Promise<string | null | undefined> {
    const cell = cells.find(({ field }) => field.key === fieldKey);
    const value = cell?.value ?? null;
    const label = `“${cell?.field.label ?? fieldKey}”`;
    const refuse = (why: string): undefined => void this.#refused.push({ position, why });
    if (value === null) return refuse(t('{0} is empty, so nobody can tell which record is meant.', label));
    // a service may find without regard to case, and two new records with one key would be one too many
    const folded = value.trim().toLowerCase();
    const before = this.#keys.get(folded);
    if (before !== undefined)
      return refuse(
        t(
          '{0} has the same value at {1} {2}; only that one is imported.',
          label,
          unitWord(this.#options.table.unit),
          before,
        ),
      );
    this.#keys.set(folded, position);
    const ids = await this.#options.find(value);
    if (ids.length > 1) return refuse(t('{0} records have this value for {1}.', ids.length, label));
    return ids[0] ?? null;
  }

  #cells({ cells }: ImportRow): ImportedCell[] {
    const { defused, table } = this.#options;
    const mayBeDefused = defused && table.mayBeDefused;
    return this.#columns.flatMap(({ at, field, namesAt }) => {
      const cell = cells[at] === undefined ? table.absent : cells[at];
      if (cell === undefined) return [];
      const beside = importedValue(field, cells[namesAt] ?? null, mayBeDefused)?.trim() ?? '';
      return [{ field, cell, value: importedValue(field, cell, mayBeDefused), ...(beside !== '' && { beside }) }];
    });
  }
}
