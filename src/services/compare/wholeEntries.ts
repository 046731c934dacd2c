import type { ComparedField } from '../../model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow, Side } from '../../model/compare/comparison.ts';
import type { CopyableField, ReadRow } from '../../model/compare/comparisonPlan.ts';
import type { ControllerName } from '../../model/controller.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import { inParallel } from '../common/inParallel.ts';
import type { Clients } from '../connections/clients.ts';
import { fieldKinds } from '../../model/form/fieldKind.ts';

/** A list most likely shows texts shorter than this in full. */
const mayBeCut = 20;
const atOnce = 4;

interface Lists {
  readonly fields: readonly ComparedField[];
  /** Undefined for a file, which has no records to look at. */
  readonly sides: readonly { readonly list?: { connection: string; controller: ControllerName } | undefined }[];
}

/**
 * Replaces compared values with those of the records: a list may truncate long texts, and shows names where a record
 * has ids and choices. Reads each record with such a value.
 */
export async function wholeEntries(
  entries: readonly ComparedEntry[],
  { fields, sides }: Lists,
  copied: readonly CopyableField[],
  clients: Pick<Clients, 'get'>,
): Promise<ComparedEntry[]> {
  const wholeRow = async (row: ComparedRow, side: Side): Promise<ReadRow> => {
    const list = sides[side]?.list;
    const long = copied.filter(({ at }) => (row.cells[at]?.length ?? 0) >= mayBeCut);
    const isHeld = copied.some(({ ofRecord }) => ofRecord);
    if (!list || row.id === null || (long.length === 0 && !isHeld)) return row;
    const form = await (await clients.get(list.connection)).open(list.controller, row.id);
    const cells = [...row.cells];
    for (const { at } of long) {
      const name = fields[at]?.ends[side]?.field;
      const field = name === undefined ? undefined : fieldInTable(form, name);
      const text = field && fieldKinds[field.kind].isFreeText ? scalarText(valueAt(form.values, field.at)) : undefined;
      if (text !== undefined) cells[at] = text;
    }
    return { ...row, cells, ...(isHeld && { form }) };
  };
  const whole = [...entries];
  await inParallel(entries, atOnce, async (entry, index) => {
    if (entry.kind === 'different')
      whole[index] = { ...entry, here: await wholeRow(entry.here, 0), there: await wholeRow(entry.there, 1) };
    else if (entry.kind === 'onlyHere') whole[index] = { ...entry, here: await wholeRow(entry.here, 0) };
    else if (entry.kind === 'onlyThere') whole[index] = { ...entry, there: await wholeRow(entry.there, 1) };
  });
  return whole;
}
