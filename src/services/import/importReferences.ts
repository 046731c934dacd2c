import type { ImportedCell, ImportWork } from '../../model/import/importWork.ts';
import type { ReferenceMatch, ReferenceValue } from '../../model/form/referenceValue.ts';
import { inParallel } from '../common/inParallel.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

/** Of several records with one name, which one is meant; undefined for none of them. */
export type ChooseRecord = (
  field: ImportedCell['field'],
  name: string,
  records: readonly ReferenceMatch[],
) => Promise<ReferenceMatch | undefined>;

const atOnce = 4;

/**
 * The cells of references with the records that they name. Every name is looked up once, and asked about at most once;
 * one beside an id is held against it.
 * One that names no record says so, and stays where its record has that name already.
 */
export async function withReferences(
  work: ImportWork,
  connection: string,
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  choose: ChooseRecord,
  signal: AbortSignal,
): Promise<ImportWork> {
  const named = new Map<string, ImportedCell & { readonly value: string }>();
  for (const { cells } of [...work.updates, ...work.adds])
    for (const cell of cells) if (isReference(cell)) named.set(keyOf(cell), cell);
  const found = new Map<string, Pick<ImportedCell, 'value' | 'reference' | 'problem' | 'isMismatch'>>();
  const several: (() => Promise<void>)[] = [];
  await inParallel([...named.values()], atOnce, async (cell) => {
    const { field, value, beside } = cell;
    const known = await records.find(connection, field, value, signal);
    const model = field.reference?.model;
    if (known.kind === 'one') {
      const pair = beside !== undefined && { id: known.value.id, text: beside };
      const checked = pair && (await records.checkPair(connection, field, pair, signal));
      const isMismatch = checked !== false && checked.kind !== 'one';
      found.set(keyOf(cell), isMismatch ? { value, problem: checked.why, isMismatch } : valueOf(known.value));
    } else found.set(keyOf(cell), { value, problem: known.why });
    if (known.kind !== 'several') return;
    // one question after the other
    several.push(async () => {
      const chosen = await choose(field, value, known.records);
      if (chosen) found.set(keyOf(cell), valueOf({ ...chosen, ...(model !== undefined && { model }) }));
    });
  });
  for (const ask of several) await ask();
  const resolved = (cells: readonly ImportedCell[]): ImportedCell[] =>
    cells.map((cell) => ({ ...cell, ...(isReference(cell) && found.get(keyOf(cell))) }));
  return {
    updates: work.updates.map((update) => ({ ...update, cells: resolved(update.cells) })),
    adds: work.adds.map((add) => ({ ...add, cells: resolved(add.cells) })),
    refused: work.refused,
  };
}

function isReference(cell: ImportedCell): cell is ImportedCell & { readonly value: string } {
  return cell.field.kind === 'reference' && cell.value !== null;
}

function keyOf({ field, value, beside }: ImportedCell): string {
  return JSON.stringify([field.key, value, beside]);
}

function valueOf({ id, text, model }: ReferenceValue): Pick<ImportedCell, 'value' | 'reference'> {
  return { value: id, reference: { ...(text !== null && { text }), ...(model !== undefined && { model }) } };
}
