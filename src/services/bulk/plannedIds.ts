import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { PackedTexts, type Texts } from '../common/packedTexts.ts';

/** Returns the ids of all records read for a plan, backed by its journal, so that no separate copy is needed. */
export function plannedIds({ entries }: BulkLedger): Texts {
  return {
    length: entries.length,
    at: (index) => entries.at(index)?.id,
    *[Symbol.iterator]() {
      for (const { id } of entries) yield id;
    },
  };
}

/** Returns the same ids as a copy that outlives the journal. */
export async function idsIn(journal: AsyncIterable<JournalLine>): Promise<PackedTexts> {
  const ids = new PackedTexts();
  for await (const line of journal) if (line.type === 'record' || line.type === 'left') ids.push(line.id);
  return ids;
}
