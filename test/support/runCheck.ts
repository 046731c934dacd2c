import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Check } from './checks.ts';
import { type MochaResult, resultVariable } from './mochaRun.ts';
import type { Progress } from './progress.ts';
import { keptFolder, projectRoot } from './projectPaths.ts';
import { StartedProcess } from './startedProcess.ts';
import { sharedVariable } from './testFiles.ts';

interface Outcome extends MochaResult {
  readonly output: string;
}

/** Shows a failed check's output in full and a passed one's in a line. */
export async function runCheck(check: Check, progress: Progress): Promise<MochaResult> {
  const step = progress.begin(check.title);
  const outcomes = await runParts(check);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const broken = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // where no test was found at all, nothing was shown
  const failed = passed + broken === 0 ? 1 : broken;
  const counts = check.countsTests ? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : undefined;
  if (failed === 0) step.done(counts);
  else step.failed(counts);
  for (const { output, failed: ofPart } of outcomes)
    if (ofPart > 0 || passed + broken === 0) progress.say(`\n${output.trim()}\n`);
  return { passed, failed, tests: outcomes.flatMap(({ tests }) => tests) };
}

async function runParts(check: Check): Promise<readonly Outcome[]> {
  const { parts = 1, name, scripts } = check;
  if (parts === 1) return [await runPart(check, scripts, name)];
  const shared = mkdtempSync(path.join(os.tmpdir(), 'recordbench-shared-'));
  try {
    const names = Array.from({ length: parts }, (_, place) => `${name}-${place + 1}-of-${parts}`);
    return await Promise.all(names.map((part) => runPart(check, scripts, part, shared)));
  } finally {
    rmSync(shared, { recursive: true });
  }
}

async function runPart(check: Check, scripts: Check['scripts'], name: string, shared = ''): Promise<Outcome> {
  const resultFile = path.join(keptFolder, 'results', `${name}.json`);
  rmSync(resultFile, { force: true });
  let code = 0;
  let output = '';
  for (const script of scripts) {
    const env = { ...process.env, [resultVariable]: resultFile, [sharedVariable]: shared };
    const run = new StartedProcess(process.execPath, script, { cwd: projectRoot, env });
    code = await run.finished();
    output += run.output;
    if (code !== 0) break;
  }
  return { ...count(check, code, resultFile), output };
}

function count(check: Check, code: number, resultFile: string): MochaResult {
  if (!check.countsTests) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, tests: [] };
  const counted = existsSync(resultFile)
    ? (JSON.parse(readFileSync(resultFile, 'utf8')) as MochaResult)
    : { passed: 0, failed: 1, tests: [] }; // it never came to its tests
  // a run can go wrong outside any test
  return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}
