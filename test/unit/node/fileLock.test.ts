import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileLock, withFileLock } from '../../../src/node/fileLock.ts';
import { processIdentity } from '../../../src/node/isRunning.ts';
import { inProject } from '../../support/projectPaths.ts';

describe('file lock', () => {
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

  it('has one owner at a time, and the next once it is released', async () => {
    const first = await FileLock.acquire(file);
    assert.ok(first);
    assert.deepEqual([await FileLock.isHeld(file), await FileLock.acquire(file)], [true, undefined]);
    await first.release();
    const second = await FileLock.acquire(file);
    assert.ok(second);
    await second.release();
    assert.deepEqual([await FileLock.isHeld(file), readdirSync(folder)], [false, []]);
  });

  it('of a dead process is taken by exactly one of several contenders', async () => {
    for (let turn = 0; turn < 20; turn++) {
      leftBy(gone);
      // stagger them, so that one may check while another takes the lock
      const taken = await Promise.all(
        Array.from({ length: 8 }, async (_, place) => {
          for (let wait = 0; wait < place; wait++) await stat(folder);
          return FileLock.acquire(file);
        }),
      );
      const holders = taken.filter((lock) => lock !== undefined);
      assert.equal(holders.length, 1);
      await holders[0]?.release();
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  describe('of a window on this computer', () => {
    let window: ChildProcess;
    beforeEach(async () => {
      const lockModule = pathToFileURL(inProject('src/node/fileLock.ts')).href;
      const work = `
        process.title = 'a) 1 (b';
        const { FileLock } = await import(${JSON.stringify(lockModule)});
        await FileLock.acquire(${JSON.stringify(file)});
        process.send('taken');
        setInterval(() => undefined, 1_000);`;
      window = spawn(process.execPath, ['--input-type=module', '-e', work], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      await once(window, 'message');
    });
    const kill = async (): Promise<void> => {
      if (window.kill('SIGKILL')) await once(window, 'exit');
    };
    afterEach(kill);

    const days = (count: number): void => {
      const then = new Date(Date.now() + count * 86_400_000);
      utimesSync(file, then, then);
    };

    it('is held while the window lives, whatever the clock says, and free once it ends', async () => {
      for (const count of [-10, 10]) {
        days(count);
        assert.deepEqual([await FileLock.isHeld(file), await FileLock.acquire(file)], [true, undefined]);
      }
      await kill();
      assert.equal(await FileLock.isHeld(file), false);
      const taken = (await Promise.all([FileLock.acquire(file), FileLock.acquire(file)])).filter(
        (lock) => lock !== undefined,
      );
      assert.equal(taken.length, 1);
      await taken[0]?.release();
    });

    it('is free when another process reuses the pid of that window', async function () {
      const identity = processIdentity(window.pid ?? 0);
      if (identity === undefined) this.skip();
      assert.match(identity, /^[\da-f-]{36} \d+$/);
      const left = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...left, identity: identity.replace(/\d+$/, '1') }));
      const lock = await FileLock.acquire(file);
      assert.ok(lock);
      await lock.release();
    });

    it('is held by the pid if the system provides no more', async () => {
      leftBy(window.pid ?? 0);
      assert.equal(await FileLock.isHeld(file), true);
    });
  });

  it('is free when its owner is a zombie process', async function () {
    if (process.platform !== 'linux') this.skip();
    // the shell execs a program that never reaps its children; the child exits after that, or the shell would reap it
    const script = '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line);
      while (processIdentity(pid) !== 'ended') await stat(folder);
      writeFileSync(file, JSON.stringify({ pid, host: os.hostname(), token: 'left', identity: 'its own' }));
      assert.equal(await FileLock.isHeld(file), false);
    } finally {
      parent.kill();
    }
  });

  it('of another machine is respected until it has not been renewed for long', async () => {
    leftBy(gone, { host: 'elsewhere' });
    assert.equal(await FileLock.acquire(file), undefined);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    const lock = await FileLock.acquire(file);
    assert.ok(lock);
    await lock.release();
  });

  it('is taken at once even if earlier contenders were killed while taking it', async () => {
    leftBy(gone);
    leftBy(gone, { token: 'second', at: `${file}.left` });
    leftBy(gone, { token: 'third', at: `${file}.left.second` });
    const taken = await Promise.all([FileLock.acquire(file), FileLock.acquire(file), FileLock.acquire(file)]);
    const holders = taken.filter((lock) => lock !== undefined);
    assert.equal(holders.length, 1);
    await holders[0]?.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is left alone while another contender is taking it', async () => {
    leftBy(gone);
    leftBy(process.pid, { token: 'other', at: `${file}.left` });
    assert.equal(await FileLock.acquire(file), undefined);
    assert.deepEqual(readdirSync(folder).toSorted(), ['run.lock', 'run.lock.left']);
  });

  it('that is partially written is respected for a while', async () => {
    writeFileSync(file, '{"pid":');
    assert.equal(await FileLock.acquire(file), undefined);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    const lock = await FileLock.acquire(file);
    assert.ok(lock);
    await lock.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not released by an owner that lost it', async () => {
    const first = await FileLock.acquire(file);
    assert.equal(first?.isMine(), true);
    leftBy(process.pid, { host: 'elsewhere', token: 'second' });
    assert.equal(first.isMine(), false);
    await first.release();
    assert.equal(await FileLock.isHeld(file), true);
    rmSync(file);
    assert.equal(first.isMine(), false);
  });

  describe('with waiters', () => {
    it('admits one at a time', async () => {
      const seen: string[] = [];
      const work = (name: string) => async (): Promise<void> => {
        seen.push(`${name} in`);
        await new Promise(setImmediate);
        seen.push(`${name} out`);
      };
      await Promise.all([withFileLock(file, work('a')), withFileLock(file, work('b'))]);
      assert.deepEqual(seen.toSorted(), ['a in', 'a out', 'b in', 'b out']);
      assert.equal(seen[1], seen[0]?.replace('in', 'out'));
    });

    it('is created with its folder, and released when the work fails', async () => {
      const inside = path.join(folder, 'sub', 'one.lock');
      await assert.rejects(
        withFileLock(inside, () => Promise.reject(new Error('no'))),
        /no/,
      );
      assert.deepEqual(readdirSync(path.dirname(inside)), []);
    });

    it('is waited for only until the timeout', async () => {
      const first = await FileLock.acquire(file);
      const stop = new AbortController();
      const waiting = withFileLock(file, async () => assert.fail('two have it'), stop.signal);
      stop.abort();
      await assert.rejects(waiting, { name: 'AbortError' });
      await first?.release();
    });
  });
});
