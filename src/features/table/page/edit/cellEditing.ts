import type { TableHost, TableRow, PastedCell, RefusedCell, tableHost } from '../../tableProtocol.ts';
import type { CellInfo } from '../../../../model/list/cellInfo.ts';
import { errorMessage, type Params } from '../../../common/channel.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import { type ActiveCell, movedCell, type PressedKey } from '../grid/gridKeys.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import { type PastedValue, pastedValue } from '../../../../model/list/pastedValue.ts';
import { asTyped, choicesFor } from './cellChoices.ts';
import { type CellField, CellSelect, CellTextField, type EditEnd, type OnEnd } from './cellField.ts';
import { CellMultiSelect, CellDateTime, CellReference, type ReferenceEdit } from './cellControls.ts';
import { LookUpList } from '../../../common/page/fields/lookUpList.ts';
import type { ColumnKind } from '../../../../model/list/recordPage.ts';
import type { ConflictChoice } from './conflictBar.ts';

export interface CellEditingOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
  readonly notify: (text: string) => void;
  /** Shows the reason why a cell keeps its value. */
  readonly explain: (cell: ActiveCell, text: string) => void;
}

/** Edits cells. Edits are staged with the host, which sends them on save. */
export class CellEditing {
  readonly #editor = new CellTextField();
  readonly #chooser = new CellSelect();
  readonly #reference = new CellReference();
  /** The suggestion list, shared by all cells. */
  readonly list = new LookUpList();
  readonly #moment = new CellDateTime();
  readonly #many = new CellMultiSelect();
  readonly openings = new CellOpenings();
  readonly elements = [
    ...this.#fields.flatMap(({ element, problem }) => [element, problem]),
    this.list.element,
    this.openings.element,
  ];
  readonly #options: CellEditingOptions;
  #edited: EditedCell | undefined;
  readonly staging: StagingQueue;
  readonly #infos: CellInfos;

  constructor(options: CellEditingOptions) {
    this.#options = options;
    this.#infos = new CellInfos(options.host);
    this.staging = new StagingQueue(options);
  }

  /** Reason why this cell can't be edited, as known from its row or its record's form. */
  whyNot(row: TableRow, column: VisibleColumn): string | undefined {
    return this.#options.table.whyNot('edit', row) ?? this.#infos.known(row, column)?.whyNot ?? undefined;
  }

  /** Called when the user moves to a cell: checks whether it is editable, before the user starts to edit. */
  prefetchCellInfo(cell: ActiveCell): void {
    const { table } = this.#options;
    this.openings.leave(cell);
    const [row, column] = [table.row(cell.row), table.columns[cell.column]];
    if (row && column?.column.isData && table.whyNot('edit', row) === undefined) this.#infos.prefetch(row, column);
  }

  /** Asks before editing is offered; resolves to undefined if the cell is editable. */
  async askWhyNot(row: TableRow, column: VisibleColumn): Promise<string | undefined> {
    const why = this.whyNot(row, column);
    if (why !== undefined || this.#infos.known(row, column)) return why;
    return (await this.#infos.ask(row, column))?.whyNot ?? undefined;
  }

  /** Clears cached cell info. */
  reset(): void {
    this.#infos.clear();
  }

  get isOpen(): boolean {
    return this.#fields.some(({ isOpen }) => isOpen);
  }

  get #fields(): readonly CellField<HTMLElement>[] {
    return [this.#editor, this.#chooser, this.#reference, this.#moment, this.#many];
  }

  /** With `end`, the typed text is accepted without opening an editor. */
  async begin(cell: ActiveCell, typed?: string, end?: CellOpening['end']): Promise<void> {
    const { table, explain } = this.#options;
    const [row, column] = [table.row(cell.row), table.columns[cell.column]];
    if (!row || !column) return;
    const why = this.whyNot(row, column);
    if (why !== undefined) return explain(cell, why);
    if (row.id === null) return explain(cell, tableWords.noId);
    const edited: EditedCell = { cell, row: { ...row, id: row.id }, column };
    this.#infos.hasEditor = true;
    if (isLocked(edited)) return this.#sayWhyNot(edited, this.#about(edited));
    const isCut = row.cut?.includes(column.cell) === true && table.staged(row, column) === undefined;
    if (!end && !isCut && this.#infos.known(row, column)) this.#open(edited, table.value(row, column), typed);
    else if (!this.openings.typeAhead(cell, typed)) {
      const opened = this.openings.begin(cell, typed, end, (opening) => this.#openLater(edited, opening, isCut));
      this.follow();
      await opened;
    }
  }

  /** Opens the editor once the full text is loaded and, if in doubt, the cell is known to be editable. */
  async #openLater(edited: EditedCell, opening: CellOpening, isCut: boolean): Promise<void> {
    const { cell, row, column } = edited;
    const { host, explain, table, grid } = this.#options;
    try {
      const why = await this.askWhyNot(row, column);
      const whole =
        isCut && why === undefined
          ? await host.call.wholeText({ id: row.id, column: column.column.key })
          : table.value(row, column);
      if (opening.isDropped) return;
      if (why !== undefined) return explain(cell, why);
      if (!opening.end) return this.#open(edited, whole, opening.typed);
      this.#takeTyped(edited, whole, opening);
      for (const { typed, end } of opening.later) await this.begin(grid.active, typed, end);
    } catch (error) {
      explain(cell, errorMessage(error));
    }
  }

  /** The user left before the editor opened: accepts the typed text as the editor would have. */
  #takeTyped(edited: EditedCell, before: string | null, { typed, end: how = 'blur', later }: CellOpening): void {
    if (typed === undefined) return this.#leave(edited, how);
    const { row, column } = edited;
    const info = this.#infos.known(row, column);
    if (info?.chosen && this.#openMany(edited, before, typed, info)) return this.#many.end(how);
    const { kind, choices } = info ?? { kind: checkedKind(column.column.kind) };
    const offered = column.column.kind === 'boolean' ? 'boolean' : info?.chosen ? undefined : choices;
    const other = offered === 'boolean' ? (before ?? '') : typed;
    const text = offered ? (choicesFor(this.#valuesNear(edited, before), typed, offered).chosen ?? other) : typed;
    const read = kind ? this.#read(edited, kind, text) : asTyped(text);
    if (read.why === undefined || how === 'blur' || later.length > 0)
      return this.#end(edited, before, how, { text, ...read });
    // report the problem in the editor, where the text was typed
    this.#open(edited, before, typed);
    this.#editor.tryEnd(how);
  }

  #open(edited: EditedCell, value: string | null, typed: string | undefined): void {
    const { column } = edited;
    this.#edited = edited;
    // until the record's form provides a better one
    let kind = checkedKind(column.column.kind);
    const read = (text: string): PastedValue =>
      kind === undefined || text === (value ?? '') ? asTyped(text) : this.#read(edited, kind, text);
    const onEnd = (how: EditEnd, text: string): void => this.#end(edited, value, how, { text, ...read(text) });
    const about = this.#about(edited);
    if (column.column.kind === 'boolean') this.#choose(edited, value, typed, 'boolean');
    else {
      this.#editor.open(labelOf(edited), value ?? '', typed, onEnd, (text) => read(text).why);
      if (kind) this.#offerMoment(edited, value, kind, onEnd);
      void about.then((info) => {
        kind = info.kind;
        if (info.chosen) this.#offerMany(edited, value, info);
        else if (info.choices) this.#offer(edited, value, info.choices);
        else if (info.reference) this.#offerLookUp(edited, value, info.reference);
        else if (kind) this.#offerMoment(edited, value, kind, onEnd);
      });
    }
    this.#options.grid.paintNow();
    void this.#sayWhyNot(edited, about);
  }

  /** True while the cell is still edited as text, so that another control may replace the text field. */
  #isTextOf(edited: EditedCell): boolean {
    return this.#edited === edited && this.#editor.isOpen && !this.#editor.isComposing;
  }

  #typedOver(value: string | null): string | undefined {
    const { value: text } = this.#editor.element;
    return text === (value ?? '') ? undefined : text;
  }

  /** The record's form has provided the choices; the user may already be typing. */
  #offer(edited: EditedCell, value: string | null, choices: NonNullable<CellInfo['choices']>): void {
    if (!this.#isTextOf(edited)) return;
    this.#choose(edited, value, this.#typedOver(value), choices);
    this.#options.grid.paintNow();
  }

  #offerMany(edited: EditedCell, value: string | null, info: CellInfo): void {
    if (this.#isTextOf(edited) && this.#openMany(edited, value, this.#typedOver(value), info))
      this.#options.grid.paintNow();
  }

  /** Returns false if the typed text matches no choice, so that the user can go on typing. */
  #openMany(edited: EditedCell, before: string | null, typed: string | undefined, info: CellInfo): boolean {
    const { choices, chosen: held = [] } = info;
    if (choices === undefined || choices === 'boolean' || !CellMultiSelect.offers(choices, typed)) return false;
    this.#editor.leave();
    const onEnd = (how: EditEnd, text: string): void => this.#end(edited, before, how, { text, ...asTyped(text) });
    const { label: column } = edited.column.column;
    const near = [...this.#valuesNear(edited, before)];
    this.#many.openChoices({ column, label: labelOf(edited), value: before ?? '', held, typed, choices, near, onEnd });
    return true;
  }

  /** Opens a picker for a date or time, unless the user has already started to type. */
  #offerMoment(edited: EditedCell, value: string | null, kind: CheckedKind, onEnd: OnEnd): void {
    const text = value ?? '';
    const isUntouched = this.#isTextOf(edited) && this.#typedOver(value) === undefined;
    const examples = [...this.#valuesNear(edited, value)].flatMap((one) => one ?? []);
    if (kind === 'number' || !isUntouched || !CellDateTime.canShow(kind, text, examples)) return;
    this.#editor.leave();
    this.#moment.openMoment({ label: labelOf(edited), kind, value: text, examples, onEnd });
    this.#options.grid.paintNow();
  }

  #read(edited: EditedCell, kind: CheckedKind, text: string): PastedValue {
    const near = [...this.#valuesNear(edited, null)].map((one) => one ?? null);
    return pastedValue({ kind, label: edited.column.column.label, options: [] }, text, near);
  }

  /** The same for the records that a reference may point to. */
  #offerLookUp(edited: EditedCell, value: string | null, about: NonNullable<CellInfo['reference']>): void {
    if (!this.#isTextOf(edited)) return;
    const { id } = edited.row;
    const { key } = edited.column.column;
    const { host } = this.#options;
    const typed = this.#typedOver(value);
    this.#editor.leave();
    this.#reference.openReference({
      column: about.label,
      ...(about.model !== undefined && { model: about.model }),
      label: labelOf(edited),
      text: value ?? '',
      typed,
      service: {
        list: this.list,
        takesIds: true,
        lookUp: (text, signal, controller) =>
          host.call.lookUp({ id, column: key, text, ...(controller !== undefined && { controller }) }, signal),
      },
      onEnd: (how, edit) => {
        if (edit) this.#stage(edited, value, edit);
        this.#leave(edited, how);
      },
    });
    this.#options.grid.paintNow();
  }

  #choose(
    edited: EditedCell,
    value: string | null,
    typed: string | undefined,
    offered: NonNullable<CellInfo['choices']>,
  ): void {
    const { choices, chosen } = choicesFor(this.#valuesNear(edited, value), typed, offered);
    // the user may type something that is not a choice
    if (this.#editor.isOpen && typed !== undefined && chosen === undefined) return;
    this.#editor.leave();
    const onEnd = (how: EditEnd, text: string): void => this.#end(edited, value, how, { text, ...asTyped(text) });
    const begun = typed === undefined ? undefined : { typed, chosen };
    this.#chooser.open(labelOf(edited), value ?? '', begun, choices, onEnd);
  }

  /** Keeps the editor positioned over its cell. */
  follow(): void {
    const { grid } = this.#options;
    this.openings.follow((cell) => grid.cellElement(cell));
    if (!this.#edited || !this.isOpen) return;
    const cell = grid.cellElement(this.#edited.cell);
    for (const field of this.#fields)
      field.moveOver(cell?.getBoundingClientRect(), grid.element.getBoundingClientRect());
  }

  /** Commits the open edit before a save. */
  async commit(): Promise<void> {
    this.openings.leave();
    await this.openings.settled();
    this.#close('blur');
    await this.staging.settled;
  }

  /** The host knows more about the cell than the row does. */
  #about({ row, column }: EditedCell): Promise<CellInfo> {
    const kind = checkedKind(column.column.kind);
    const known = this.#infos.known(row, column);
    if (known) return Promise.resolve(known);
    return this.#infos.ask(row, column).then((info) => info ?? { whyNot: null, ...(kind && { kind }) });
  }

  /** Closes the editor again if the field turns out to be read-only. */
  async #sayWhyNot(edited: EditedCell, about: Promise<CellInfo>): Promise<void> {
    const { whyNot } = await about;
    if (whyNot === null && !isLocked(edited)) return;
    if (this.#edited?.cell === edited.cell) this.#close('cancel');
    this.#options.explain(edited.cell, whyNot ?? tableWords.notEditable);
  }

  #close(how: 'blur' | 'cancel'): void {
    for (const field of this.#fields) field.end(how);
  }

  /** Yields the cell's own value, then the visible values of its column. */
  *#valuesNear({ column }: EditedCell, value: string | null): Iterable<string | null | undefined> {
    const { table, grid } = this.#options;
    yield value;
    for (let index = grid.visibleRows.first; index <= grid.visibleRows.last; index++)
      yield table.row(index)?.cells[column.cell];
  }

  #end(edited: EditedCell, before: string | null, how: EditEnd, typed: PastedValue & { readonly text: string }): void {
    const { text } = typed;
    if (how !== 'cancel' && text !== (before ?? '')) {
      if (typed.why === undefined) this.#stage(edited, before, { to: typed.to });
      else this.staging.refuse(edited.row, edited.column.column.key, text, typed.why);
    }
    this.#leave(edited, how);
  }

  #leave(edited: EditedCell, how: EditEnd): void {
    const { grid } = this.#options;
    if (this.#edited === edited) this.#edited = undefined;
    if (how === 'blur') return;
    grid.element.focus({ preventScroll: true });
    const move = ({ enter: 'down', tab: 'right', backTab: 'left', cancel: undefined } as const)[how];
    if (move) grid.setActive(movedCell(edited.cell, move, grid.bounds()));
  }

  #stage({ row, column }: EditedCell, before: string | null, { to, reference }: ReferenceEdit): void {
    const staged = this.#options.table.staged(row, column);
    const from = staged ? staged.from : before;
    const key = column.column.key;
    // always stage a reference: the same name may belong to another record
    if (reference) return this.staging.send({ id: row.id, column: key, from, to, reference }, row.name);
    const isBack = to === (from === '' ? null : from);
    this.staging.send({ id: row.id, column: key, from, to: isBack ? undefined : to }, row.name);
  }
}

/** A cell that is being edited. */
interface EditedCell {
  readonly cell: ActiveCell;
  readonly row: TableRow & { readonly id: string };
  readonly column: VisibleColumn;
}

/** True if the column is read-only for every record. */
function isLocked({ column }: EditedCell): boolean {
  return !column.column.isData;
}

function labelOf({ row, column }: EditedCell): string {
  return tableWords.editing(column.column.label, row.name);
}

type CheckedKind = NonNullable<CellInfo['kind']>;

/** The kind from the column, used until the record's form is loaded. */
function checkedKind(kind: ColumnKind): CheckedKind | undefined {
  return kind === 'text' || kind === 'boolean' ? undefined : kind;
}

const max = 500;
/** How long the host considers a form fresh. */
const freshFor = 20_000;
/** Delay at a cell after which the user is likely to edit it. */
const dwell = 200;

/** Cell info from records' forms. A row doesn't show that a field is read-only if only its form says so. */
class CellInfos {
  readonly #host: Pick<TableHost, 'call'>;
  readonly #known = new Map<string, { readonly info: CellInfo; readonly until: number }>();
  /** In-flight requests. */
  readonly #asked = new Map<string, Promise<CellInfo | undefined>>();
  /** Columns that were editable for at least one record. */
  readonly #open = new Set<string>();
  /** True once a cell was edited: the next one is likely to be edited as well. */
  hasEditor = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Pick<TableHost, 'call'>) {
    this.#host = host;
  }

  /** Undefined if not requested yet. */
  known(row: TableRow, column: VisibleColumn): CellInfo | undefined {
    const known = this.#known.get(keyOf(row, column));
    return known && known.until > performance.now() ? known.info : undefined;
  }

  /** Resolves to undefined if the service is unreachable; the save then reports it. */
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
      if (this.#known.size >= max) this.#known.clear();
      this.#known.set(keyOf(row, column), { info, until: performance.now() + freshFor });
      if (info.whyNot === null) this.#open.add(key);
      return info;
    } catch {
      return undefined;
    }
  }

  /**
   * Prefetches cell info when the user moves to a cell. Browsing costs one request per column. Every cell is checked
   * before it opens, because a column that is editable for one record may be read-only for the next.
   */
  prefetch(row: TableRow, column: VisibleColumn): void {
    clearTimeout(this.#timer);
    const isWanted = (): boolean =>
      (this.hasEditor || !this.#open.has(column.column.key)) && this.known(row, column) === undefined;
    if (!isWanted()) return;
    this.#timer = setTimeout(() => {
      // skip if it was requested while waiting
      if (isWanted()) void this.ask(row, column);
    }, dwell);
  }

  /** Clears the cache after records were changed or reloaded. */
  clear(): void {
    this.#known.clear();
  }
}

function keyOf({ id }: TableRow, { column }: VisibleColumn): string {
  return JSON.stringify([id, column.key]);
}

interface StagingQueueOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
  readonly notify: (text: string) => void;
}

/** Stages cells with the host, one request at a time: some take longer, and the last one must win. */
class StagingQueue {
  readonly #options: StagingQueueOptions;
  settled: Promise<void> = Promise.resolve();

  constructor(options: StagingQueueOptions) {
    this.#options = options;
  }

  send(request: Params<typeof tableHost, 'stage'>, name: string): void {
    const { table, host, formatter, notify } = this.#options;
    const { id, column, from, to, reference } = request;
    const pointing = table.source.columns.find(({ key }) => key === column);
    // after the save, the list may show the id only
    if (reference && pointing) formatter.learnName(pointing, reference.id, to ?? '');
    table.refusedCells.remove(id, column);
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

  /** Stages a block and returns the rejected cells. */
  async sendBlock(cells: PastedCell[]): Promise<readonly RefusedCell[]> {
    const { table, host } = this.#options;
    const staging = this.settled.then(() => host.call.stageBlock({ cells }));
    this.settled = staging.then(
      ({ staged }) => table.setStaged(staged),
      () => undefined,
    );
    return (await staging).refused;
  }

  /** Restages cells on top of the service's current values, or discards them. */
  resolve(id: string, columns: readonly string[], keep: 'mine' | 'theirs'): void {
    const { table, host, notify } = this.#options;
    this.settled = this.settled
      .then(() => host.call.resolve({ id, columns: [...columns], keep }))
      .then(
        (cells) => table.setStaged(cells),
        (error: unknown) => notify(errorMessage(error)),
      );
  }

  /** The conflict choice for a cell that someone else changed, too. */
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

  /** Records the rejected text, so that it is not lost. */
  refuse(
    { id, name }: { readonly id: string; readonly name: string },
    column: string,
    text: string,
    why: string,
  ): void {
    const { table } = this.#options;
    const label = table.columns.find((shown) => shown.column.key === column)?.column.label ?? '';
    table.refusedCells.remove(id, column);
    table.refuse([...table.refusedCells.all, { cell: { id, column }, row: name, label, text, why }]);
  }
}

type OpeningEnd = Exclude<EditEnd, 'cancel'>;

interface TypedLater {
  typed: string;
  end: OpeningEnd | undefined;
}

/** Keys without an effect of their own, and F2, which is handled already. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Process', 'Unidentified', 'F2']);

/**
 * A cell waiting for its edit permission or its full text. The editor opens when the response arrives; until then typed
 * text is buffered for it and shown in the cell.
 */
class CellOpening {
  readonly cell: ActiveCell;
  /** Undefined if nothing was typed; then the editor starts with the cell's text. */
  typed: string | undefined;
  /** How the user left the editor before it opened. */
  end: OpeningEnd | undefined;
  /** Text typed after that, into the following cells. */
  readonly later: TypedLater[] = [];
  /** True if the edit was canceled. */
  isDropped = false;
  /** Mirrors the editor that will open, whose text is selected at first. */
  #isAllSelected: boolean;

  constructor(cell: ActiveCell, typed: string | undefined, end: OpeningEnd | undefined) {
    this.cell = cell;
    this.typed = typed;
    this.#isAllSelected = typed === undefined;
    this.end = end;
  }

  type(text: string): void {
    if (!this.end) this.typed = (this.#isAllSelected ? '' : (this.typed ?? '')) + text;
    else if (this.#last) this.#last.typed += text;
    else this.later.push({ typed: text, end: undefined });
    this.#isAllSelected = false;
  }

  /** The following cell that is being typed into. */
  get #last(): TypedLater | undefined {
    const last = this.later.at(-1);
    return last?.end === undefined ? last : undefined;
  }

  #erase(key: 'Backspace' | 'Delete'): void {
    if (this.#isAllSelected) this.typed = '';
    else if (key === 'Backspace') this.typed = withoutLast(this.typed ?? '');
    this.#isAllSelected = false;
  }

  #leave(how: OpeningEnd): void {
    if (!this.end) this.end = how;
    else if (this.#last) this.#last.end = how;
  }

  /**
   * `taken`: the key is buffered for the editor · `dropped`: the edit is canceled · `left`: the table handles the key.
   */
  handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): 'taken' | 'dropped' | 'left' {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
      this.#isAllSelected = true;
      return 'taken';
    }
    if (ctrlKey || metaKey || altKey || silent.has(key)) return 'left';
    if (key === 'Escape') return 'dropped';
    if (Array.from(key).length === 1) this.type(key);
    else if (key === 'Enter') this.#leave('enter');
    else if (key === 'Tab') this.#leave(shiftKey ? 'backTab' : 'tab');
    else if ((key === 'Backspace' || key === 'Delete') && !this.end) this.#erase(key);
    else if (key === 'Backspace' && this.#last) this.#last.typed = withoutLast(this.#last.typed);
    // nothing typed yet, so the user may move elsewhere
    else if (this.typed === undefined && !this.end) return 'dropped';
    return 'taken';
  }
}

/** The cells waiting to open. The focused one is marked, and the layout doesn't shift. */
class CellOpenings {
  readonly element = document.createElement('div');
  readonly #text = document.createElement('span');
  #now: CellOpening | undefined;
  #settled: Promise<unknown> = Promise.resolve();

  constructor() {
    this.element.className = 'cellasked';
    this.element.role = 'progressbar';
    this.element.hidden = true;
    this.#text.dir = 'auto';
    this.element.append(this.#text);
  }

  /** `open` resolves when the cell has its editor or stays closed. */
  async begin(
    cell: ActiveCell,
    typed: string | undefined,
    end: OpeningEnd | undefined,
    open: (opening: CellOpening) => Promise<void>,
  ): Promise<void> {
    this.leave();
    const opening = new CellOpening(cell, typed, end);
    this.#show(opening);
    const opened = open(opening).finally(() => {
      if (this.#now === opening) this.#show(undefined);
    });
    this.#settled = Promise.allSettled([this.#settled, opened]);
    await opened;
  }

  /** Returns false if the cell is not waiting to open. */
  typeAhead(cell: ActiveCell, typed: string | undefined): boolean {
    if (!this.#now || !isSame(this.#now.cell, cell)) return false;
    if (typed !== undefined) this.#now.type(typed);
    this.#show(this.#now);
    return true;
  }

  takesKey(pressed: PressedKey): boolean {
    const opening = this.#now;
    if (!opening) return false;
    const how = opening.handleKey(pressed);
    if (how === 'dropped') this.#cancel(opening);
    else if (how === 'taken') this.#show(opening);
    return how === 'taken' || pressed.key === 'Escape';
  }

  /** The user moved to another cell or saves: accepts the typed text as if an editor had been left. */
  leave(to?: ActiveCell): void {
    const opening = this.#now;
    if (!opening || (to && isSame(opening.cell, to))) return;
    if (opening.typed === undefined) return this.#cancel(opening);
    opening.end ??= 'blur';
    this.#show(undefined);
  }

  async settled(): Promise<void> {
    await this.#settled;
  }

  follow(elementOf: (cell: ActiveCell) => Element | undefined): void {
    const cell = this.#now && elementOf(this.#now.cell)?.getBoundingClientRect();
    if (!cell) return;
    const { style } = this.element;
    style.left = `${cell.left}px`;
    style.top = `${cell.top}px`;
    style.width = `${cell.width}px`;
    style.height = `${cell.height}px`;
  }

  #cancel(opening: CellOpening): void {
    opening.isDropped = true;
    this.#show(undefined);
  }

  #show(opening: CellOpening | undefined): void {
    this.#now = opening;
    this.element.hidden = !opening;
    this.element.ariaLabel = opening ? tableWords.asking : null;
    this.element.classList.toggle('typed', opening?.typed !== undefined);
    this.#text.textContent = opening?.typed ?? '';
  }
}

function withoutLast(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}

function isSame(one: ActiveCell, other: ActiveCell): boolean {
  return one.row === other.row && one.column === other.column;
}
