import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { batches } from './testFiles.ts';

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

/**
 * Runs the files, prints what became of them, and writes the result where the environment asks for it. A file that was
 * built first is known by its source.
 */
export async function runMocha(
  files: readonly string[],
  options: Mocha.MochaOptions,
  sourceOf = (file: string): string => file,
): Promise<MochaResult> {
  const tests: MochaTest[] = [];
  const note = (test: Mocha.Runnable, passed: boolean): void => {
    const file = test.file ?? test.parent?.file;
    tests.push({ title: test.fullTitle(), file: file && sourceOf(file), passed });
  };
  // what is rejected late, between two files, is no failure of the next either
  process.on('unhandledRejection', () => {});
  for (const batch of batches(files)) {
    const mocha = new Mocha({ reporter: 'spec', ...options });
    for (const file of batch) mocha.addFile(file);
    await mocha.loadFilesAsync();
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on('pass', (test) => note(test, true));
      runner.on('fail', (test) => note(test, false)); // a hook that fails counts as well
    });
    mocha.dispose(); // or each hands a rejection that nobody handles on to all that ran before
  }
  const result = countTests(tests);
  const file = process.env[resultVariable];
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}
