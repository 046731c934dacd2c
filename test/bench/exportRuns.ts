import { once } from 'node:events';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { inProject } from '../support/projectPaths.ts';
import { forkBound, inTemporaryFolder } from './benchProcess.ts';

export interface Figures {
  /** Milliseconds. */
  readonly took: number;
  /** CPU milliseconds. */
  readonly work: number;
  /** Peak memory of the process, in bytes. */
  readonly highest: number;
  /** Of a filter: milliseconds until the first rows. */
  readonly firstRows?: number;
}

type ExportFormat = 'csv' | 'excel';
type ExportRun = (how: 'ours' | 'bare', count: number, format?: ExportFormat) => Promise<Figures>;

/** `order`: whether the second list comes in the order of the first. */
type CompareRun = (how: 'ours' | 'bare', count: number, order?: 'same' | 'opposite') => Promise<Figures>;

/** Exports from a service in its own process; each run has its own process, too. */
export function withExportRuns<T>(work: (run: ExportRun, url: string) => Promise<T>): Promise<T> {
  return withRuns('reader', (start, folder, url) =>
    work((how, count, format = 'csv') => start(how, count, path.join(folder, 'leads'), format), url),
  );
}

/** Two lists of the same service, compared. */
export function withCompareRuns<T>(work: (run: CompareRun) => Promise<T>): Promise<T> {
  return withRuns('comparer', (start, folder) =>
    work((how, count, order = 'same') => start(how, count, folder, order)),
  );
}

type FilterRun = (how: 'ours' | 'bare', count: number) => Promise<Figures>;

/** A list filtered here, from a service in its own process. */
export function withFilterRuns<T>(work: (run: FilterRun) => Promise<T>): Promise<T> {
  return withRuns('filterer', (start) => work((how, count) => start(how, count, '', '')));
}

/** A column whose values are few, or different in every record. */
type ProfiledBenchColumn = 'leads.c1' | 'leads.id';
type BenchProfile = (how: 'ours' | 'bare', count: number, column?: ProfiledBenchColumn) => Promise<Figures>;

/** Profiles of a column. */
export function withProfiles<T>(work: (run: BenchProfile) => Promise<T>): Promise<T> {
  return withRuns('profiler', (start, folder) =>
    work((how, count, column = 'leads.c1') => start(how, count, folder, column)),
  );
}

type Start = (how: 'ours' | 'bare', count: number, place: string, more: string) => Promise<Figures>;

function withRuns<T>(program: string, work: (start: Start, folder: string, url: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const service = forkBound(path.join(import.meta.dirname, 'export/service.ts'));
    try {
      const { threads } = (await import(inProject('esbuild.mjs'))) as { threads: BuildOptions };
      await build({
        ...threads,
        absWorkingDir: inProject('.'),
        entryPoints: {
          ...(threads.entryPoints as Record<string, string>),
          [program]: `test/bench/export/${program}.ts`,
        },
        outdir: folder,
        outExtension: { '.js': '.mjs' },
      });
      const [port] = (await once(service, 'message')) as [number];
      const url = `http://127.0.0.1:${port}`;
      const start: Start = async (how, count, place, more) => {
        const parameters = [how, url, String(count), place, more];
        const child = forkBound(path.join(folder, `${program}.mjs`), parameters);
        let figures: Figures | undefined;
        child.on('message', (message: Figures) => (figures = message));
        await once(child, 'exit');
        if (!figures) throw new Error(`The ${program} of ${count} records failed.`);
        return figures;
      };
      return await work(start, folder, url);
    } finally {
      service.disconnect();
    }
  });
}
