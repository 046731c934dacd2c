import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListViewAddress } from '../../../model/address/address.ts';
import { ServiceError } from '../../../model/errors.ts';
import { StagedHistory, type UndoStep } from '../../../model/list/stagedHistory.ts';
import {
  noServiceStaged,
  readStaged,
  type Staged,
  type StagedChange,
  stagedText,
  withCell,
} from '../../../model/list/stagedCells.ts';
import { nothingStaged } from '../../../model/list/listView.ts';
import { columnField, fieldInTable } from '../../../model/list/columnField.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import { openDocumentAt } from '../../../platform/openRecords.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import type { Params, Result } from '../../common/channel.ts';
import type { StagedCells, tableHost } from '../tableProtocol.ts';
import { baseOfCell, currentBase } from '../../../services/staging/baseOfCell.ts';
import { PastedCells } from './pastedCells.ts';
import type { TableDeps } from './tableDeps.ts';
import { columnKeys, stagedForTable, type TableColumns } from './tableMessages.ts';

type Host = typeof tableHost;

/** The table that owns the staged cells. */
interface StagedTable {
  readonly title: () => string;
  readonly columns: () => TableColumns;
  /** Reason why the cell can't be edited or can't take that value; null when no objection is known. */
  readonly whyNot: (cell: Params<Host, 'stage'>) => Promise<string | null>;
}

/** Writes edited cells into a table's document; saving that document sends them. */
export class CellStaging {
  readonly #deps: TableDeps;
  readonly #address: ListViewAddress;
  readonly #opened: vscode.TextDocument;
  readonly #table: StagedTable;
  #history = new StagedHistory();
  #last: Staged = new Map();
  /** Base URL of the service that the last staged cells belong to; used by undo. */
  #service: string | undefined;
  /**
   * Number of the table's own edits in flight. Their responses carry more than a change event would, so events are
   * skipped.
   */
  editsInFlight = 0;

  constructor(deps: TableDeps, address: ListViewAddress, opened: vscode.TextDocument, table: StagedTable) {
    this.#deps = deps;
    this.#address = address;
    this.#opened = opened;
    this.#table = table;
  }

  /** VS Code eventually closes a document that no tab shows, and creates a new one when it is reopened. */
  get #document(): vscode.TextDocument {
    return (this.#opened.isClosed && openDocumentAt(this.#opened.uri)) || this.#opened;
  }

  get stagedCells(): StagedCells {
    const { edits, problems } = this.#deps;
    // unparsable text says nothing about the cells, so keep the last known state
    this.#last = readStaged(edits.latest(this.#document)).staged ?? this.#last;
    const uri = this.#document.uri.toString();
    return stagedForTable(this.#last, this.#table.columns(), (id, cells) => problems.problemsFor(uri, id, cells));
  }

  /** Returns the staged change as last sent to the table. */
  stagedChange(id: string, field: string): StagedChange | undefined {
    return this.#last.get(id)?.get(field);
  }

  fieldOf(column: string): string {
    const { columns, alias } = this.#table.columns();
    const found = columns.find(({ key }) => key === column);
    if (!found) throw new UserError(unknownColumn());
    const { field, why } = columnField(found, alias);
    if (field === undefined) throw new UserError(why);
    return field;
  }

  async stage(asked: Params<Host, 'stage'>, signal: AbortSignal): Promise<Result<Host, 'stage'>> {
    const { id, column, from, to, reference } = asked;
    const madeFor = this.#deps.guard.begin(this.#address.connection, this.#doing);
    const field = this.fieldOf(column);
    const why = to === undefined ? null : await this.#table.whyNot(asked);
    if (why !== null) throw new UserError(why);
    const base =
      to === undefined
        ? undefined
        : await baseOfCell(this.#deps, this.#address, { id, column, field, shown: from }, signal);
    const change =
      to === undefined || !base
        ? undefined
        : await this.#referring(id, field, { ...base, to, ...(reference && { reference }) });
    await this.#write([{ id, field, change }], madeFor);
    return this.stagedCells;
  }

  /** Resolves conflicts in one undo step: restages my value on top of the service's current one, or discards it. */
  async resolve({ id, columns, keep }: Params<Host, 'resolve'>, signal: AbortSignal): Promise<StagedCells> {
    const keyOf = columnKeys(this.#table.columns());
    const cells = [...(readStaged(this.#deps.edits.latest(this.#document)).staged?.get(id) ?? [])];
    const meant = cells.filter(([field]) => columns.includes(keyOf(field)));
    const madeFor = keep === 'mine' ? this.#deps.guard.begin(this.#address.connection, this.#doing) : undefined;
    const changes = await Promise.all(
      meant.map(async ([field, { to, reference }]) => {
        if (keep === 'theirs') return { id, field, change: undefined };
        const base = await currentBase(this.#deps, this.#address, { id, field, column: keyOf(field) }, signal);
        return { id, field, change: { ...base, to, ...(reference && { reference }) } };
      }),
    );
    if (changes.length > 0) await this.#write(changes, madeFor);
    const { stagedCells } = this;
    // sends nothing; only clears the dirty indicator on the tab
    if (this.#last.size === 0) void this.#document.save();
    return stagedCells;
  }

  /** Stages every valid cell in one undo step and returns the reason for each rejected one. */
  async stageBlock({ cells }: Params<Host, 'stageBlock'>, signal: AbortSignal): Promise<Result<Host, 'stageBlock'>> {
    const madeFor = this.#deps.guard.begin(this.#address.connection, this.#doing);
    const { columns, alias } = this.#table.columns();
    const columnOf = (key: string): Column | undefined => columns.find((one) => one.key === key);
    const pasted = new PastedCells(this.#deps, this.#address, {
      columnOf,
      fieldOf: (key) => {
        const column = columnOf(key);
        return column ? columnField(column, alias) : { why: unknownColumn() };
      },
      staged: (id, field) => this.stagedChange(id, field),
      signal,
    });
    const { changes, refused } = await pasted.read(cells);
    if (changes.length > 0) await this.#write(changes, madeFor);
    return { staged: this.stagedCells, refused };
  }

  /** The table is notified separately of cells that stay unsaved. */
  async save(): Promise<undefined> {
    await this.#deps.submit(this.#document, this.#address);
    return undefined;
  }

  /** Discards all staged changes in one undo step. */
  async discardAll(): Promise<void> {
    const { staged } = readStaged(this.#deps.edits.latest(this.#document));
    const all = [...(staged ?? [])].flatMap(([id, cells]) =>
      [...cells.keys()].map((field) => ({ id, field, change: undefined })),
    );
    if (staged) return this.#write(all);
    await this.#deps.edits.change(this.#document, () => nothingStaged);
  }

  /** For a table inside a form, where VS Code's own undo applies to the record. */
  async undoOrRedo(direction: UndoStep): Promise<void> {
    const { edits } = this.#deps;
    const latest = edits.latest(this.#document);
    const { staged, madeFor = this.#service } = readStaged(latest);
    const moved = staged && this.#history.apply(staged, direction);
    const text = moved && stagedText(moved, madeFor);
    if (text !== undefined) await edits.change(this.#document, (now) => (now === latest ? text : now));
  }

  get #doing(): string {
    return t('edit {0}', this.#table.title());
  }

  /** `service` is where the changed cells were read; omitted when every change is a discard. */
  async #write(
    changes: readonly { readonly id: string; readonly field: string; readonly change: StagedChange | undefined }[],
    service?: string,
  ): Promise<void> {
    const { guard, edits } = this.#deps;
    const { connection } = this.#address;
    const document = this.#document.isClosed
      ? await vscode.workspace.openTextDocument(this.#document.uri)
      : this.#document;
    let before: Staged = new Map();
    this.editsInFlight += 1;
    try {
      await edits.change(document, (text) => {
        const { staged, problem, madeFor } = readStaged(text);
        if (!staged) throw new UserError(t('Could not edit the cell. {0} Correct the text first.', problem));
        if (service !== undefined && changes.some(({ change }) => change !== undefined)) {
          // staged cells of two services can't be mixed; existing ones can still be discarded
          const held = staged.size > 0 ? madeFor : service;
          if (held === undefined) throw new UserError(t('Could not edit the cell. {0}', noServiceStaged()));
          for (const one of [held, service]) guard.check(connection, this.#doing, one);
        }
        before = staged;
        const next = changes.reduce((now, { id, field, change }) => withCell(now, id, field, change), staged);
        const owner = staged.size > 0 ? madeFor : service;
        // undo must not cross over to another service's records
        if (owner !== this.#service) this.#history = new StagedHistory();
        this.#service = owner;
        return stagedText(next, owner);
      });
    } finally {
      this.editsInFlight -= 1;
    }
    this.#history.push(
      changes.map(({ id, field, change }) => ({ id, field, before: before.get(id)?.get(field), after: change })),
    );
  }

  /** Resolves a name or id that was typed without a look-up to the matching record. */
  async #referring(id: string, name: string, change: StagedChange): Promise<StagedChange> {
    if (change.reference || !change.to) return change;
    const { connection, controller } = this.#address;
    const form = await this.#deps.forms.get(connection, controller, id).catch(whenAway);
    const field = form && fieldInTable(form, name);
    // if the service is unreachable now, the reference is resolved on save
    const found =
      field?.kind === 'reference' && (await this.#deps.references.find(connection, field, change.to).catch(whenAway));
    if (!found) return change;
    if (found.kind !== 'one') throw new UserError(found.why);
    const { id: target, text, model } = found.value;
    return { ...change, to: text ?? target, reference: { id: target, ...(model !== undefined && { model }) } };
  }
}

function unknownColumn(): string {
  return t('This column no longer exists. Refresh the table.');
}

function whenAway(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
