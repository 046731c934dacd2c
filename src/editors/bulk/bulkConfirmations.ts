import { type BulkLedger, isUnclearAdd } from '../../model/bulk/bulkLedger.ts';
import { confirmDelete } from '../../platform/confirmDelete.ts';
import { confirmSendAgain } from '../../platform/confirmSendAgain.ts';

/* What a person is asked before a run begins or goes on. */

export async function confirmDeletes(ledger: BulkLedger): Promise<boolean> {
  const deletes = ledger.entries.filter(({ action, state }) => action === 'delete' && state === 'waiting').length;
  return deletes === 0 || confirmDelete(deletes);
}

export async function confirmUnclear(ledger: BulkLedger | undefined): Promise<boolean> {
  const unclear = ledger?.entries.filter(isUnclearAdd) ?? [];
  return unclear.length > 0 && confirmSendAgain(unclear.map(({ name }) => name));
}
