import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { inProject } from '../support/projectPaths.ts';
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

export default async function exportRecords(): Promise<BenchLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  const service = fork(path.join(import.meta.dirname, 'export/service.ts'));
  try {
    const { threads } = (await import(inProject('esbuild.mjs'))) as { threads: BuildOptions };
    await build({
      ...threads,
      absWorkingDir: inProject('.'),
      entryPoints: { ...(threads.entryPoints as Record<string, string>), reader: 'test/bench/export/reader.ts' },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
    });
    const [port] = (await once(service, 'message')) as [number];
    const address = `http://127.0.0.1:${port}`;
    const run: Run = async (how, count, format = 'csv') => {
      const reader = fork(path.join(folder, 'reader.mjs'), [
        how,
        address,
        String(count),
        path.join(folder, 'leads'),
        format,
      ]);
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

type Run = (how: 'ours' | 'bare', count: number, format?: Format) => Promise<Figures>;

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
  const growth = async (how: 'ours' | 'bare', format: Format): Promise<number> => {
    const few = await run(how, 10_000, format);
    const many = await run(how, 1_000_000, format);
    return (many.highest - few.highest) / megabyte;
  };
  const ours: number[] = [];
  for (const format of formats) ours.push(await growth('ours', format));
  const bare = await growth('bare', 'csv');
  const words = formats.map((format, place) => `${format} ${ours[place]?.toFixed(0)}`).join(', ');
  return {
    name: `most memory of 1,000,000 × 30 exported − 10,000, in parts of ${allowed} MB`,
    ratio: Math.max(...ours) / allowed,
    limit: 1,
    spread: 0,
    detail: `${words} MB; the bare loop ${bare.toFixed(0)} MB`,
  };
}
