import type { BenchLine } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { alternate, type Compared } from './interleave.ts';

const records = 300;
const runs = 5;
const turns = 5;
/** Min fraction of the bare loop's edits per second. */
const least = 0.9;

/**
 * Edits per second of a run with its journal, relative to a loop that sends the same requests at the same concurrency
 * and ignores the responses. Median of several runs, each with its own service.
 */
export default async function bulk(): Promise<BenchLine[]> {
  const all: Compared[] = [];
  for (let run = 0; run < runs; run++)
    all.push(
      await withBulkRuns(records, ({ ours, bare, ids }) =>
        alternate(
          (turn) => ours.run(ids, `Ours ${turn}`),
          (turn) => bare.run(ids, `Bare ${turn}`),
          turns,
          1,
        ),
      ),
    );
  const sorted = all.toSorted((one, other) => one.ratio - other.ratio);
  const [best, middle, worst] = [0, Math.floor(runs / 2), runs - 1].map((place) => sorted[place]?.ratio ?? Number.NaN);
  const share = (ratio = Number.NaN): string => (1 / ratio).toFixed(2);
  const rate = (ms: number): string => Math.round((records / ms) * 1_000).toString();
  const { ours, theirs } = sorted[Math.floor(runs / 2)] ?? { ours: Number.NaN, theirs: Number.NaN };
  return [
    {
      name: 'bulk edit with its journal ÷ the same requests by bare undici',
      ratio: middle ?? Number.NaN,
      limit: 1 / least,
      spread: (worst ?? 0) - (best ?? 0),
      detail: `${rate(ours)} ÷ ${rate(theirs)} edits a second; of ${runs} runs ${share(worst)} to ${share(best)}, median ${share(middle)} (${least} at least)`,
    },
  ];
}
