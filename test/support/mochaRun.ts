import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import Mocha from 'mocha';
import { batches } from './testFiles.ts';

/** Result of a mocha run, for the process that counts tests. */
export interface MochaResult {
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly MochaTest[];
  /** Seconds per file, hooks included, if the files were run one by one. */
  readonly seconds?: Readonly<Record<string, number>>;
}

export interface MochaTest {
  readonly title: string;
  readonly file: string | undefined;
  readonly passed: boolean;
  /** Why it failed. */
  readonly reason?: string;
}

/** Names the file that gets the MochaResult as JSON. */
export const resultVariable = 'RECORDBENCH_TEST_RESULT';

/** Only to stop a hanging test: a machine may be very slow. */
const maxTestMs = 180_000;

/**
 * Runs the files, prints the results, and writes them where the environment specifies. A bundled file is reported under
 * its source path.
 */
export async function runMocha(
  files: readonly string[],
  options: Mocha.MochaOptions,
  sourceOf = (file: string): string => file,
): Promise<MochaResult> {
  const tests: MochaTest[] = [];
  const seconds: Record<string, number> = {};
  const fileOf = ({ file, parent }: Mocha.Runnable): string | undefined => {
    const known = file ?? parent?.file;
    return known && sourceOf(known);
  };
  const note = (test: Mocha.Runnable, error?: unknown): void => {
    const known = { title: test.fullTitle(), file: fileOf(test) };
    tests.push(error === undefined ? { ...known, passed: true } : { ...known, passed: false, reason: reasonOf(error) });
  };
  const rejections = new UnhandledRejections();
  for (const batch of batches(files)) {
    const mocha = new Mocha({ reporter: 'spec', timeout: maxTestMs, ...options });
    for (const file of batch) mocha.addFile(file);
    rejections.file = batch[0] && sourceOf(batch[0]);
    const start = performance.now();
    await mocha.loadFilesAsync();
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on('test', (test) => (rejections.file = fileOf(test)));
      runner.on('pass', (test) => note(test));
      runner.on('fail', (test, error: unknown) => note(test, error ?? 'no reason was given')); // a hook that fails counts as well
    });
    tests.push(...(await rejections.take()));
    if (batch.length === 1 && rejections.file)
      seconds[path.relative('', rejections.file)] = Math.round((performance.now() - start) / 100) / 10;
    mocha.dispose(); // otherwise each instance forwards an unhandled rejection to all earlier ones
  }
  rejections.dispose();
  const passed = tests.filter((test) => test.passed).length;
  const result = { passed, failed: tests.length - passed, tests, seconds };
  const file = process.env[resultVariable];
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}

/** Message and stack. */
function reasonOf(error: unknown): string {
  return (error instanceof Error && error.stack) || inspect(error);
}

/** Unhandled promise rejections; each fails the file that was running at the time. */
class UnhandledRejections {
  file: string | undefined;
  readonly #open = new Map<Promise<unknown>, { readonly reason: unknown; readonly file: string | undefined }>();
  readonly #add = (reason: unknown, promise: Promise<unknown>): void =>
    void this.#open.set(promise, { reason, file: this.file });
  readonly #remove = (promise: Promise<unknown>): void => void this.#open.delete(promise);

  constructor() {
    process.on('unhandledRejection', this.#add);
    process.on('rejectionHandled', this.#remove);
  }

  async take(): Promise<MochaTest[]> {
    await setImmediate(); // the last rejections are reported only then
    const open = [...this.#open.values()];
    this.#open.clear();
    return open.map(({ reason, file }) => {
      const title = `${path.basename(file ?? '')}: a rejection that nothing handled`;
      Mocha.reporters.Base.consoleLog(`  ${title}:\n${inspect(reason)}\n`);
      return { title, file, passed: false, reason: reasonOf(reason) };
    });
  }

  dispose(): void {
    process.off('unhandledRejection', this.#add);
    process.off('rejectionHandled', this.#remove);
  }
}
