import type { Report } from './benchLine.ts';
import { decoded, pageBytes } from './decodedPage.ts';
import { interleave } from './interleave.ts';

const rows = 1000;
const columns = 40;

export default async function decode(report: Report): Promise<void> {
  for (const withNumbers of [false, true]) {
    const bytes = pageBytes(rows, columns, withNumbers);
    const { ratio, spread, ours, theirs } = interleave(
      () => decoded(bytes),
      () => (JSON.parse(bytes.toString('utf8')) as { paginate: { data: unknown[] } }).paginate.data.length,
    );
    const what = withNumbers ? ', a quarter JSON numbers' : '';
    report({
      name: `decode ${rows} × ${columns}${what}, validated ÷ bare JSON.parse`,
      ratio,
      limit: 1.3,
      spread,
      detail: `${ours.toFixed(2)} ms ÷ ${theirs.toFixed(2)} ms, ${Math.round(bytes.length / 1024)} KiB`,
    });
  }
}
