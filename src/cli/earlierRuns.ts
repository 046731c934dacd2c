import type { JournalLine } from '../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import { isSameAddress } from '../model/connection/connection.ts';
import type { JournalFolder } from '../services/bulk/journalFolder.ts';
import { entryId } from '../services/import/plannedAdds.ts';
import type { ReadPlan } from '../services/plan/planFile.ts';
import type { KnownAdds } from '../services/plan/preparePlan.ts';
import { CliProblem } from './cliProblem.ts';

/**
 * Earlier runs of the same plan, byte for byte, on the same service. A record to add has no id, so only their journals
 * know which ones were added.
 */
export class EarlierRuns implements KnownAdds {
  readonly sha256: string;
  readonly #ledgers: readonly BulkLedger[];

  private constructor(sha256: string, ledgers: readonly BulkLedger[]) {
    this.sha256 = sha256;
    this.#ledgers = ledgers;
  }

  /** Throws if one of them can still add records: after that, resuming it would add them twice. */
  static async find(folder: JournalFolder, plan: ReadPlan, sha256: string, baseUrl: string): Promise<EarlierRuns> {
    const ledgers: BulkLedger[] = [];
    for (const run of plan.counts.add > 0 ? await folder.list() : []) {
      const known = await folder.plan(run);
      if (known?.ofPlan?.sha256 !== sha256 || !isSameAddress(known.baseUrl, baseUrl)) continue;
      const ledger = (await folder.readJournal(run))?.ledger;
      if (!ledger?.isReady || ledger.undoneBy !== undefined) continue;
      if (ledger.countOf('add', 'waiting') + ledger.countOf('add', 'sent') > 0)
        throw new CliProblem(
          `Could not apply ${plan.name}: the run ${run} of the same plan has not added all of its records. Continue it with recordbench apply --resume ${run}.`,
        );
      ledgers.push(ledger);
    }
    return new EarlierRuns(sha256, ledgers);
  }

  /** The line of a record that was added before, or may have been; undefined for one that wasn't. */
  lineFor(position: number, name: string): JournalLine | undefined {
    const id = entryId(position);
    for (const ledger of this.#ledgers) {
      const { state, made } = ledger.get(id) ?? {};
      const { run } = ledger.plan;
      if (state === 'done') {
        const why = `The run ${run} added it${made === undefined ? '' : ` as record ${made}`}.`;
        return { type: 'left', id, name, how: 'unchanged', why };
      }
      if (state === 'unclear') {
        const why = `It is unknown whether the run ${run} added it. Look for it in the list.`;
        return { type: 'left', id, name, how: 'refused', why };
      }
    }
    return undefined;
  }
}
