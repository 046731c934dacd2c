import { type BulkLedger, isUnclearAdd } from '../../model/bulk/bulkLedger.ts';
import { agreesToDelete } from '../../platform/agreesToDelete.ts';
import { agreesToSendAgain } from '../../platform/agreesToSendAgain.ts';

/* What a person is asked before a run begins or goes on. */

export async function agreesToDeletes(ledger: BulkLedger): Promise<boolean> {
  const deletes = ledger.entries.filter(({ action, state }) => action === 'delete' && state === 'waiting').length;
  return deletes === 0 || agreesToDelete(deletes);
}

export async function agreesToUnclear(ledger: BulkLedger | undefined): Promise<boolean> {
  const unclear = ledger?.entries.filter(isUnclearAdd) ?? [];
  return unclear.length > 0 && agreesToSendAgain(unclear.map(({ name }) => name));
}
