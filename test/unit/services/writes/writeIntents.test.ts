import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { IntentFiles } from '../../../../src/services/writes/intentFiles.ts';
import {
  type Intent,
  sendIntended,
  type WriteClock,
  WriteIntents,
} from '../../../../src/services/writes/writeIntents.ts';
import { MemoryIntents } from '../../../support/memoryIntents.ts';

/** A disk that takes so many milliseconds for each intent in turn, and then none. */
function slowDisk(...latencies: number[]): { intent: Intent; clock: WriteClock; count: () => number } {
  let [now, count, at] = [1_000, 0, -Infinity];
  const intent: Intent = {
    get at() {
      return at;
    },
    put: () => {
      count += 1;
      at = now;
    },
    written: async () => {
      now += latencies.shift() ?? 0;
    },
  };
  return { intent, clock: { now: () => now, wait: async () => undefined }, count: () => count };
}

describe('what is put down before it is sent', () => {
  it('is written once on a quick disk, and again for as long as it grows too old on its way there', async () => {
    for (const [latencies, expected] of [
      [[5], 1],
      [[900, 400, 5], 3],
    ] as const) {
      const { intent, clock, count } = slowDisk(...latencies);
      assert.equal(await sendIntended([intent], clock, async () => 'sent'), 'sent');
      assert.equal(count(), expected);
    }
  });

  it('is not put again where that was done a moment ago', async () => {
    const { intent, clock, count } = slowDisk(5);
    intent.put();
    await sendIntended([intent], clock, async () => 'sent');
    assert.equal(count(), 1);
  });

  it('ends in a sentence when it never gets there in time, and nothing is sent', async () => {
    const { intent, clock } = slowDisk(...Array<number>(1_000).fill(300));
    let isSent = false;
    const send = async (): Promise<void> => {
      isSent = true;
    };
    await assert.rejects(sendIntended([intent], clock, send), {
      code: 'timedOut',
      effect: 'notSent',
      message: /takes too long/,
    });
    assert.equal(isSent, false);
  });

  it('keeps whoever comes next waiting until it can arrive no more, in this window and in others', async () => {
    const disk = new MemoryIntents();
    let now = 1_000;
    const clock = { now: () => now, wait: async () => undefined };
    const [mine, other] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
    const intent = mine.intend('a');
    intent.put();
    await intent.written();
    for (const window of [mine, other]) assert.equal(await window.openUntil('a', 5_000)(), 6_250);
    for (const window of [mine, other]) assert.equal(await window.openUntil('b', 5_000)(), 0);
    // a clock that was put back
    now = 500;
    assert.equal(await other.openUntil('a', 5_000)(), 5_750);
    mine.settle('a');
    const later = mine.intend('b');
    later.put();
    await later.written();
    for (const window of [mine, other]) assert.equal(await window.openUntil('a', 5_000)(), 0);
  });
});

describe('the files with what windows have sent', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-intents-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = async (intents: WriteIntents, record: string): Promise<void> => {
    const intent = intents.intend(record);
    intent.put();
    await intent.written();
  };

  it('tell other windows of it, also after a kill, and go with a window that has heard of all', async () => {
    const place = path.join(folder, 'intents');
    const [killed, closed] = [new WriteIntents(new IntentFiles(place)), new WriteIntents(new IntentFiles(place))];
    await put(killed, 'a');
    await put(closed, 'b');
    await put(closed, 'c');
    closed.settle('b');
    const next = new WriteIntents(new IntentFiles(place));
    await put(closed, 'd');
    assert.ok((await next.openUntil('a', 9_000)()) > Date.now());
    assert.ok((await next.openUntil('c', 9_000)()) > Date.now());
    assert.equal(await next.openUntil('b', 9_000)(), 0);
    closed.dispose();
    assert.equal(readdirSync(place).length, 2);
    closed.settle('c');
    closed.settle('d');
    closed.dispose();
    assert.equal(readdirSync(place).length, 1);
    assert.equal(await next.openUntil('c', 9_000)(), 0);
  });

  it('stay small in a long run, and lose nothing that is still open', async () => {
    const intents = new WriteIntents(new IntentFiles(folder));
    await put(intents, 'open');
    for (let turn = 0; turn < 6_000; turn++) {
      const intent = intents.intend(`r${turn}`);
      intent.put();
      if (turn % 100 === 0) await intent.written();
      intents.settle(`r${turn}`);
    }
    await put(intents, 'last');
    const [name = ''] = readdirSync(folder);
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').length;
    assert.ok(lines < 5_000, `${lines} lines`);
    const other = new WriteIntents(new IntentFiles(folder));
    for (const record of ['open', 'last']) assert.ok((await other.openUntil(record, 9_000)()) > 0, record);
    assert.equal(await other.openUntil('r5', 9_000)(), 0);
  });

  it('are cleared away when nothing in them can matter any more', async () => {
    const old = path.join(folder, 'old.log');
    writeFileSync(old, '["+","a",1]\n');
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    utimesSync(old, lastWeek, lastWeek);
    await put(new WriteIntents(new IntentFiles(folder)), 'b');
    assert.ok(!readdirSync(folder).includes('old.log'));
  });

  it('may be missing or out of reach: nobody waits, and nobody is stopped', async () => {
    const blocked = path.join(folder, 'file');
    writeFileSync(blocked, '');
    const intents = new WriteIntents(new IntentFiles(path.join(blocked, 'intents')));
    await put(intents, 'a');
    assert.equal(await intents.openUntil('b', 9_000)(), 0);
    assert.ok((await intents.openUntil('a', 9_000)()) > 0);
  });
});
