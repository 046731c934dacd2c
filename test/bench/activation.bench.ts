import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { shippedSizes, sizeLimits } from '../../shippedSize.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { runInHost } from '../support/hostRun.ts';
import { Progress } from '../support/progress.ts';
import { inProject, keptFolder, projectRoot } from '../support/projectPaths.ts';
import { chooseVsCode } from '../vscode/choice.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { quantile } from './interleave.ts';

const ours = 'recordbench.recordbench';
const bare = 'recordbench-test.bare';
const turns = 9;
/** Allowed extra time in milliseconds. */
const longer = 30;

/** In milliseconds. */
interface Taken {
  readonly wall: number;
  readonly work: number;
}

export default async function activation(report: Report): Promise<void> {
  await buildPackage();
  const sizes = shippedSizes(projectRoot);
  report(sizeLine('bytes loaded before first use', 'start'));
  report(sizeLine('package', 'package'));
  report(await timeLine());

  function sizeLine(what: string, name: keyof typeof sizes): BenchLine {
    const [size, limit] = [sizes[name], sizeLimits[name]];
    const detail = `${(size / 1000).toFixed(0)} kB`;
    return { name: `${what} ÷ ${limit / 1000} kB`, ratio: size / limit, limit: 1, spread: 0, detail };
  }
}

async function timeLine(): Promise<BenchLine> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-bench-'));
  const suite = path.join(folder, 'suite.mjs');
  const result = path.join(folder, 'taken.json');
  await build({
    entryPoints: [inProject('test/bench/activation/suite.ts')],
    outfile: suite,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['vscode'],
  });
  const choice = await chooseVsCode(new Progress(), undefined);
  const taken: Record<typeof ours | typeof bare, Taken>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const order = turn % 2 === 0 ? [ours, bare] : [bare, ours];
    const code = await runInHost({
      choice,
      suite,
      beside: inProject('test/bench/activation/bare'),
      env: { RECORDBENCH_BENCH_ORDER: order.join(','), RECORDBENCH_BENCH_RESULT: result },
      log: path.join(keptFolder, 'bench-host.log'),
    });
    if (code !== 0) throw new Error('VS Code did not measure the activation: see .vscode-test/bench-host.log.');
    taken.push(JSON.parse(readFileSync(result, 'utf8')) as (typeof taken)[number]);
  }
  rmSync(folder, { recursive: true, force: true });
  const differences = taken.map((turn) => turn[ours].wall - turn[bare].wall);
  const median = (id: typeof ours | typeof bare, of: keyof Taken): string =>
    quantile(
      taken.map((turn) => turn[id][of]),
      0.5,
    ).toFixed(0);
  return {
    name: `load and activate − an extension with one command, in parts of ${longer} ms`,
    ratio: quantile(differences, 0.5) / longer,
    limit: 1,
    spread: (quantile(differences, 0.75) - quantile(differences, 0.25)) / longer,
    detail: `${median(ours, 'wall')} − ${median(bare, 'wall')} ms; work ${median(ours, 'work')} − ${median(bare, 'work')} ms`,
  };
}
