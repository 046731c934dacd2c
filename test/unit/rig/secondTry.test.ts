import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type Check, mocha } from '../../support/checks.ts';
import { Progress } from '../../support/progress.ts';
import { runCheck } from '../../support/runCheck.ts';

describe('a check whose files get a second try', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-second-try-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(
    files: Record<string, string>,
    options: Pick<Check, 'secondTry'> = { secondTry: true },
  ): Promise<{ passed: number; failed: number; said: string }> {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.ts`), text);
    const check: Check = {
      name: 'second-try',
      title: 'Second try',
      scripts: [[mocha, folder]],
      countsTests: true,
      parts: 2,
      ...options,
    };
    const out = new PassThrough();
    const { passed, failed } = await runCheck(check, new Progress(out as unknown as NodeJS.WriteStream));
    return { passed, failed, said: String(out.read()) };
  }

  const good = `it('is good', () => {});`;
  const slowAtFirst = `
    import { existsSync, writeFileSync } from 'node:fs';
    it('is good as well', () => {});
    it('is slow at first', () => {
      const mark = import.meta.dirname + '/mark';
      if (existsSync(mark)) return;
      writeFileSync(mark, '');
      throw new Error('too slow');
    });`;
  const bad = `it('is bad', () => { throw new Error('wrong'); });`;

  it('passes with a file that passes alone, counts each test once, and says so', async () => {
    const { passed, failed, said } = await run({ good, slowAtFirst });
    assert.deepEqual({ passed, failed }, { passed: 3, failed: 0 });
    assert.match(said, /too slow/);
    assert.match(said, /failed at first, and was run again alone: slowAtFirst\.test\.ts/);
  });

  it('fails with a file that fails again', async () => {
    const { passed, failed } = await run({ good, bad });
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
  });

  it('fails with a file that cannot be read at all', async () => {
    const { failed } = await run({ good, broken: 'it(' });
    assert.ok(failed > 0);
  });

  it('has its files run once each, and none waits behind a slow one that another process could take', async () => {
    const mark = (name: string): string => `
      import { writeFileSync } from 'node:fs';
      it('is run', () => writeFileSync(import.meta.dirname + '/${name}.mark', '', { flag: 'wx' }));`;
    const slow = `
      import { existsSync } from 'node:fs';
      it('is slow', async () => {
        while (!['b', 'c', 'd'].every((name) => existsSync(import.meta.dirname + '/' + name + '.mark')))
          await new Promise((resolve) => setTimeout(resolve, 20));
      });`;
    const { passed, failed } = await run({ a: slow, b: mark('b'), c: mark('c'), d: mark('d') }, {});
    assert.deepEqual({ passed, failed }, { passed: 4, failed: 0 });
  });
});
