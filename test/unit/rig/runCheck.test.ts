import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type Check, checks, mocha } from '../../support/checks.ts';
import { Progress } from '../../support/progress.ts';
import { runChecks } from '../../support/runCheck.ts';
import { seedVariable } from '../../support/seed.ts';
import { Slots } from '../../support/slots.ts';
import { pluck } from '../../support/pluck.ts';

describe('check of test files', () => {
  let folder: string;
  const seedBefore = process.env[seedVariable];
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-check-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    if (seedBefore === undefined) delete process.env[seedVariable];
    else process.env[seedVariable] = seedBefore;
  });

  function ofFiles(place: string): Check {
    const unit = checks.find(({ name }) => name === 'unit') ?? assert.fail('there is no such check');
    return { ...unit, name: `check-of-${path.basename(place)}`, scripts: [[mocha, place]] };
  }

  async function runAll(
    some: readonly Check[],
    isVsCodeReady = true,
  ): Promise<{ passed: number; failed: number; said: string }> {
    const out = new PassThrough();
    const progress = new Progress(out as unknown as NodeJS.WriteStream);
    const { passed, failed } = await runChecks(some, progress, Promise.resolve(isVsCodeReady), new Slots(2));
    return { passed, failed, said: String(out.read()) };
  }

  async function run(files: Record<string, string>): Promise<{ passed: number; failed: number; said: string }> {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.ts`), text);
    return await runAll([ofFiles(folder)]);
  }

  const good = `it('is good', () => {});`;

  it('counts a test that fails once as failed, even if it would pass on retry', async () => {
    const failsOnce = `
      import { existsSync, writeFileSync } from 'node:fs';
      it('is good as well', () => {});
      it('fails once', () => {
        const mark = import.meta.dirname + '/mark';
        if (existsSync(mark)) return;
        writeFileSync(mark, '');
        throw new Error('too slow');
      });`;
    const { passed, failed, said } = await run({ good, failsOnce });
    assert.deepEqual({ passed, failed }, { passed: 2, failed: 1 });
    assert.match(said, /too slow/);
  });

  it('fails when a file cannot be loaded', async () => {
    const { failed } = await run({ good, broken: 'it(' });
    assert.ok(failed > 0);
  });

  it('fails a file with an unhandled promise rejection', async () => {
    const unhandled = `
      it('passes, and so does what it forgot', async () => {
        setImmediate(() => void Promise.reject(new Error('nobody waits for this')));
      });`;
    const { passed, failed, said } = await run({ good, unhandled });
    assert.deepEqual({ passed, failed }, { passed: 2, failed: 1 });
    assert.match(said, /unhandled\.test\.ts: a rejection that nothing handled:\s+Error: nobody waits for this/);
  });

  it('passes a file in which a rejection is handled later', async () => {
    const late = `
      it('is handled in the end', async () => {
        const rejected = Promise.reject(new Error('later'));
        await new Promise((resolve) => setImmediate(resolve));
        await rejected.catch(() => undefined);
      });`;
    const { passed, failed, said } = await run({ late });
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 }, said);
  });

  it('prints the command that replays a failed property, and uses new values for faults', async () => {
    const property = `
      import { appendFileSync } from 'node:fs';
      import fc from '${import.meta.resolve('fast-check')}';
      it('fails', () => {
        const values = fc.sample(fc.integer(), { numRuns: 3, seed: fc.readConfigureGlobal().seed });
        appendFileSync(import.meta.dirname + '/values', values.join() + '\\n');
        fc.assert(fc.property(fc.integer(), () => { throw new Error('wrong'); }));
      });`;
    const seedIn = (said: string): string =>
      /RECORDBENCH_SEED=(\d+) npx node test\/support\/mochaFiles\.ts \S*property\.test\.ts/.exec(said)?.[1] ??
      assert.fail(said);
    delete process.env[seedVariable];
    process.env['RECORDBENCH_FAULTS'] = 'long';
    const first = await run({ property });
    const second = await run({ property });
    process.env[seedVariable] = seedIn(first.said);
    const again = await run({ property });
    delete process.env[seedVariable];
    process.env['RECORDBENCH_FAULTS'] = '';
    const fixed = [await run({ property }), await run({ property })];
    assert.deepEqual(pluck([first, second, again, ...fixed], 'failed'), [1, 1, 1, 1, 1]);
    const [one, two, repeated, short, shortAgain] = readFileSync(path.join(folder, 'values'), 'utf8').split('\n');
    assert.equal(repeated, one);
    assert.notEqual(two, one);
    assert.equal(shortAgain, short);
    const counterexample = /\{ seed: .* \}/;
    assert.equal(counterexample.exec(again.said)?.[0], counterexample.exec(first.said)?.[0]);
  });

  it('runs each file once and never queues one behind a slow file while a process is free', async () => {
    const mark = (name: string): string => `
      import { writeFileSync } from 'node:fs';
      it('is run', () => writeFileSync(import.meta.dirname + '/${name}.mark', '', { flag: 'wx' }));`;
    const slow = `
      import { existsSync } from 'node:fs';
      it('is slow', async () => {
        while (!['b', 'c', 'd'].every((name) => existsSync(import.meta.dirname + '/' + name + '.mark')))
          await new Promise((resolve) => setTimeout(resolve, 20));
      });`;
    const { passed, failed } = await run({ a: slow, b: mark('b'), c: mark('c'), d: mark('d') });
    assert.deepEqual({ passed, failed }, { passed: 4, failed: 0 });
  });

  it('hands a process with no files left to the next check', async () => {
    const waits = `
      import { existsSync } from 'node:fs';
      it('waits for the other check', async () => {
        while (!existsSync(import.meta.dirname + '/mark')) await new Promise((resolve) => setTimeout(resolve, 20));
      });`;
    const mark = `
      import { writeFileSync } from 'node:fs';
      it('is run', () => writeFileSync(import.meta.dirname + '/mark', ''));`;
    const files = { waits, mark };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.ts`), text);
    const both = Object.keys(files).map((name) => ofFiles(path.join(folder, `${name}.test.ts`)));
    const { passed, failed } = await runAll(both);
    assert.deepEqual({ passed, failed }, { passed: 2, failed: 0 });
  });

  it('waits for the package and VS Code if it needs them, and is not run without them', async () => {
    const build = path.join(folder, 'build.mjs');
    const built = `
      import { writeFileSync } from 'node:fs';
      setTimeout(() => writeFileSync(import.meta.dirname + '/package', ''), 500);`;
    const findsIt = `
      import { readFileSync } from 'node:fs';
      it('finds the package', () => readFileSync(import.meta.dirname + '/package'));`;
    const place = path.join(folder, 'findsPackage.test.ts');
    writeFileSync(place, findsIt);
    const all: readonly Check[] = [
      { name: 'package', title: 'Package', scripts: [[build]] },
      { ...ofFiles(place), name: 'check-of-release', title: 'Release', needsPackage: true },
      { ...ofFiles(place), title: 'Journeys', needsVsCode: true },
    ];
    writeFileSync(build, built);
    assert.deepEqual(pick(await runAll(all)), { passed: 3, failed: 0 });
    const without = await runAll(all, false);
    assert.deepEqual(pick(without), { passed: 2, failed: 1 });
    assert.match(without.said, /✘ Journeys: not run, VS Code or the browser is missing/);
    writeFileSync(build, 'process.exit(1)');
    const unbuilt = await runAll(all);
    assert.deepEqual(pick(unbuilt), { passed: 0, failed: 3 });
    for (const title of ['Release', 'Journeys'])
      assert.match(unbuilt.said, new RegExp(`✘ ${title}: not run, there is no package`));
  });
});

function pick({ passed, failed }: { passed: number; failed: number }): { passed: number; failed: number } {
  return { passed, failed };
}
