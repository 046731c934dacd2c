// npm test [-- types lint format dead unit faults package release webview host e2e]: runs all checks, or the named ones.
// The last line is "N passed, N failed".
import { findBrowser } from './support/browser.ts';
import { type Check, checks } from './support/checks.ts';
import type { MochaTest } from './support/mochaRun.ts';
import { program } from './support/program.ts';
import { Progress } from './support/progress.ts';
import { runChecks } from './support/runCheck.ts';
import { SetupError } from './support/setupError.ts';
import { installVsCode } from './vscode/install.ts';

await program(async () => {
  const chosen = chooseChecks(process.argv.slice(2));
  const progress = new Progress();
  // VS Code is fetched while the quick checks run
  const isVsCodeReady = chosen.some((check) => check.needsVsCode) ? prepare(progress) : undefined;
  const { passed, failed, tests } = await runChecks(chosen, progress, isVsCodeReady);
  // once more at the end, where it is read first
  const failures = tests.filter((test) => !test.passed).map(describeFailure);
  if (failures.length > 0) progress.say(`\nFailed:\n  ${failures.join('\n  ')}`);
  progress.say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

/** Returns false, after showing why, if something isn't available. */
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
