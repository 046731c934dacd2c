import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { CommandLine } from '../support/commandLine.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { alternate } from './interleave.ts';

const starts = 15;
const records = 3_000;
const turns = 3;

/** The start of the command line, and what its runs cost. */
export default async function commandLine(report: Report): Promise<void> {
  const program = await CommandLine.build();
  try {
    report(await start(program));
    report(await apply(program));
  } finally {
    program.close();
  }
}

async function start(program: CommandLine): Promise<BenchLine> {
  const script = path.join(program.folder, 'program', 'recordbench.js');
  const { ratio, spread, ours, theirs } = await alternate(
    async () => timeOf([script, '--version']),
    async () => timeOf(['-e', '0']),
    starts,
    2,
  );
  const detail = `${ours.toFixed(0)} ÷ ${theirs.toFixed(0)} ms`;
  return { name: 'start of recordbench --version ÷ of node -e 0', ratio, spread, limit: 1.5, detail };
}

function timeOf(args: readonly string[]): number {
  const begun = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - begun;
}

/** `plan` starts, reads the plan and every record as `apply` does, so the difference of the two is the run itself. */
function apply(program: CommandLine): Promise<BenchLine> {
  return withBulkRuns(records, async ({ ours, bare, ids, url, token }) => {
    let city = 'Start';
    await ours.run(ids, city);
    const command = async (name: string, file: string): Promise<number> => {
      const begun = performance.now();
      const args = [name, file, '--url', url, '--quiet'];
      const { code, stderr } = await program.run(args, { environment: { RECORDBENCH_TOKEN: token } });
      if (code !== 0) throw new Error(stderr);
      return performance.now() - begun;
    };
    const compared = await alternate(
      async (turn) => {
        const file = path.join(program.folder, `${turn}.recordplan.json`);
        const becomes = `Applied ${turn}`;
        writeFileSync(file, [...writePlan(headFor(url), edits(ids, city, becomes))].join(''));
        city = becomes;
        const planned = await command('plan', file);
        return (await command('apply', file)) - planned;
      },
      async (turn) => {
        city = `Bare ${turn}`;
        return bare.run(ids, city);
      },
      turns,
      1,
    );
    const { ratio, spread } = compared;
    const detail = `${compared.ours.toFixed(0)} ÷ ${compared.theirs.toFixed(0)} ms for ${records} records`;
    return { name: 'recordbench apply ÷ the same requests by bare undici', ratio, spread, limit: 1 / 0.95, detail };
  });
}

function headFor(address: string) {
  const controller = controllerName('crm', 'leads');
  return { connection: 'bench', address, controller, madeBy: 'a benchmark', madeAt: '', why: '' };
}

function* edits(ids: readonly string[], was: string, becomes: string): Generator<PlanOperation, void, void> {
  for (const id of ids) yield { do: 'edit', id, name: '', fields: [{ field: 'city', was, becomes }] };
}
