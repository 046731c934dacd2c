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
  /** The most bytes that were in use after a garbage collection. */
  readonly held: number;
  /** The most bytes that the process had from the system, with what was yet to be collected. */
  readonly highest: number;
}

const rows = 50_000;
const turns = 7;
const megabyte = 1_000_000;
const allowed = 100;

export default async function exportRecords(): Promise<BenchLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  const service = start('service.ts', []);
  try {
    const [port] = (await once(service, 'message')) as [number];
    const address = `http://127.0.0.1:${port}`;
    const run: Run = async (how, count, collects = false) => {
      const reader = start('reader.ts', [how, address, String(count), path.join(folder, 'leads')], collects);
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

type Run = (how: 'ours' | 'bare', count: number, collects?: boolean) => Promise<Figures>;

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
  const [few, many] = [await run('ours', 10_000, true), await run('ours', 1_000_000, true)];
  const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(0);
  return {
    name: `memory while 1,000,000 × 30 are exported − 10,000, in parts of ${allowed} MB`,
    ratio: (many.held - few.held) / megabyte / allowed,
    limit: 1,
    spread: 0,
    detail: `${inMegabytes(many.held)} − ${inMegabytes(few.held)} MB, uncollected ${inMegabytes(many.highest)} − ${inMegabytes(few.highest)} MB`,
  };
}

function start(file: string, args: readonly string[], collects = false): ChildProcess {
  return fork(path.join(import.meta.dirname, 'export', file), args, { execArgv: collects ? ['--expose-gc'] : [] });
}
