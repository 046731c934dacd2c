import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { inProject } from '../support/projectPaths.ts';

interface Figures {
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds of the processor. */
  readonly work: number;
  /** The most bytes that the process had from the system. */
  readonly highest: number;
}

export type ExportFormat = 'csv' | 'excel';
export type ExportRun = (how: 'ours' | 'bare', count: number, format?: ExportFormat) => Promise<Figures>;

/** Exports from a service that has a process of its own, as every run has. */
export async function withExportRuns<T>(work: (run: ExportRun) => Promise<T>): Promise<T> {
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
    return await work(async (how, count, format = 'csv') => {
      const args = [how, `http://127.0.0.1:${port}`, String(count), path.join(folder, 'leads'), format];
      const reader = fork(path.join(folder, 'reader.mjs'), args);
      let figures: Figures | undefined;
      reader.on('message', (message: Figures) => (figures = message));
      await once(reader, 'exit');
      if (!figures) throw new Error(`The export of ${count} records failed.`);
      return figures;
    });
  } finally {
    service.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}
