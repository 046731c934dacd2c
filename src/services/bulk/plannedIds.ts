import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { PackedTexts, type Texts } from '../common/packedTexts.ts';

/** All that were looked at for a plan, for as long as there is its journal: nobody has to keep them beside it. */
export function plannedIds({ entries }: BulkLedger): Texts {
  return {
    length: entries.length,
    at: (index) => entries.at(index)?.id,
    *[Symbol.iterator]() {
      for (const { id } of entries) yield id;
    },
  };
}

/** The same, to outlive it. */
export async function idsIn(journal: AsyncIterable<JournalLine>): Promise<PackedTexts> {
  const ids = new PackedTexts();
  for await (const line of journal) if (line.type === 'record' || line.type === 'left') ids.push(line.id);
  return ids;
}
