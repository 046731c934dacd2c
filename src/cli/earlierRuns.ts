import type { JournalLine } from '../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import { isSameAddress } from '../model/connection/connection.ts';
import type { FileLock } from '../node/fileLock.ts';
import type { JournalFolder } from '../services/bulk/journalFolder.ts';
import { entryId } from '../services/import/plannedAdds.ts';
import type { ReadPlan } from '../services/plan/planFile.ts';
import type { KnownAdds } from '../services/plan/preparePlan.ts';
import { CliProblem } from './cliProblem.ts';

interface EarlierJournals {
  readonly ledger: BulkLedger;
  /** The run that undid it. It may have left records alone. */
  readonly undo: BulkLedger | undefined;
}

/**
 * Earlier runs of exactly the same plan on the same service. A new record has no id before it is added, so only the
 * journals of these runs show whether it was.
 */
export class EarlierRuns implements KnownAdds {
  readonly sha256: string;
  readonly #runs: readonly EarlierJournals[];
  /** Keeps other processes from adding the same records at the same time. */
  readonly #lock: FileLock | undefined;

  private constructor(sha256: string, runs: readonly EarlierJournals[], lock: FileLock | undefined) {
    this.sha256 = sha256;
    this.#runs = runs;
    this.#lock = lock;
  }

  /**
   * Locks them until `release`. Throws if one of the runs can still be resumed and would add or delete the same records a
   * second time.
   */
  static async find(folder: JournalFolder, plan: ReadPlan, sha256: string, baseUrl: string): Promise<EarlierRuns> {
    if (plan.counts.add === 0) return new EarlierRuns(sha256, [], undefined);
    const lock = await folder.lock(`plan-${sha256}`);
    if (!lock)
      throw new CliProblem(
        `Could not apply ${plan.name}: it adds records, and another process is applying it. Wait until that process has ended, then try again.`,
      );
    try {
      return new EarlierRuns(sha256, await findRuns(folder, plan, sha256, baseUrl), lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async release(): Promise<void> {
    await this.#lock?.release();
  }

  /** Returns the journal line for a record that was, or may have been, added before; undefined for any other. */
  lineFor(position: number, name: string): JournalLine | undefined {
    const id = entryId(position);
    for (const { ledger, undo } of this.#runs) {
      const { state, made } = ledger.get(id) ?? {};
      const { run } = ledger.plan;
      const undone = made === undefined ? undefined : undo?.get(made)?.state;
      if (state === 'done' && undone === 'unclear') {
        const why = `The run ${undo?.plan.run} may have deleted it again. Look for the record ${made}.`;
        return { type: 'left', id, name, how: 'refused', why };
      }
      if (state === 'done' && !(undone === 'done' || undone === 'unchanged' || undone === 'gone')) {
        const why = `The run ${run} added it${made === undefined ? '' : ` as record ${made}`}.`;
        return { type: 'left', id, name, how: 'unchanged', why };
      }
      if (state === 'unclear') {
        const why = `The run ${run} may have added it. Look for it in the list.`;
        return { type: 'left', id, name, how: 'refused', why };
      }
    }
    return undefined;
  }
}

async function findRuns(
  folder: JournalFolder,
  { name }: ReadPlan,
  sha256: string,
  baseUrl: string,
): Promise<EarlierJournals[]> {
  const found: EarlierJournals[] = [];
  for (const run of await folder.list()) {
    const plan = await folder.plan(run);
    if (plan?.ofPlan?.sha256 !== sha256 || !isSameAddress(plan.baseUrl, baseUrl)) continue;
    const ledger = (await folder.readJournal(run))?.ledger;
    if (!ledger?.isReady) continue;
    const { undoneBy } = ledger;
    if (undoneBy === undefined && isOpen(ledger, 'add'))
      throw new CliProblem(
        `Could not apply ${name}: the run ${run} of the same plan has not added all of its records. Resume it with recordbench apply --resume ${run}.`,
      );
    const undo = undoneBy === undefined ? undefined : (await folder.readJournal(undoneBy))?.ledger;
    if (undo && isOpen(undo, 'delete'))
      throw new CliProblem(
        `Could not apply ${name}: the run ${undoneBy}, which undoes an earlier run of the same plan, has not deleted all of its records. Resume it with recordbench apply --resume ${undoneBy}.`,
      );
    // without the journal of the undo, the records are considered deleted
    if (undoneBy === undefined || undo) found.push({ ledger, undo });
  }
  return found;
}

function isOpen(ledger: BulkLedger, action: 'add' | 'delete'): boolean {
  return ledger.countOf(action, 'waiting') + ledger.countOf(action, 'sent') > 0;
}
