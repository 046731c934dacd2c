import type { ColumnKind } from '../../../model/list/recordPage.ts';
import type { TableHost, TableRow } from '../../../protocol/tableProtocol.ts';
import type { CellInfo } from '../../../model/list/cellInfo.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { ActiveCell } from '../grid/gridKeys.ts';
import { tableWords } from '../tableWords.ts';

/** A cell that somebody edits. */
export interface EditedCell {
  readonly cell: ActiveCell;
  readonly row: TableRow & { readonly id: string };
  readonly column: VisibleColumn;
}

/** Whatever the record. */
export function isLocked({ column }: EditedCell): boolean {
  return !column.column.isData;
}

export function labelOf({ row, column }: EditedCell): string {
  return tableWords.editing(column.column.label, row.name);
}

export type CheckedKind = NonNullable<CellInfo['kind']>;

/** Until the form of the record tells, the column does. */
export function checkedKind(kind: ColumnKind): CheckedKind | undefined {
  return kind === 'text' || kind === 'boolean' ? undefined : kind;
}

const most = 500;
/** As long as the host takes a form for new. */
const freshFor = 20_000;
/** Whoever stays that long at a cell may want to edit it. */
const dwell = 200;

/** What the forms of records tell about their cells. A row says nothing of a field that only its form closes. */
export class CellInfos {
  readonly #host: Pick<TableHost, 'call'>;
  readonly #known = new Map<string, { readonly info: CellInfo; readonly until: number }>();
  /** Those that are on their way. */
  readonly #asked = new Map<string, Promise<CellInfo | undefined>>();
  /** Columns in which some record was found to be open. */
  readonly #open = new Set<string>();
  /** Whoever has edited a cell may edit the next. */
  hasEditor = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Pick<TableHost, 'call'>) {
    this.#host = host;
  }

  /** Undefined while nobody has asked. */
  known(row: TableRow, column: VisibleColumn): CellInfo | undefined {
    const known = this.#known.get(keyOf(row, column));
    return known && known.until > performance.now() ? known.info : undefined;
  }

  /** Undefined when nobody answers: then the save will find out. */
  ask(row: TableRow, column: VisibleColumn): Promise<CellInfo | undefined> {
    const cell = keyOf(row, column);
    const asked = this.#asked.get(cell) ?? this.#ask(row, column).finally(() => this.#asked.delete(cell));
    this.#asked.set(cell, asked);
    return asked;
  }

  async #ask(row: TableRow, column: VisibleColumn): Promise<CellInfo | undefined> {
    const { id } = row;
    const { key } = column.column;
    if (id === null) return undefined;
    try {
      const info = await this.#host.call.cellInfo({ id, column: key });
      if (this.#known.size >= most) this.#known.clear();
      this.#known.set(keyOf(row, column), { info, until: performance.now() + freshFor });
      if (info.whyNot === null) this.#open.add(key);
      return info;
    } catch {
      return undefined;
    }
  }

  /**
   * For a cell that a person has come to. Who only looks costs the service one question for each column; any cell is asked
   * about before it is opened, as a column that is open for one record may be closed for the next.
   */
  askAhead(row: TableRow, column: VisibleColumn): void {
    clearTimeout(this.#timer);
    const isWanted = (): boolean =>
      (this.hasEditor || !this.#open.has(column.column.key)) && this.known(row, column) === undefined;
    if (!isWanted()) return;
    this.#timer = setTimeout(() => {
      // whoever was quicker has asked
      if (isWanted()) void this.ask(row, column);
    }, dwell);
  }

  /** Records were changed, or read anew. */
  forget(): void {
    this.#known.clear();
  }
}

function keyOf({ id }: TableRow, { column }: VisibleColumn): string {
  return JSON.stringify([id, column.key]);
}
