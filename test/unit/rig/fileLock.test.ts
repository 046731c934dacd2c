import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withFileLock } from '../../support/fileLock.ts';

describe('a file lock', () => {
  let folder = '';
  let file = '';

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-lock-'));
    file = path.join(folder, 'sub', 'one.lock');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('lets one in at a time', async () => {
    const seen: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      seen.push(`${name} in`);
      await new Promise(setImmediate);
      seen.push(`${name} out`);
    };
    await Promise.all([withFileLock(file, work('a')), withFileLock(file, work('b'))]);
    assert.deepEqual(seen, ['a in', 'a out', 'b in', 'b out']);
  });

  it('is given back when the work fails', async () => {
    await assert.rejects(
      withFileLock(file, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.ok(!existsSync(file));
  });

  it('is taken over from a process that is gone', async () => {
    await withFileLock(file, async () => {});
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(file, `${pid}`);
    assert.equal(await withFileLock(file, async () => 'mine'), 'mine');
  });
});
