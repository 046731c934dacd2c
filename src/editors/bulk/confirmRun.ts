import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { confirmDelete, confirmSendAgain } from '../../platform/confirmations.ts';

/* What a person is asked before a run begins or goes on. */

export async function confirmDeletes(ledger: BulkLedger): Promise<boolean> {
  const deletes = ledger.countOf('delete', 'waiting');
  return deletes === 0 || confirmDelete(deletes);
}

export async function confirmUnclear(ledger: BulkLedger | undefined): Promise<boolean> {
  const unclear = Array.from(ledger?.inState(['unclear'], 'add') ?? [], ({ name }) => name);
  return unclear.length > 0 && confirmSendAgain(unclear);
}
