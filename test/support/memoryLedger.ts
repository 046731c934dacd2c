import type { JournalLine, RunPlan } from '../../src/model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';

/** A ledger whose journal is nowhere but in memory. */
export class MemoryLedger extends BulkLedger {
  readonly #lines: JournalLine[];
  /** Lines that were read again. */
  reads = 0;

  constructor(plan: RunPlan) {
    const lines: JournalLine[] = [];
    super(plan, {
      lineAt: (at) => {
        this.reads += 1;
        return lines[at]!;
      },
    });
    this.#lines = lines;
  }

  override apply(line: JournalLine): void {
    super.apply(line, this.#lines.push(line) - 1);
  }
}
