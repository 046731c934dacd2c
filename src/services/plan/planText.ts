import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { parseControllerName } from '../../model/controller.ts';
import type { JsonObject } from '../../model/json.ts';
import { operationLine, planEnd, planFieldOf, type PlanOperation, planStart } from '../../model/plan/recordPlan.ts';
import { noSuchRun } from '../bulk/bulkErrors.ts';

/**
 * Yields the pending changes of a preview as a plan, in chunks, because the contents of records to be deleted are only
 * on disk.
 */
export async function* planText(
  ledger: BulkLedger,
  lines: AsyncIterable<JournalLine>,
  /** Current name of the connection. */
  connection: string,
  madeAt = new Date(),
): AsyncGenerator<string, void, void> {
  const { plan } = ledger;
  const controller = parseControllerName(plan.controller);
  if (!controller) throw noSuchRun(plan.run);
  const { baseUrl: address, title: why } = plan;
  yield planStart({ connection, address, controller, madeBy: 'Recordbench', madeAt: madeAt.toISOString(), why });
  let isFirst = true;
  for await (const line of lines) {
    const entry = line.type === 'record' ? ledger.get(line.id) : undefined;
    if (line.type !== 'record' || entry?.state !== 'waiting') continue;
    yield operationLine(operationOf(entry, line.values ?? {}), isFirst);
    isFirst = false;
  }
  yield planEnd;
}

function operationOf({ id, name, action, cells }: LedgerEntry, held: JsonObject): PlanOperation {
  if (action === 'delete') return { do: action, id, name, held };
  const fields = cells.map(planFieldOf);
  return action === 'add' ? { do: action, name, fields } : { do: action, id, name, fields };
}
