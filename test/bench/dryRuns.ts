import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { forkBound, inTemporaryFolder } from './benchProcess.ts';
import type { Figures } from './exportRuns.ts';

type PlannedFile = 'plan' | 'import';
type DryRun = (what: PlannedFile, count: number) => Promise<Figures>;

const execArgv = ['--no-warnings'];

/** Plans a file's changes, each in its own process. The file is created before the first one. */
export function withDryRuns<T>(work: (run: DryRun) => Promise<T>): Promise<T> {
  return inTemporaryFolder((folder) =>
    work(async (what, count) => {
      const file = path.join(folder, `${what}${count}`);
      const content = what === 'plan' ? planOf(count) : tableOf(count);
      if (!existsSync(file)) await pipeline(Readable.from(inLarger(content)), createWriteStream(file));
      const journals = mkdtempSync(path.join(folder, 'journals-'));
      const program = path.join(import.meta.dirname, 'dryRun/planner.ts');
      const child = forkBound(program, [what, String(count), file, journals], { execArgv });
      let figures: Figures | undefined;
      child.on('message', (message: Figures) => (figures = message));
      await once(child, 'exit');
      rmSync(journals, { recursive: true, force: true });
      if (!figures) throw new Error(`The dry run of ${count} records failed.`);
      return figures;
    }),
  );
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
