import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchLine } from './benchLine.ts';
import { alternate } from './interleave.ts';

interface Figures {
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds of the processor. */
  readonly work: number;
  /** The most bytes that the process had from the system. */
  readonly highest: number;
}

const rows = 50_000;
const turns = 7;
const megabyte = 1_000_000;
const allowed = 100;
const formats = ['csv', 'excel'] as const;
type Format = (typeof formats)[number];

/**
 * V8 lets the room for new objects grow to 64 MB in a program that runs for long, however little of them it keeps: a bare
 * loop that only fetches and parses has as much. Held at 16 MB, what the process has is what the export needs.
 */
const smallNursery = '--max-semi-space-size=16';

export default async function exportRecords(): Promise<BenchLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  const service = start('service.ts', []);
  try {
    const [port] = (await once(service, 'message')) as [number];
    const address = `http://127.0.0.1:${port}`;
    const run: Run = async (how, count, format = 'csv', flags = []) => {
      const reader = start('reader.ts', [how, address, String(count), path.join(folder, 'leads'), format], flags);
      const [figures] = (await once(reader, 'message')) as [Figures];
      await once(reader, 'exit');
      return figures;
    };
    return [await speed(run), await memory(run)];
  } finally {
    service.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = (how: 'ours' | 'bare', count: number, format?: Format, flags?: readonly string[]) => Promise<Figures>;

async function speed(run: Run): Promise<BenchLine> {
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
    // no less than 0.8 of its rows a second
    limit: 1.25,
    spread,
    detail: `${rate(ours)} ÷ ${rate(theirs)} rows a second, work ${work.ours.toFixed(0)} ÷ ${work.bare.toFixed(0)} ms`,
  };
}

async function memory(run: Run): Promise<BenchLine> {
  const growth = async (how: 'ours' | 'bare', format: Format, flags: readonly string[]): Promise<number> => {
    const few = await run(how, 10_000, format, flags);
    const many = await run(how, 1_000_000, format, flags);
    return (many.highest - few.highest) / megabyte;
  };
  const held: number[] = [];
  const free: number[] = [];
  for (const format of formats) {
    held.push(await growth('ours', format, [smallNursery]));
    free.push(await growth('ours', format, []));
  }
  const bare = await growth('bare', 'csv', []);
  const words = (figures: readonly number[]): string =>
    formats.map((format, place) => `${format} ${figures[place]?.toFixed(0)}`).join(', ');
  return {
    name: `most memory of 1,000,000 × 30 exported − 10,000, in parts of ${allowed} MB`,
    ratio: Math.max(...held) / allowed,
    limit: 1,
    spread: 0,
    detail: `${words(held)} MB; without ${smallNursery}: ${words(free)} MB, the bare loop ${bare.toFixed(0)} MB`,
  };
}

function start(file: string, args: readonly string[], flags: readonly string[] = []): ChildProcess {
  return fork(path.join(import.meta.dirname, 'export', file), args, { execArgv: [...flags] });
}
