import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Check } from './checks.ts';
import { type MochaResult, resultVariable } from './mochaRun.ts';
import type { Progress } from './progress.ts';
import { keptFolder, projectRoot } from './projectPaths.ts';
import { StartedProcess } from './startedProcess.ts';

/** Shows a failed check's output in full and a passed one's in a line. */
export async function runCheck(check: Check, progress: Progress): Promise<MochaResult> {
  const step = progress.begin(check.title);
  const resultFile = path.join(keptFolder, 'results', `${check.name}.json`);
  rmSync(resultFile, { force: true });
  let code = 0;
  let output = '';
  for (const script of check.scripts) {
    const env = { ...process.env, [resultVariable]: resultFile };
    const run = new StartedProcess(process.execPath, script, { cwd: projectRoot, env });
    code = await run.finished();
    output += run.output;
    if (code !== 0) break;
  }
  const result = count(check, code, resultFile);
  if (result.failed === 0) {
    step.done(check.countsTests ? `${result.passed} passed` : undefined);
  } else {
    step.failed(check.countsTests ? `${result.passed} passed, ${result.failed} failed` : undefined);
    progress.say(`\n${output.trim()}\n`);
  }
  return result;
}

function count(check: Check, code: number, resultFile: string): MochaResult {
  if (!check.countsTests) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const counted = existsSync(resultFile)
    ? (JSON.parse(readFileSync(resultFile, 'utf8')) as MochaResult)
    : { passed: 0, failed: 1 }; // it never came to its tests
  // a run can go wrong outside any test
  return { passed: counted.passed, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}
