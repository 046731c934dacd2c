import type { ListViewAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { valueAt } from '../../model/form/fieldValue.ts';
import { recordValue } from '../../model/form/recordForm.ts';
import { heldText } from '../../model/list/choicesInCell.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import type { StagedChange } from '../../model/list/stagedCells.ts';
import { isOwnWrite, isShownAs } from '../../model/list/compareStaged.ts';
import type { RecordForms } from '../records/recordForms.ts';
import type { OwnWrites } from './ownWrites.ts';
import type { RecordPages } from '../lists/recordPages.ts';

export interface ShownCell {
  readonly id: string;
  /** The column's key in the list, and the name of the record's field. */
  readonly column: string;
  readonly field: string;
  readonly shown: string | null;
}

export interface CellSources {
  readonly forms: Pick<RecordForms, 'get'>;
  readonly pages: Pick<RecordPages, 'find' | 'readAgain'>;
  /** Writes of this window. */
  readonly written: Pick<OwnWrites, 'get'>;
}

/**
 * Returns the base of a cell edit: the value shown, or the value just saved that its row doesn't show yet. Adds the
 * stored value (`held`) if the list formats it differently. A record that differs from its row was either changed
 * since, or the list formats its values; if a reload of the list still shows the same, it is the latter. `held` is
 * omitted if the row shows the stored value, and if it can't be determined.
 */
export async function baseOfCell(
  { forms, pages, written: writes }: CellSources,
  address: ListViewAddress,
  { id, column, field, shown }: ShownCell,
  signal: AbortSignal,
): Promise<Pick<StagedChange, 'from' | 'held'>> {
  const asShown = { from: shown };
  try {
    const form = await forms.get(address.connection, address.controller, id);
    const known = fieldInTable(form, field);
    if (!known) return asShown;
    const written = writes.get({ ...address, id })?.get(field);
    if (isOwnWrite(form, known, shown, written))
      return { from: written.shown, ...(written.reference && { held: written.reference.id }) };
    // two records may have the same name
    const value = heldText(known, recordValue(form, known));
    if (isShownAs(form, known, shown)) return known.reference ? { from: shown, held: value } : asShown;
    const index = pages.find(address, id)?.columns.findIndex(({ key }) => key === column) ?? -1;
    const row = index < 0 ? undefined : await pages.readAgain(address, id, signal);
    if (!row || (row.cells[index] ?? '') !== (shown ?? '')) return asShown;
    return { from: shown, held: value };
  } catch (error) {
    if (error instanceof ServiceError) return asShown; // the save will find out
    throw error;
  }
}

/** Returns the base of a cell edit that overwrites the service's current value. */
export async function currentBase(
  sources: CellSources,
  address: ListViewAddress,
  { id, column, field }: Omit<ShownCell, 'shown'>,
  signal: AbortSignal,
): Promise<Pick<StagedChange, 'from' | 'held'>> {
  const { forms, pages } = sources;
  const form = await forms.get(address.connection, address.controller, id);
  const index = pages.find(address, id)?.columns.findIndex(({ key }) => key === column) ?? -1;
  const row = index < 0 ? undefined : await pages.readAgain(address, id, signal);
  // the record may no longer be in the list
  const known = fieldInTable(form, field);
  const held = heldText(known, known ? recordValue(form, known) : valueAt(form.values, [field]));
  if (!row) return { from: held };
  return { from: row.cells[index] ?? null, held };
}
