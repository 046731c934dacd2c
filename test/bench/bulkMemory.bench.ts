import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { forkBound, inTemporaryFolder } from './benchProcess.ts';
import type { Report } from './benchLine.ts';
import type { Figures } from './exportRuns.ts';
import { few, many, megabyte } from './listLines.ts';

/** In megabytes. */
const allowed = 100;

/** One turn: a run of 1,000,000 records takes minutes. */
export default function bulkMemory(report: Report): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const run = async (count: number): Promise<Figures> => {
      const files = mkdtempSync(path.join(folder, 'run-'));
      const child = forkBound(path.join(import.meta.dirname, 'dryRun/bulkRunner.ts'), [String(count), files], {
        // V8's own limit, reached at once: otherwise only the longer run would grow its young generation that far
        execArgv: ['--no-warnings', '--min-semi-space-size=16', '--max-semi-space-size=16'],
      });
      let figures: Figures | undefined;
      child.on('message', (message: Figures) => (figures = message));
      await once(child, 'exit');
      rmSync(files, { recursive: true, force: true });
      if (!figures) throw new Error(`The run of ${count} records failed.`);
      return figures;
    };
    const [low, high] = [await run(few), await run(many)];
    const more = (high.highest - low.highest) / megabyte;
    report({
      name: `peak memory of a bulk run, ${many.toLocaleString('en')} records − ${few.toLocaleString('en')}, in units of ${allowed} MB`,
      ratio: more / allowed,
      limit: 1,
      spread: 0,
      detail: `${more.toFixed(0)} MB, ${Math.round((many * 1_000) / high.took)} edits a second`,
    });
  });
}
