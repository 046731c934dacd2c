import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { CommandLine, type CommandOutcome } from '../support/commandLine.ts';
import { seed } from '../support/seed.ts';
import { dice } from './dice.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';

const records = Number(process.env['RECORDBENCH_FAULT_RECORDS'] ?? times(60, 10_000));
const kills = Number(process.env['RECORDBENCH_FAULT_KILLS'] ?? times(1, 100));
/** A killed run waits for it before it reads what arrived. */
const timeoutSeconds = 3;
const maxRuns = kills * 3 + 20;

describe(`recordbench apply over ${records} records with ${kills} kills (seed ${seed})`, function () {
  this.timeout(180_000 + records * 60 + kills * 30_000);

  it('writes every record exactly once according to the service', async () => {
    const [program, service] = await Promise.all([CommandLine.build(), bulkService(records)]);
    try {
      const plan = path.join(program.folder, 'cities.recordplan.json');
      writeFileSync(plan, [...writePlan(headFor(service.url), operations())].join(''));
      const connections = { test: { baseUrl: service.url, timeoutSeconds } };
      writeFileSync(path.join(program.folder, 'recordbench.json'), JSON.stringify({ connections }));
      const journal = path.join(program.folder, 'journal');
      const random = dice(seed);
      const isUnwritten = ({ writes }: { writes: number }): boolean => writes === 0;
      let [runs, killed] = [0, 0];
      for (; runs < maxRuns; runs++) {
        const left = [...service.leads.values()].filter(isUnwritten).length;
        const open = interruptedRun(journal);
        if (left === 0 && open === undefined) break;
        const args = open === undefined ? [plan] : ['--resume', open];
        // a plan reads every record before the first write
        const requests = (open === undefined ? records : 0) + left * 2;
        const killAfter = killed < kills ? Math.ceil((random() * 2 * requests) / (kills - killed + 1)) : Infinity;
        const { code, stderr } = await applyAndDie(program, service, [...args, '--journal', journal], killAfter);
        if (code === null) killed += 1;
        else assert.ok(code === 0 || code === 3, stderr);
      }
      const wrong = [...service.leads.values()].filter(({ writes, city }) => writes !== 1 || city !== 'Pune');
      assert.deepEqual(wrong, [], `after ${runs} runs and ${killed} kills`);
      const summary = `each of ${records} written once (runs ${runs}, writes ${service.posts()})`;
      noteOutcome('recordbench apply, killed', killed, summary);
      const again = await program.run(['apply', plan, '--connection', 'test']);
      assert.match(again.stdout, /nothing to do/);
    } finally {
      program.close();
      await service.close();
    }
  });
});

function headFor(address: string) {
  const controller = controllerName('crm', 'leads');
  return { connection: 'test', address, controller, madeBy: 'a test', madeAt: '', why: '' };
}

function* operations(): Generator<PlanOperation, void, void> {
  for (let id = 1; id <= records; id++) {
    const fields = [{ field: 'city', was: 'Goa', becomes: 'Pune' }];
    yield { do: 'edit', id: String(id), name: `Lead ${id}`, fields };
  }
}

/** The last run, if it was killed after it had begun. */
function interruptedRun(journal: string): string | undefined {
  let files: string[] = [];
  try {
    files = readdirSync(journal).filter((file) => file.endsWith('.jsonl'));
  } catch {
    return undefined; // killed before it was created
  }
  const last = files.toSorted().at(-1);
  if (last === undefined) return undefined;
  const lines = readFileSync(path.join(journal, last), 'utf8').split('\n');
  const isOpen = lines.some((line) => line.startsWith('{"type":"ready"')) && !lines.at(-2)?.startsWith('{"type":"end"');
  return isOpen ? path.parse(last).name : undefined;
}

/** Kills the program after this many more requests. */
async function applyAndDie(
  program: CommandLine,
  service: BulkService,
  args: readonly string[],
  killAfter: number,
): Promise<CommandOutcome> {
  const { child, ended } = program.start(['apply', ...args, '--connection', 'test']);
  let left = killAfter;
  const onRequest = (): void => {
    if (--left <= 0) child.kill('SIGKILL');
  };
  Object.assign(service, { onWrite: onRequest, onRead: onRequest });
  const outcome = await ended;
  Object.assign(service, { onWrite: () => undefined, onRead: () => undefined });
  return outcome;
}
