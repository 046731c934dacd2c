import type { JournalLine, BulkPlan } from '../../src/model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';

export const runPlan: BulkPlan = {
  run: '20260101-a',
  kind: 'edit',
  way: 'records',
  connection: 'test',
  connectionName: 'Test',
  baseUrl: 'http://localhost',
  controller: 'crm/leads',
  title: 'Edit City',
  changes: [],
  startedAt: 0,
  timeoutMs: 1_000,
};

/** A ledger with an in-memory journal. */
export class MemoryLedger extends BulkLedger {
  readonly #lines: JournalLine[];
  /** Number of lines re-read. */
  reads = 0;

  constructor(plan: BulkPlan) {
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
