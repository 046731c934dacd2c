import type { BenchLine } from './benchLine.ts';
import { type ExportFormat, type ExportRun, withExportRuns } from './exportRuns.ts';
import { alternate, inTurns, quantile } from './interleave.ts';

const rows = 50_000;
const turns = 7;
const memoryTurns = 3;
const megabyte = 1_000_000;
const allowed = 100;
const formats: readonly ExportFormat[] = ['csv', 'excel'];

export default function exportRecords(): Promise<BenchLine[]> {
  return withExportRuns(async (run) => [await speed(run), await memory(run)]);
}

async function speed(run: ExportRun): Promise<BenchLine> {
  const work = { ours: 0, bare: 0 };
  const timed = async (how: 'ours' | 'bare'): Promise<number> => {
    const figures = await run(how, rows);
    work[how] = figures.work;
    return figures.took;
  };
  const { ratio, spread, ours, theirs } = await alternate(
    () => timed('ours'),
    () => timed('bare'),
    turns,
    1,
  );
  const rate = (took: number): string => Math.round((rows * 1000) / took).toLocaleString('en');
  return {
    name: `export ${rows.toLocaleString('en')} × 30 as CSV ÷ a bare loop that fetches and parses, time`,
    ratio,
    // at least 0.8 of the baseline's rows per second
    limit: 1.25,
    spread,
    detail: `${rate(ours)} ÷ ${rate(theirs)} rows a second, work ${work.ours.toFixed(0)} ÷ ${work.bare.toFixed(0)} ms`,
  };
}

async function memory(run: ExportRun): Promise<BenchLine> {
  const growth = async (how: 'ours' | 'bare', format: ExportFormat): Promise<number> => {
    const few = await run(how, 10_000, format);
    const many = await run(how, 1_000_000, format);
    return (many.highest - few.highest) / megabyte;
  };
  // garbage collection timing is random, and so is a process's peak memory
  const taken = await inTurns(
    formats.map((format) => () => growth('ours', format)),
    memoryTurns,
    0,
  );
  const of = (place: number, at: number): number =>
    quantile(
      taken.map((turn) => turn[place]!),
      at,
    );
  const ours = formats.map((_, place) => of(place, 0.5));
  const worst = ours.indexOf(Math.max(...ours));
  const bare = await growth('bare', 'csv');
  const words = formats.map((format, place) => `${format} ${ours[place]?.toFixed(0)}`).join(', ');
  return {
    name: `most memory of 1,000,000 × 30 exported − 10,000, in parts of ${allowed} MB`,
    ratio: Math.max(...ours) / allowed,
    limit: 1,
    spread: (of(worst, 0.75) - of(worst, 0.25)) / allowed,
    detail: `${words} MB; the bare loop ${bare.toFixed(0)} MB`,
  };
}
