import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import type { Figures } from './exportRuns.ts';

export type PlannedFile = 'plan' | 'import';
export type DryRun = (what: PlannedFile, count: number) => Promise<Figures>;

/** V8's young generation grows in any long-running program, whatever it holds, so it is limited here. */
const execArgv = ['--no-warnings', '--max-semi-space-size=4'];

/** Plans a file's changes, each in its own process. The files are created beforehand. */
export async function withDryRuns<T>(sizes: readonly number[], work: (run: DryRun) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  try {
    const fileOf = (what: PlannedFile, count: number): string => path.join(folder, `${what}${count}`);
    for (const count of sizes) {
      await pipeline(Readable.from(inLarger(planOf(count))), createWriteStream(fileOf('plan', count)));
      await pipeline(Readable.from(inLarger(tableOf(count))), createWriteStream(fileOf('import', count)));
    }
    return await work(async (what, count) => {
      const journals = mkdtempSync(path.join(folder, 'journals-'));
      const program = path.join(import.meta.dirname, 'dryRun/planner.ts');
      const child = fork(program, [what, String(count), fileOf(what, count), journals], { execArgv });
      let figures: Figures | undefined;
      child.on('message', (message: Figures) => (figures = message));
      await once(child, 'exit');
      rmSync(journals, { recursive: true, force: true });
      if (!figures) throw new Error(`The dry run of ${count} records failed.`);
      return figures;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every tenth of them is new. */
const isNew = (at: number): boolean => at % 10 === 9;

function planOf(count: number): Iterable<string> {
  const about = { connection: 'Test', address: 'http://127.0.0.1', madeBy: '', madeAt: '', why: '' };
  return writePlan({ ...about, controller: controllerName('crm', 'leads') }, operations(count));
}

function* operations(count: number): Generator<PlanOperation> {
  for (let at = 0; at < count; at++) {
    const city = { field: 'city', was: isNew(at) ? null : 'Goa', becomes: `Pune ${at}` };
    const street = { field: 'street', was: isNew(at) ? null : 'Main Road 1', becomes: `Side Road ${at}` };
    const [name, fields] = [`Lead ${at}`, [city, street]];
    yield isNew(at) ? { do: 'add', name, fields } : { do: 'edit', id: String(10_000_000 + at), name, fields };
  }
}

function* tableOf(count: number): Generator<string> {
  yield 'id,city,street,phone,notes\n';
  for (let at = 0; at < count; at++)
    yield `${isNew(at) ? '' : 10_000_000 + at},Pune ${at},Side Road ${at},+49 221 ${at},"What is said, and heard, of ${at}"\n`;
}

function* inLarger(pieces: Iterable<string>): Generator<string> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    if (held.length < 65_536) continue;
    yield held;
    held = '';
  }
  yield held;
}
