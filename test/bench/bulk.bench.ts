import type { Report } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { alternate } from './interleave.ts';

const records = 200;
const turns = 11;
/** Min fraction of the bare loop's edits per second. */
const min = 0.93;

/**
 * Edits per second of a run with its journal, relative to a loop that sends the same requests at the same concurrency
 * and ignores the responses.
 */
export default function bulk(report: Report): Promise<void> {
  return withBulkRuns(records, async ({ ours, bare, ids }) => {
    const { ratio, spread, ...taken } = await alternate(
      (turn) => ours.run(ids, `Ours ${turn}`),
      (turn) => bare.run(ids, `Bare ${turn}`),
      turns,
      2,
    );
    const rate = (ms: number): string => Math.round((records / ms) * 1_000).toString();
    report({
      name: 'bulk edit with its journal ÷ the same requests by bare undici',
      ratio,
      limit: 1 / min,
      spread,
      detail: `${rate(taken.ours)} ÷ ${rate(taken.theirs)} edits a second, ${(1 / ratio).toFixed(2)} of them (${min} at least)`,
    });
  });
}
