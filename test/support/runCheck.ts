import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Check } from './checks.ts';
import { type MochaResult, resultVariable } from './mochaRun.ts';
import type { Progress } from './progress.ts';
import { keptFolder, projectRoot } from './projectPaths.ts';
import { StartedProcess } from './startedProcess.ts';

interface Outcome extends MochaResult {
  readonly output: string;
}

/** Shows a failed check's output in full and a passed one's in a line. */
export async function runCheck(check: Check, progress: Progress): Promise<MochaResult> {
  const step = progress.begin(check.title);
  const outcomes = await Promise.all(partsOf(check).map((part) => runPart(check, part)));
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const broken = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // where no test was found at all, nothing was shown
  const failed = passed + broken === 0 ? 1 : broken;
  if (failed === 0) step.done(check.countsTests ? `${passed} passed` : undefined);
  else {
    step.failed(check.countsTests ? `${passed} passed, ${failed} failed` : undefined);
    for (const outcome of outcomes)
      if (outcome.failed > 0 || broken === 0) progress.say(`\n${outcome.output.trim()}\n`);
  }
  return { passed, failed };
}

/** What each process is told about its part; a check that is not shared out is told nothing. */
function partsOf({ parts = 1 }: Check): readonly (readonly string[])[] {
  if (parts === 1) return [[]];
  return Array.from({ length: parts }, (_, place) => ['--part', `${place + 1}/${parts}`]);
}

async function runPart(check: Check, part: readonly string[]): Promise<Outcome> {
  const name = [check.name, ...part.slice(1).map((text) => text.replace('/', '-of-'))].join('-');
  const resultFile = path.join(keptFolder, 'results', `${name}.json`);
  rmSync(resultFile, { force: true });
  let code = 0;
  let output = '';
  for (const script of check.scripts) {
    const env = { ...process.env, [resultVariable]: resultFile };
    const run = new StartedProcess(process.execPath, [...script, ...part], { cwd: projectRoot, env });
    code = await run.finished();
    output += run.output;
    if (code !== 0) break;
  }
  return { ...count(check, code, resultFile), output };
}

function count(check: Check, code: number, resultFile: string): MochaResult {
  if (!check.countsTests) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const counted = existsSync(resultFile)
    ? (JSON.parse(readFileSync(resultFile, 'utf8')) as MochaResult)
    : { passed: 0, failed: 1 }; // it never came to its tests
  // a run can go wrong outside any test
  return { passed: counted.passed, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}
