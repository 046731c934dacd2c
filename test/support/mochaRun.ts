import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** What a mocha run tells whoever counts. */
export interface MochaResult {
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly MochaTest[];
}

export interface MochaTest {
  readonly title: string;
  readonly file: string | undefined;
  readonly passed: boolean;
}

export function countTests(tests: readonly MochaTest[]): MochaResult {
  const passed = tests.filter((test) => test.passed).length;
  return { passed, failed: tests.length - passed, tests };
}

/** Names the file that gets the MochaResult as JSON. */
export const resultVariable = 'RECORDBENCH_TEST_RESULT';

/** Runs what was added to `mocha`, prints it, and writes the result where the environment asks for it. */
export async function runMocha(mocha: Mocha): Promise<MochaResult> {
  const result = await new Promise<MochaResult>((resolve) => {
    const tests: MochaTest[] = [];
    const runner = mocha.run(() => resolve(countTests(tests)));
    const note = (test: Mocha.Runnable, passed: boolean): void => {
      tests.push({ title: test.fullTitle(), file: test.file ?? test.parent?.file, passed });
    };
    runner.on('pass', (test) => note(test, true));
    runner.on('fail', (test) => note(test, false)); // a hook that fails counts as well
  });
  const file = process.env[resultVariable];
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}
