import { t } from '@vscode/l10n';
import type { ColumnUse } from '../../model/import/importMapping.ts';
import { importedValue } from '../../model/import/importValue.ts';
import type { ImportedCell, ImportKey, ImportMode, ImportTask } from '../../model/import/importWork.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { looseText } from '../../model/form/fieldValue.ts';
import { FirstIndexes } from '../../model/firstIndexes.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { canonicalId } from '../../model/recordKey.ts';
import { addLetters } from '../../model/digestTable.ts';
import { inOrder } from '../common/inOrder.ts';
import type { FieldMatch } from './findByField.ts';
import { canceled, type ImportRow, type ImportTable, maxRecords, tooManyRecords } from './importTable.ts';
import { unitWord } from '../../model/import/importPlan.ts';

export interface ReadOptions {
  readonly table: ImportTable;
  readonly name: string;
  readonly uses: readonly ColumnUse[];
  readonly key: ImportKey;
  readonly mode: ImportMode;
  readonly defused: boolean;
}

/** Requests to the service that are needed to determine what a row of a file changes. */
export interface ImportQuestions {
  /** Finds the records with this value. */
  readonly find: (value: string) => Promise<FieldMatch>;
  /** Resolves the references in the cells. */
  readonly complete: (cells: readonly ImportedCell[]) => Promise<readonly ImportedCell[]>;
}

const atOnce = 4;

/** A row that may match a record of the service. Null means no match, undefined one to find by key. */
interface SortedRow {
  readonly position: number;
  readonly cells: readonly ImportedCell[];
  readonly id: string | null | undefined;
}

/**
 * Work items of a file. Reads the file twice, first to check that all of it can be read, then record by record, and
 * keeps only the position of each id.
 */
export class ImportWork {
  readonly #options: ReadOptions;
  /** The mapped columns: all others are ignored. */
  readonly #columns: readonly {
    readonly at: number;
    readonly field: ImportedCell['field'];
    /** Index of the column with the names for its ids. */
    readonly namesAt: number;
  }[];
  readonly #idAt: number;
  readonly #ids = new FirstIndexes();
  readonly #digest = new Uint32Array(2);
  #count = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    const namesAt = ({ key }: ImportedCell['field']): number =>
      options.uses.findIndex((use) => use.kind === 'left' && use.namesFor?.key === key);
    this.#columns = options.uses.flatMap((use, at) =>
      use.kind === 'field' ? [{ at, field: use.field, namesAt: namesAt(use.field) }] : [],
    );
    this.#idAt = options.uses.findIndex(({ kind }) => kind === 'id');
  }

  /** Number of records, known after `scan`. */
  get count(): number {
    return this.#count;
  }

  /** Returns the position of the row for a record of the service. */
  positionOf(id: string): number | undefined {
    return this.#ids.indexOf(this.#identity(id));
  }

  /** Reads the whole file without sending requests. */
  async scan(
    onCells: (cells: readonly ImportedCell[]) => void,
    onProgress: (read: number) => void,
    signal: AbortSignal,
    max = maxRecords,
  ): Promise<void> {
    const { name, key } = this.#options;
    for await (const row of this.#rows(this.#digest, signal)) {
      this.#count += 1;
      tooManyRecords(this.#count, name, max);
      if (row.problem === undefined) {
        const id = key.kind === 'id' ? this.#idIn(row) : null;
        if (id !== null) this.#ids.addIfNew(this.#identity(id), row.position);
        if (key.kind === 'field' || this.#mayWrite(id !== null)) onCells(this.#cells(row));
      }
      onProgress(this.#count);
    }
  }

  /** Yields the tasks one by one. Call after `scan`. */
  async *tasks(questions: ImportQuestions, signal: AbortSignal): AsyncGenerator<ImportTask, void, void> {
    const answered = inOrder(this.#sorted(signal), atOnce, async (row) => {
      if ('kind' in row) return row;
      const match = row.id === undefined ? await questions.find(this.#keyIn(row)) : undefined;
      const excluded = this.#excluded(row, match);
      if (excluded) return excluded;
      return { ...row, cells: await questions.complete(row.cells), match };
    });
    for await (const row of answered) {
      if ('kind' in row) yield row;
      else {
        const task = this.#taskOf(row);
        if (task) yield task;
      }
    }
  }

  /** True if the mode allows the record to be changed, if it exists, or added otherwise. */
  #mayWrite(exists: boolean): boolean {
    return this.#options.mode !== (exists ? 'add' : 'change');
  }

  /** Returns a task for a row whose record the mode excludes. A row that may be about either gets none. */
  #excluded({ position, cells, id }: SortedRow, match: FieldMatch | undefined): ImportTask | undefined {
    const { mode } = this.#options;
    if (typeof id === 'string') return mode === 'add' ? { kind: 'existing', id, position } : undefined;
    const ids = match?.ids;
    if (id === undefined && !ids) return undefined;
    const [found, ...others] = ids ?? [];
    if (this.#mayWrite(found !== undefined)) return undefined;
    if (found === undefined) {
      const why =
        id === null
          ? t('It has no id, and records are only changed, never added.')
          : t('No record has this value for {0}, and records are only changed, never added.', this.#keyLabel);
      return isBlank(cells) ? undefined : { kind: 'skipped', position, why };
    }
    const why =
      others.length === 0
        ? t('Record {0} has this value for {1}, and records are only added, never changed.', found, this.#keyLabel)
        : t(
            '{0} records have this value for {1}, and records are only added, never changed.',
            formatNumber(others.length + 1),
            this.#keyLabel,
          );
    return { kind: 'skipped', position, why };
  }

  /** Yields what can be determined for each record without a request. */
  async *#sorted(signal: AbortSignal): AsyncGenerator<SortedRow | ImportTask, void, void> {
    const { key, name } = this.#options;
    const digest = new Uint32Array(2);
    const keys = new FirstIndexes();
    for await (const row of this.#rows(digest, signal)) {
      const { position, problem } = row;
      if (problem !== undefined) {
        yield { kind: 'refused', position, why: problem };
        continue;
      }
      const cells = this.#cells(row);
      const id = key.kind === 'id' ? this.#idIn(row) : key.kind === 'none' ? null : undefined;
      const why = id === undefined ? this.#whyNotByKey({ position, cells }, keys) : undefined;
      if (why !== undefined) yield { kind: 'refused', position, why };
      else if (typeof id === 'string' && this.#ids.isRepeated(this.#identity(id))) {
        // only the user knows which of the two is right, so neither is written
        const first = this.#ids.indexOf(this.#identity(id)) ?? position;
        if (first !== position) yield { kind: 'refused', position, why: this.#twice(id, first) };
      } else yield { position, cells, id };
    }
    if (digest[0] !== this.#digest[0] || digest[1] !== this.#digest[1])
      throw new FileProblem(t('Could not import {0}: it changed while it was being read. Import it again.', name));
  }

  #taskOf({
    position,
    cells,
    id,
    match,
  }: SortedRow & { readonly match: FieldMatch | undefined }): ImportTask | undefined {
    if (match?.why !== undefined) return { kind: 'refused', position, why: match.why };
    const ids = match?.ids;
    if (ids && ids.length > 1)
      return { kind: 'refused', position, why: t('{0} records have this value for {1}.', ids.length, this.#keyLabel) };
    const found = id === undefined ? (ids?.[0] ?? null) : id;
    if (found === null) return isBlank(cells) || !this.#mayWrite(false) ? undefined : { kind: 'add', position, cells };
    const first = ids && this.#ids.addIfNew(found, position);
    if (first === undefined) return { kind: 'update', id: found, position, cells };
    return { kind: 'refused', position, why: this.#twice(found, first), with: found };
  }

  #twice(id: string, first: number): string {
    const { unit } = this.#options.table;
    return t('Record {0} appears twice (also at {1} {2}); neither is imported.', id, unitWord(unit), first);
  }

  async *#rows(digest: Uint32Array, signal: AbortSignal): AsyncGenerator<ImportRow, void, void> {
    const { table, name } = this.#options;
    const looked = [...new Set([this.#idAt, ...this.#columns.flatMap(({ at, namesAt }) => [at, namesAt])])];
    for await (const row of table.rows(signal)) {
      if (signal.aborted) throw canceled(name);
      for (const at of looked) {
        addLetters(digest, row.cells[at] ?? '');
        addLetters(digest, '\n');
      }
      yield row;
    }
  }

  /** Ids in a file may be spelled in different ways; those from the service are canonical. */
  #identity(id: string): string {
    return this.#options.key.kind === 'id' ? canonicalId(id) : id;
  }

  #idIn(row: ImportRow): string | null {
    const id = row.cells[this.#idAt]?.trim() ?? '';
    return id === '' ? null : id;
  }

  get #keyLabel(): string {
    const { key } = this.#options;
    return key.kind === 'field' ? `“${key.field.label}”` : '';
  }

  #keyIn({ cells }: Pick<SortedRow, 'cells'>): string {
    const { key } = this.#options;
    const cell = key.kind === 'field' ? cells.find(({ field }) => field.key === key.field.key) : undefined;
    return cell?.value ?? '';
  }

  #whyNotByKey(row: Pick<SortedRow, 'position' | 'cells'>, keys: FirstIndexes): string | undefined {
    const { key } = this.#options;
    const value = this.#keyIn(row);
    if (value === '') return t("{0} is empty, so the record can't be identified.", this.#keyLabel);
    // the service may find one by the key of the other
    const kind = key.kind === 'field' ? key.field.kind : undefined;
    const before = keys.addIfNew(looseText(value, kind), row.position);
    if (before === undefined) return undefined;
    const unit = unitWord(this.#options.table.unit);
    return t('{0} has the same value at {1} {2}; only that one is imported.', this.#keyLabel, unit, before);
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

/** True for a row without values: it isn't a record. */
function isBlank(cells: readonly ImportedCell[]): boolean {
  return cells.every(({ value }) => value === null);
}
