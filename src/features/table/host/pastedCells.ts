import type { ListViewAddress } from '../../../model/address/address.ts';
import { ServiceError } from '../../../model/errors.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import { scalarText, valueAt } from '../../../model/form/fieldValue.ts';
import { referenceAt } from '../../../model/form/value.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { validate } from '../../../model/form/validation.ts';
import { choicesValue, heldText, offeredChoices } from '../../../model/list/choicesInCell.ts';
import { type ColumnField, fieldInTable, whyNotInTable, whyTextOnly } from '../../../model/list/columnField.ts';
import { pastedValue } from '../../../model/list/pastedValue.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import type { StagedChange } from '../../../model/list/stagedCells.ts';
import type { PastedCell, RefusedCell } from '../tableProtocol.ts';
import { inParallel } from '../../../services/common/inParallel.ts';
import type { NamedRecord } from '../../../services/references/namedRecords.ts';
import { type CellSources, baseOfCell } from '../../../services/staging/baseOfCell.ts';
import type { TableDeps } from './tableDeps.ts';
import { fieldKinds } from '../../../model/form/fieldKind.ts';

/** Number of records read concurrently. */
const atOnce = 4;

export interface CellChange {
  readonly id: string;
  readonly field: string;
  readonly change: StagedChange;
}

interface PasteContext {
  /** The record field that a column shows, or the reason why there is none. */
  readonly fieldOf: (column: string) => ColumnField;
  readonly columnOf: (column: string) => Column | undefined;
  readonly staged: (id: string, field: string) => StagedChange | undefined;
  readonly signal: AbortSignal;
}

type PasteSources = CellSources & Pick<TableDeps, 'references'>;

/**
 * Parses a block of pasted texts by the kinds of their target fields. Cells are independent: an invalid one doesn't
 * block the others.
 */
export class PastedCells {
  readonly #sources: PasteSources;
  readonly #address: ListViewAddress;
  readonly #context: PasteContext;
  /** Existing values by column; they show the format the list uses there. */
  readonly #near = new Map<string, (string | null)[]>();
  /** Look-ups by name, so that a name in many cells is looked up once. */
  readonly #named = new Map<string, Promise<NamedRecord | undefined>>();

  constructor(sources: PasteSources, address: ListViewAddress, context: PasteContext) {
    this.#sources = sources;
    this.#address = address;
    this.#context = context;
  }

  async read(
    cells: readonly PastedCell[],
  ): Promise<{ readonly changes: readonly CellChange[]; readonly refused: readonly RefusedCell[] }> {
    for (const { column, from } of cells) this.#near.set(column, [...(this.#near.get(column) ?? []), from]);
    const records = [...Map.groupBy(cells, ({ id }) => id).values()];
    const found = new Map<PastedCell, CellChange | string>();
    await inParallel(records, atOnce, async (ofOne) => {
      for (const cell of ofOne) found.set(cell, await this.#one(cell));
    });
    const inOrder = cells.map((cell) => [cell, found.get(cell)] as const);
    return {
      changes: inOrder.flatMap(([, one]) => (typeof one === 'object' ? [one] : [])),
      refused: inOrder.flatMap(([{ id, column, text }, one]) =>
        typeof one === 'string' ? [{ id, column, text, why: one }] : [],
      ),
    };
  }

  /** Returns the change, or the reason why the cell can't be changed. */
  async #one(cell: PastedCell): Promise<CellChange | string> {
    const { id, column, text } = cell;
    const { fieldOf, columnOf, signal } = this.#context;
    const { field: name, isText, why } = fieldOf(column);
    if (name === undefined) return why;
    const form = await this.#form(id);
    const from = cell.isCut ? this.#whole(id, column, form, name) : cell.from;
    // if the service is unreachable now, the value is checked on save
    if (!form) return { id, field: name, change: { from, to: text === '' ? null : text } };
    const field = fieldInTable(form, name);
    const shown = columnOf(column);
    const closed = whyNotInTable(form, name) ?? (isText && shown ? whyTextOnly(shown, field, from) : undefined);
    if (!field || closed !== undefined) return closed ?? '';
    const read = await this.#value(offeredChoices(field, valueAt(form.values, [name])), name, cell);
    if (typeof read === 'string') return read;
    const { value, ...staged } = read;
    const held = valueAt(form.values, [name]);
    const set = fieldKinds[field.kind].isSet ? choicesValue(field, held, value) : { value };
    if (set.problem !== undefined) return set.problem;
    const broken = validate(form, { ...form.values, [name]: set.value }).find(
      (message) => message.field === field.path,
    );
    if (broken) return broken.text;
    const base = await baseOfCell(this.#sources, this.#address, { id, column, field: name, shown: from }, signal);
    return { id, field: name, change: { ...base, ...staged } };
  }
  /** Undefined while the service is unreachable. */
  async #form(id: string): Promise<RecordForm | undefined> {
    try {
      return await this.#sources.forms.get(this.#address.connection, this.#address.controller, id);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'canceled') return undefined;
      throw error;
    }
  }

  /** Returns the full value: the table holds only the beginning of a long text. */
  #whole(id: string, column: string, form: RecordForm | undefined, name: string): string | null {
    const found = this.#sources.pages.find(this.#address, id);
    const index = found?.columns.findIndex(({ key }) => key === column) ?? -1;
    if (found && index >= 0) return found.row.cells[index] ?? null;
    return scalarText(valueAt(form?.values, [name])) ?? null;
  }

  async #value(
    field: RecordField,
    name: string,
    { text, like, column }: PastedCell,
  ): Promise<(Pick<StagedChange, 'to' | 'reference'> & { readonly value: string | null }) | string> {
    const copied = like === undefined ? undefined : await this.#copied(like, name, field);
    if (field.kind !== 'reference') {
      const read = pastedValue(field, copied?.to ?? text, this.#near.get(column) ?? []);
      return read.why ?? { to: read.to, value: read.value };
    }
    if (copied?.reference) return { ...copied, value: copied.reference.id };
    const written = text.trim();
    if (written === '') return { to: null, value: null };
    const found = await this.#find(field, written);
    if (!found) return { to: written, value: written };
    if (found.kind !== 'one') return found.why;
    const { id, text: called, model } = found.value;
    return { to: called ?? id, reference: { id, ...(model !== undefined && { model }) }, value: id };
  }

  /**
   * Returns the stored value of that field in the copied record, regardless of how the list formats it, so that a
   * reference isn't resolved to another record of the same name.
   */
  async #copied(
    id: string,
    name: string,
    field: RecordField,
  ): Promise<Pick<StagedChange, 'to' | 'reference'> | undefined> {
    const staged = this.#context.staged(id, name);
    if (staged) return staged.reference ? { to: staged.to, reference: staged.reference } : { to: staged.to };
    const values = (await this.#form(id))?.values;
    const held = heldText(field, valueAt(values, [name]));
    if (held === null || held === '') return undefined;
    if (field.kind !== 'reference') return { to: held };
    const { text, model } = referenceAt(values, [name]);
    return { to: text || held, reference: { id: held, ...(model && { model }) } };
  }

  #find(field: RecordField, written: string): Promise<NamedRecord | undefined> {
    const key = JSON.stringify([field.key, written]);
    const asked =
      this.#named.get(key) ??
      this.#sources.references.find(this.#address.connection, field, written, this.#context.signal).catch(whenAway);
    this.#named.set(key, asked);
    return asked;
  }
}

function whenAway(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code === 'canceled') throw error;
}
