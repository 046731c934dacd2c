// npm run test:faults [-- unit faults webview host e2e]: runs all fault tests, or some of them, in their long form; the
// last lines list the outcome of each fault.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Check, checks, mocha } from '../support/checks.ts';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject, keptFolder } from '../support/projectPaths.ts';
import { runChecks } from '../support/runCheck.ts';
import { type FaultOutcome, outcomesVariable, readOutcomes } from './outcomes.ts';

/** Checks that record fault outcomes or make random choices, and the package the last two run with. */
const longChecks: readonly Check[] = checks
  .filter(({ name }) => ['unit', 'faults', 'webview', 'package', 'host', 'e2e'].includes(name))
  .map((check) =>
    check.name === 'webview'
      ? { ...check, scripts: [[mocha, inProject('test/webview/leaks.test.ts')]], parts: 1 }
      : check,
  );

await program(async () => {
  const file = path.join(keptFolder, 'results', 'fault-outcomes.jsonl');
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  process.env[outcomesVariable] = file;
  process.env['RECORDBENCH_FAULTS'] = 'long';
  const progress = new Progress();
  const chosen = process.argv.slice(2);
  const { passed, failed } = await runChecks(
    longChecks.filter(({ name }) => chosen.length === 0 || chosen.includes(name)),
    progress,
  );
  const rows = summed(readOutcomes(file)).map(({ fault, tries, outcome }) => [
    fault,
    tries.toLocaleString('en'),
    outcome,
  ]);
  progress.say(`\n${table([['fault', 'tries', 'outcome'], ...rows])}`);
  progress.say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** Merges identical outcomes into one line. */
function summed(outcomes: readonly FaultOutcome[]): FaultOutcome[] {
  const lines = new Map<string, FaultOutcome>();
  for (const one of outcomes) {
    const key = `${one.fault}\n${one.outcome}`;
    lines.set(key, { ...one, tries: one.tries + (lines.get(key)?.tries ?? 0) });
  }
  return [...lines.values()];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([fault = '', tries = '', outcome = '']) =>
      `${fault.padEnd(widths[0] ?? 0)}  ${tries.padStart(widths[1] ?? 0)}  ${outcome}`.trimEnd(),
    )
    .join('\n');
}
