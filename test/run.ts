// npm test [-- types lint format dead unit faults webview package host e2e]: all checks, or those that are named.
// The last line is "N passed, N failed".
import { findBrowser } from './support/browser.ts';
import { type Check, checks } from './support/checks.ts';
import type { MochaTest } from './support/mochaRun.ts';
import { program } from './support/program.ts';
import { Progress } from './support/progress.ts';
import { runCheck } from './support/runCheck.ts';
import { SetupError } from './support/setupError.ts';
import { installVsCode } from './vscode/install.ts';

await program(async () => {
  const chosen = chooseChecks(process.argv.slice(2));
  const progress = new Progress();
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const run = async (check: Check): Promise<boolean> => {
    const { passed, failed, tests } = await runCheck(check, progress);
    failures.push(...tests.filter((test) => !test.passed).map((test) => `${check.name}: ${describeFailure(test)}`));
    total.passed += passed;
    total.failed += failed;
    return failed === 0;
  };

  const inVsCode = chosen.filter((check) => check.needsVsCode);
  // VS Code is fetched while the quick checks run
  const prepared = inVsCode.length > 0 ? prepare(progress) : undefined;
  let packaged = true;
  for (const check of chosen.filter((one) => !one.needsVsCode)) {
    const passed = await run(check);
    if (check.name === 'package') packaged = passed;
  }
  const ready = await prepared;
  for (const check of inVsCode) {
    if (packaged && ready !== false) await run(check);
    else {
      total.failed += 1;
      progress.say(
        `✘ ${check.title}: not run, ${packaged ? 'VS Code or the browser is missing' : 'there is no package'}`,
      );
    }
  }
  // once more at the end, where it is read first
  if (failures.length > 0) progress.say(`\nFailed:\n  ${failures.join('\n  ')}`);
  progress.say(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

function chooseChecks(names: readonly string[]): readonly Check[] {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = checks.map((check) => check.name).join(' ');
    throw new SetupError(`There is no check called ${unknown.join(' or ')}.`, `Choose from: ${known}`);
  }
  return names.length === 0 ? checks : checks.filter((check) => names.includes(check.name));
}

/** Its title, and the first lines of the reason. */
function describeFailure({ title, reason = '' }: MochaTest): string {
  return [title, ...reason.split('\n').slice(0, 12)].join('\n      ');
}

/** Answers false, after it said why, when something cannot be had. */
async function prepare(progress: Progress): Promise<boolean> {
  try {
    await findBrowser(progress);
    await installVsCode(progress);
    return true;
  } catch (error) {
    progress.say(error instanceof SetupError ? `✘ ${error.message}` : String(error));
    return false;
  }
}
