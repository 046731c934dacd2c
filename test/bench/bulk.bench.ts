import type { BenchLine } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { alternate } from './interleave.ts';

const records = 300;
const turns = 7;

/**
 * Edits per second of a run with its journal, against a loop that sends the same requests at the same concurrency and
 * looks at nothing that comes back.
 */
export default function bulk(): Promise<BenchLine[]> {
  return withBulkRuns(records, async ({ ours, bare, ids }) => {
    const compared = await alternate(
      (turn) => ours.run(ids, `Ours ${turn}`),
      (turn) => bare.run(ids, `Bare ${turn}`),
      turns,
      1,
    );
    const { ratio, spread } = compared;
    const rate = (ms: number): string => Math.round((ids.length / ms) * 1_000).toString();
    return [
      {
        name: 'bulk edit with its journal ÷ the same requests by bare undici',
        ratio,
        // 0.85 of its edits per second
        limit: 1 / 0.85,
        spread,
        detail: `${rate(compared.ours)} ÷ ${rate(compared.theirs)} edits a second = ${(1 / ratio).toFixed(2)} (0.85 at least)`,
      },
    ];
  });
}
