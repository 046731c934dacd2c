import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** What a mocha run tells whoever counts. */
export interface MochaResult {
  readonly passed: number;
  readonly failed: number;
}

/** Names the file that gets the MochaResult as JSON. */
export const resultVariable = 'RECORDBENCH_TEST_RESULT';

/** Runs what was added to `mocha`, prints it, and writes the result where the environment asks for it. */
export async function runMocha(mocha: Mocha): Promise<MochaResult> {
  const result = await new Promise<MochaResult>((resolve) => {
    const counted = { passed: 0, failed: 0 };
    const runner = mocha.run(() => resolve(counted));
    runner.on('pass', () => (counted.passed += 1));
    runner.on('fail', () => (counted.failed += 1)); // a hook that fails counts as well
  });
  const file = process.env[resultVariable];
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}
