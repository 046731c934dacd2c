import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RunLock } from '../../../../src/services/bulk/runLock.ts';

describe('the lock of a bulk run', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-lock-'));
    file = path.join(folder, 'run.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const leftBy = (pid: number, { host = os.hostname(), token = 'left', at = file } = {}): void =>
    writeFileSync(at, JSON.stringify({ pid, host, token }));

  it('belongs to one at a time, and to the next once it is given back', async () => {
    const first = await RunLock.take(file);
    assert.ok(first);
    assert.deepEqual([await RunLock.isHeld(file), await RunLock.take(file)], [true, undefined]);
    await first.release();
    const second = await RunLock.take(file);
    assert.ok(second);
    await second.release();
    assert.deepEqual([await RunLock.isHeld(file), readdirSync(folder)], [false, []]);
  });

  it('of a process that is gone is taken by one of all who want it', async () => {
    for (let turn = 0; turn < 20; turn++) {
      leftBy(gone);
      // some of them a little later, so that one may look while another takes it
      const taken = await Promise.all(
        Array.from({ length: 8 }, async (_, place) => {
          for (let wait = 0; wait < place; wait++) await stat(folder);
          return RunLock.take(file);
        }),
      );
      const holders = taken.filter((lock) => lock !== undefined);
      assert.equal(holders.length, 1);
      await holders[0]?.release();
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  it('of another machine is respected until that has not renewed it for long', async () => {
    leftBy(gone, { host: 'elsewhere' });
    assert.equal(await RunLock.take(file), undefined);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    const lock = await RunLock.take(file);
    assert.ok(lock);
    await lock.release();
  });

  it('is taken at once though one who wanted to take it was killed, and the next as well', async () => {
    leftBy(gone);
    leftBy(gone, { token: 'second', at: `${file}.left` });
    leftBy(gone, { token: 'third', at: `${file}.left.second` });
    const taken = await Promise.all([RunLock.take(file), RunLock.take(file), RunLock.take(file)]);
    const holders = taken.filter((lock) => lock !== undefined);
    assert.equal(holders.length, 1);
    await holders[0]?.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is left alone while another is taking it', async () => {
    leftBy(gone);
    leftBy(process.pid, { token: 'other', at: `${file}.left` });
    assert.equal(await RunLock.take(file), undefined);
    assert.deepEqual(readdirSync(folder).toSorted(), ['run.lock', 'run.lock.left']);
  });

  it('that is half written is respected for a while', async () => {
    writeFileSync(file, '{"pid":');
    assert.equal(await RunLock.take(file), undefined);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    const lock = await RunLock.take(file);
    assert.ok(lock);
    await lock.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not given back by one from whom it was taken', async () => {
    const first = await RunLock.take(file);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    const second = await RunLock.take(file);
    await first?.release();
    assert.deepEqual([second !== undefined, await RunLock.isHeld(file)], [true, true]);
    await second?.release();
  });
});
