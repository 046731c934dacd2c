import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Check } from './checks.ts';
import { runVariable } from './markedToken.ts';
import { type MochaResult, resultVariable } from './mochaRun.ts';
import type { Progress, Step } from './progress.ts';
import { keptFolder, projectRoot } from './projectPaths.ts';
import { Slots } from './slots.ts';
import { StartedProcess } from './startedProcess.ts';
import { sharedVariable } from './testFiles.ts';

interface Outcome extends MochaResult {
  readonly output: string;
}

/**
 * Runs the checks in this order as slots become free: the next one starts while the last files of the previous one are
 * still running. Checks that need the package wait for it, those that need VS Code for `isVsCodeReady`, too.
 */
export async function runChecks(
  checks: readonly Check[],
  progress: Progress,
  isVsCodeReady: Promise<boolean> = Promise.resolve(true),
  slots = new Slots(),
): Promise<MochaResult> {
  const noVsCode = isVsCodeReady.then((isReady) => (isReady ? undefined : 'VS Code or the browser is missing'));
  let noPackage: Promise<string | undefined> = Promise.resolve(undefined);
  const runs = checks.map((check) => {
    const { needsPackage, needsVsCode } = check;
    const reason = needsVsCode ? noPackage.then((one) => one ?? noVsCode) : noPackage;
    const run =
      needsPackage || needsVsCode ? runUnless(reason, check, progress, slots) : runCheck(check, progress, slots);
    if (check.name === 'package')
      noPackage = run.then(({ failed }) => (failed > 0 ? 'there is no package' : undefined));
    return run;
  });
  return sum(await Promise.all(runs));
}

async function runUnless(
  missing: Promise<string | undefined>,
  check: Check,
  progress: Progress,
  slots: Slots,
): Promise<MochaResult> {
  const reason = await missing;
  if (reason === undefined) return await runCheck(check, progress, slots);
  progress.say(`✘ ${check.title}: not run, ${reason}`);
  return { passed: 0, failed: 1, tests: [] };
}

function sum(results: readonly MochaResult[]): MochaResult {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
    tests: results.flatMap(({ tests }) => tests),
  };
}

/** Compiled code, shared by all processes of all checks, VS Code's included: most of them load the same files. */
const compileCache = path.join(keptFolder, 'compiled');

/** Shows a failed check's output in full and a passed one's in a line. */
async function runCheck(check: Check, progress: Progress, slots: Slots): Promise<MochaResult> {
  let step: Step | undefined;
  const outcomes = await runParts(check, (work) =>
    slots.run(() => {
      step ??= progress.begin(check.title);
      return work();
    }),
  );
  const { passed, failed: broken, tests } = sum(outcomes);
  // if no test was found, nothing was proved
  const failed = passed + broken === 0 ? 1 : broken;
  const counts = check.countsTests ? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : undefined;
  if (failed === 0) step?.done(counts);
  else step?.failed(counts);
  for (const { output, failed: ofPart } of outcomes)
    if (ofPart > 0 || passed + broken === 0) progress.say(`\n${output.trim()}\n`);
  return { passed, failed, tests: tests.map((test) => ({ ...test, title: `${check.name}: ${test.title}` })) };
}

type InSlot = (work: () => Promise<Outcome>) => Promise<Outcome>;

async function runParts(check: Check, inSlot: InSlot): Promise<readonly Outcome[]> {
  const { parts = 1, name, scripts } = check;
  if (parts === 1) return [await inSlot(() => runPart(check, scripts, name))];
  const shared = mkdtempSync(path.join(os.tmpdir(), 'recordbench-shared-'));
  try {
    const names = Array.from({ length: parts }, (_, place) => `${name}-${place + 1}-of-${parts}`);
    return await Promise.all(names.map((part) => inSlot(() => runPart(check, scripts, part, shared))));
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
    const own = { [resultVariable]: resultFile, [sharedVariable]: shared, [runVariable]: randomUUID() };
    const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...own };
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
    : { passed: 0, failed: 1, tests: [] }; // it never reached its tests
  // a run can go wrong outside any test
  return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}
