import type { BenchLine } from './benchLine.ts';
import { bulkGrowth } from './growth/bulkGrowth.ts';
import { decodeGrowth } from './growth/decodeGrowth.ts';
import { exportGrowth } from './growth/exportGrowth.ts';
import { formGrowth } from './growth/formGrowth.ts';
import { tableGrowth } from './growth/tableGrowth.ts';

/** How the cost of whatever has a size grows with it. */
export default async function growth(): Promise<BenchLine[]> {
  return [
    ...(await tableGrowth()),
    await formGrowth(),
    await decodeGrowth(),
    ...(await exportGrowth()),
    await bulkGrowth(),
  ];
}
