import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { CommandLine } from '../support/commandLine.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { withBulkRuns } from './bulkRuns.ts';
import { type Figures, withExportRuns } from './exportRuns.ts';
import { alternate } from './interleave.ts';
import { few, many, megabyte } from './listLines.ts';

const starts = 15;
/** So many that compiling the program, in its first second, counts little. */
const records = 3_000;
/** The same. */
const exported = 500_000;
const turns = 3;
/** In megabytes. */
const allowed = 100;

/** The start of the command line, and what its runs cost. */
export default async function commandLine(report: Report): Promise<void> {
  const program = await CommandLine.build();
  try {
    report(await start(program));
    report(await apply(program));
    await reportExport(report, program);
  } finally {
    program.close();
  }
}

async function start(program: CommandLine): Promise<BenchLine> {
  const { ratio, spread, ours, theirs } = await alternate(
    async () => timeOf([program.script, '--version']),
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

/** Includes the start of the program and of its thread, which the bare loop doesn't have. */
function reportExport(report: Report, program: CommandLine): Promise<void> {
  return withExportRuns(async (run, url) => {
    const command = async (count: number): Promise<Figures> => {
      const figures = path.join(program.folder, 'figures.json');
      const environment = {
        RECORDBENCH_FIGURES: figures,
        NODE_OPTIONS: `--no-warnings --import ${pathToFileURL(path.join(import.meta.dirname, 'export/figures.ts')).href}`,
      };
      const args = ['export', 'crm/leads', '--url', url, '--list-view', String(count), '--output', 'leads.csv'];
      const { code, stderr } = await program.run([...args, '--quiet'], { environment });
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(readFileSync(figures, 'utf8')) as Figures;
    };
    const compared = await alternate(
      async () => (await command(exported)).took,
      async () => (await run('bare', exported)).took,
      turns,
      1,
    );
    report({
      name: `recordbench export of ${exported.toLocaleString('en')} × 30 as CSV ÷ a bare loop that fetches and parses`,
      ratio: compared.ratio,
      spread: compared.spread,
      limit: 1 / 0.95,
      detail: `${compared.ours.toFixed(0)} ÷ ${compared.theirs.toFixed(0)} ms`,
    });
    const [low, high] = [await command(few), await command(many)];
    const more = (high.highest - low.highest) / megabyte;
    report({
      name: `peak memory of recordbench export, ${many.toLocaleString('en')} records − ${few.toLocaleString('en')}, in units of ${allowed} MB`,
      ratio: more / allowed,
      spread: 0,
      limit: 1,
      detail: `${more.toFixed(0)} MB`,
    });
  });
}

function headFor(address: string) {
  const controller = controllerName('crm', 'leads');
  return { connection: 'bench', address, controller, madeBy: 'a benchmark', madeAt: '', why: '' };
}

function* edits(ids: readonly string[], was: string, becomes: string): Generator<PlanOperation, void, void> {
  for (const id of ids) yield { do: 'edit', id, name: '', fields: [{ field: 'city', was, becomes }] };
}
