import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchLine } from '../benchLine.ts';
import { inTurns } from '../interleave.ts';
import { growthLine, listSizes } from './growthLine.ts';

interface Figures {
  readonly took: number;
  readonly highest: number;
}

const turns = 3;

/** As CSV, in a process of its own each time; V8's room for new objects is held small, as in the export's own lines. */
export async function exportGrowth(): Promise<BenchLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  const service = fork(path.join(import.meta.dirname, '../export/service.ts'));
  try {
    const [port] = (await once(service, 'message')) as [number];
    const exported = async (rows: number): Promise<Figures> => {
      const args = ['ours', `http://127.0.0.1:${port}`, String(rows), path.join(folder, 'leads'), 'csv'];
      const reader = fork(path.join(import.meta.dirname, '../export/reader.ts'), args, {
        execArgv: ['--max-semi-space-size=16'],
      });
      const [figures] = (await once(reader, 'message')) as [Figures];
      await once(reader, 'exit');
      return figures;
    };
    const taken = await inTurns(
      listSizes.map((rows) => () => exported(rows)),
      turns,
      0,
    );
    const costs = (figure: (figures: Figures) => number): number[][] => taken.map((turn) => turn.map(figure));
    return [
      growthLine(
        { name: 'the time of an export', unit: 's', expected: 'linear' },
        listSizes,
        costs(({ took }) => took / 1_000),
      ),
      growthLine(
        { name: 'the most memory of an export', unit: 'MB', expected: 'flat' },
        listSizes,
        costs(({ highest }) => highest / 1_000_000),
      ),
    ];
  } finally {
    service.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}
