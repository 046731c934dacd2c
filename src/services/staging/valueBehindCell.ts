import type { ListViewAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import { isShownAs } from '../../model/list/compareStaged.ts';
import type { RecordForms } from '../records/recordForms.ts';
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
}

/**
 * What the record holds, where the list writes that otherwise. A record that differs from its row was changed since, or
 * the list writes its values in its own way: when the list, asked again, still shows the same, it is the latter.
 * Undefined when the row says it all, and when nobody can tell.
 */
export async function valueBehindCell(
  { forms, pages }: CellSources,
  address: ListViewAddress,
  { id, column, field, shown }: ShownCell,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  try {
    const form = await forms.get(address.connection, address.controller, id);
    const known = fieldInTable(form, field);
    // two records may have one name
    const held = known?.reference ? (scalarText(valueAt(form.values, [field])) ?? null) : undefined;
    if (isShownAs(form, field, shown)) return held;
    const index = pages.find(address, id)?.columns.findIndex(({ key }) => key === column) ?? -1;
    const row = index < 0 ? undefined : await pages.readAgain(address, id, signal);
    if (!row || (row.cells[index] ?? '') !== (shown ?? '')) return undefined;
    return scalarText(valueAt(form.values, [field])) ?? null;
  } catch (error) {
    if (error instanceof ServiceError) return undefined; // the save will find out
    throw error;
  }
}
