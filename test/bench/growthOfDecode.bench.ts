import type { Report } from './benchLine.ts';
import { decoded, pageBytes } from './decodedPage.ts';
import { growth } from './growthLine.ts';

/** Rows per page: no service would send a million records in one. */
const pageSizes = [100, 1_000, 10_000];

export default async function growthOfDecode(report: Report): Promise<void> {
  const bytes = new Map(pageSizes.map((rows) => [rows, pageBytes(rows, 40)]));
  const line = await growth(
    { name: 'decoding a page, by number of records', unit: 'ms', expected: 'linear' },
    pageSizes,
    async (rows) => {
      const begun = performance.now();
      decoded(bytes.get(rows)!);
      return performance.now() - begun;
    },
    21,
    5,
  );
  report(line);
}
