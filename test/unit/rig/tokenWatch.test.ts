import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { outcomesVariable, readOutcomes } from '../../faults/outcomes.ts';
import { markedToken } from '../../support/markedToken.ts';
import { json, scriptedService } from '../../support/scriptedService.ts';
import { TokenWatch } from '../../support/tokenWatch.ts';
import { pluck } from '../../support/pluck.ts';

describe('token leak detector', () => {
  let folder: string;
  let outcomes: string;
  const before = process.env[outcomesVariable];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-tokens-'));
    // keep the leaks planted here out of the real results
    outcomes = `${folder}.jsonl`;
    process.env[outcomesVariable] = outcomes;
  });
  afterEach(() => {
    if (before === undefined) delete process.env[outcomesVariable];
    else process.env[outcomesVariable] = before;
    for (const made of [folder, outcomes]) rmSync(made, { recursive: true, force: true });
  });

  it('passes when there are no leaks', () => {
    writeFileSync(path.join(folder, 'log.txt'), 'GET /crm/leads/index.json 200');
    new TokenWatch().end(folder, 'Bearer of news');
  });

  const token = markedToken('unit');
  for (const [how, bytes] of [
    ['as it is', Buffer.from(`token=${token}`)],
    ['as JavaScript keeps it', Buffer.from(token, 'utf16le')],
    ['packed', Buffer.from(Buffer.from(`Bearer ${token}`).toString('base64'))],
    ['as the demo makes it', Buffer.from(`{"token":"recordbench-demo-${'aB3_'.repeat(11)}"}`)],
    ['as the demo makes it and JavaScript keeps it', Buffer.from(`recordbench-demo-${'aB3_'.repeat(11)}`, 'utf16le')],
    [
      'as the demo makes it, packed',
      Buffer.from(Buffer.from(` recordbench-demo-${'aB3_'.repeat(11)}`).toString('base64')),
    ],
    ['as it is sent', Buffer.from(`Authorization: Bearer ${'aB3_'.repeat(10)}`)],
  ] as const)
    it(`finds a token in a file, ${how}`, () => {
      mkdirSync(path.join(folder, 'deep/.hidden'), { recursive: true });
      writeFileSync(path.join(folder, 'deep/.hidden/state.vscdb'), Buffer.concat([Buffer.alloc(100), bytes]));
      assert.throws(() => new TokenWatch().end(folder, ''), /state\.vscdb/);
    });

  it('finds a token in the output', () => {
    assert.throws(() => new TokenWatch().end(folder, `sent ${token}`), /printed/);
  });

  it('finds a token in the arguments and the environment of a process', function () {
    if (process.platform !== 'linux') this.skip();
    const child = spawn('sleep', ['20'], { env: { ...process.env, SECRET: token } });
    try {
      assert.throws(() => new TokenWatch().end(folder, ''), /environ of process/);
    } finally {
      child.kill();
    }
  });

  it('finds a token in a process that was started without the environment of the test run', function () {
    if (process.platform !== 'linux') this.skip();
    const child = spawn('sleep', ['20'], { env: { SECRET: token } });
    try {
      assert.throws(() => new TokenWatch().end(folder, ''), /environ of process/);
    } finally {
      child.kill();
    }
  });

  it('ignores processes of another run', function () {
    if (process.platform !== 'linux') this.skip();
    const child = spawn('sleep', ['20'], { env: { ...process.env, SECRET: token, RECORDBENCH_TEST_RUN: 'another' } });
    try {
      new TokenWatch().end(folder, '');
    } finally {
      child.kill();
    }
  });

  it('ignores processes that no test run started, such as a command line with its own token', function () {
    if (process.platform !== 'linux') this.skip();
    // the shell exits at once, so this process is no longer an ancestor
    const command = 'sleep 20 >/dev/null 2>&1 & echo $!';
    const pid = Number(execFileSync('sh', ['-c', command], { env: { PATH: process.env['PATH'], SECRET: token } }));
    try {
      new TokenWatch().end(folder, '');
    } finally {
      process.kill(pid);
    }
  });

  it('reports "none found" only for a window that used a token', async () => {
    const service = await scriptedService((_, response) => json(response, {}));
    try {
      new TokenWatch().end(folder, '');
      assert.deepEqual(readOutcomes(outcomes), []);
      const watch = new TokenWatch();
      await fetch(service.url, { headers: { authorization: `Bearer ${token}` } });
      watch.end(folder, '');
      assert.deepEqual(pluck(readOutcomes(outcomes), 'outcome'), ['found nowhere']);
      new TokenWatch().end(folder, '');
      mkdirSync(path.join(folder, 'User/globalStorage/recordbench.recordbench/demo'), { recursive: true });
      new TokenWatch().end(folder, '');
      assert.equal(readOutcomes(outcomes).length, 2, 'the demo has tokens of its own');
    } finally {
      await service.close();
    }
  });
});
