import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { IntentFiles } from '../../../../src/services/writes/intentFiles.ts';
import {
  type Intent,
  sendIntended,
  type WriteClock,
  WriteIntents,
  type WriteMark,
} from '../../../../src/services/writes/writeIntents.ts';
import { MemoryIntents } from '../../../support/memoryIntents.ts';

/** A disk that takes the given milliseconds for each intent in turn, then none. */
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

/** The mark of a record, once it is in the queue. */
async function inLine(intents: WriteIntents, record: string): Promise<WriteMark> {
  const mark = intents.mark(record);
  await intents.queue([mark]);
  return mark;
}

describe('write intent', () => {
  it('is written once on a fast disk, and again while it expires before it is stored', async () => {
    for (const [latencies, expected] of [
      [[5], 1],
      [[900, 400, 5], 3],
    ] as const) {
      const { intent, clock, count } = slowDisk(...latencies);
      assert.equal(await sendIntended([intent], clock, async () => 'sent'), 'sent');
      assert.equal(count(), expected);
    }
  });

  it('is not rewritten if it was stored a moment ago', async () => {
    const { intent, clock, count } = slowDisk(5);
    intent.put();
    await sendIntended([intent], clock, async () => 'sent');
    assert.equal(count(), 1);
  });

  it('fails with a message when it is never stored in time, and nothing is sent', async () => {
    const { intent, clock } = slowDisk(...Array<number>(1_000).fill(300));
    let isSent = false;
    const send = async (): Promise<void> => {
      isSent = true;
    };
    await assert.rejects(sendIntended([intent], clock, send), {
      code: 'timedOut',
      effect: 'notSent',
      message: /took too long/,
    });
    assert.equal(isSent, false);
  });

  it('makes the next writer wait until it can no longer arrive, in this window and in others', async () => {
    const disk = new MemoryIntents();
    let now = 1_000;
    const clock = { now: () => now, wait: async () => undefined };
    const [mine, other] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
    const sent = await inLine(mine, 'a');
    now = 1_100;
    const until = async (window: WriteIntents, record: string): Promise<number> => {
      const mark = await inLine(window, record);
      const end = await mark.until(5_000);
      mark.release(false);
      return end;
    };
    for (const window of [mine, other]) assert.equal(await until(window, 'a'), 6_250);
    for (const window of [mine, other]) assert.equal(await until(window, 'b'), 0);
    // the clock was set back
    now = -500;
    assert.equal(await until(other, 'a'), -500 + 5_250);
    now = 1_200;
    sent.release(true);
    await until(mine, 'b');
    for (const window of [mine, other]) assert.equal(await until(window, 'a'), 0);
  });

  it('makes the later of two windows wait, whichever looks first, and never both', async () => {
    const disk = new MemoryIntents();
    let now = 1_000;
    const clock = { now: () => now, wait: async () => undefined };
    const [first, second] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
    for (const laterMs of [0, 1, 700]) {
      const one = await inLine(first, 'a');
      now += laterMs;
      const two = await inLine(second, 'a');
      // a waiting writer writes its intent again before it sends, and keeps its position in the queue
      one.put();
      await one.written();
      assert.deepEqual([await one.until(5_000), (await two.until(5_000)) > now], [0, true], `${laterMs} ms later`);
      one.release(true);
      two.release(true);
    }
  });

  it('makes the later writer wait within the same millisecond, and after a small clock setback', async () => {
    for (const laterMs of [0, -500]) {
      const disk = new MemoryIntents();
      let now = 1_000;
      const clock = { now: () => now, wait: async () => undefined };
      const [first, second] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
      const earlier = await inLine(second, 'a');
      assert.equal(await earlier.until(5_000), 0);
      now += laterMs;
      const later = await inLine(first, 'a');
      assert.ok((await later.until(5_000)) > now, `${laterMs} ms later`);
    }
  });

  it('is still waited for when its own window queues again behind the waiters', async () => {
    const disk = new MemoryIntents();
    let now = 1_000;
    const clock = { now: () => now, wait: async () => undefined };
    const [first, second] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
    await inLine(first, 'a'); // sent, but never answered
    now = 1_100;
    const waiting = await inLine(second, 'a');
    now = 1_200;
    const again = await inLine(first, 'a');
    assert.equal(await waiting.until(5_000), 6_250);
    again.release(true);
    await setTimeout(5);
    assert.equal(await waiting.until(5_000), 0);
  });

  it('does not block others forever if a window was killed while queuing and the clock was set back', async () => {
    const disk = new MemoryIntents();
    disk.logs.set(9, '["+","a",1000000,null]\n');
    let waits = 0;
    const wait = async (): Promise<void> => {
      waits += 1;
      assert.ok(waits < 1_000, 'it waits for ever');
    };
    await inLine(new WriteIntents(disk.store(), { now: () => 1_000, wait }), 'a');
  });

  it('takes a new ticket if the disk was so slow that the old one expired', async () => {
    const disk = new MemoryIntents();
    let now = 1_000;
    const clock = { now: () => now, wait: async () => void (now += 5) };
    const store = disk.store();
    const isQuick = Promise.withResolvers<void>();
    let appends = 0;
    const append = async (lines: string): Promise<void> => {
      appends += 1;
      if (appends === 2) await isQuick.promise;
      await store.append(lines);
    };
    const queued = inLine(new WriteIntents({ ...store, append }, clock), 'a');
    await setTimeout(20);
    assert.equal(appends, 2);
    now = 1_500;
    const quick = await inLine(new WriteIntents(disk.store(), clock), 'a');
    assert.equal(await quick.until(5_000), 0);
    now = 3_000;
    isQuick.resolve();
    const slow = await queued;
    assert.ok((await slow.until(5_000)) > now);
  });

  it('takes one ticket for many records, so that no two windows deadlock', async () => {
    const disk = new MemoryIntents();
    const clock = { now: () => 1_000, wait: async () => undefined };
    const [first, second] = [new WriteIntents(disk.store(), clock), new WriteIntents(disk.store(), clock)];
    const [a1, b1, b2, a2] = [first.mark('a'), first.mark('b'), second.mark('b'), second.mark('a')];
    await Promise.all([first.queue([a1, b1]), second.queue([b2, a2])]);
    const waits = async (marks: readonly WriteMark[]): Promise<boolean[]> =>
      Promise.all(marks.map(async (mark) => (await mark.until(5_000)) > 0));
    assert.deepEqual([await waits([a1, b1]), await waits([a2, b2])].map(String).toSorted(), [
      'false,false',
      'true,true',
    ]);
  });

  it('remains when the next attempt failed before settling it', async () => {
    const disk = new MemoryIntents();
    const intents = new WriteIntents(disk.store());
    await inLine(intents, 'a'); // sent, but never answered
    const refused = await inLine(intents, 'a');
    refused.release(false);
    const next = await inLine(intents, 'a');
    assert.ok((await next.until(5_000)) > Date.now());
    next.release(true);
    assert.equal(await intents.mark('a').until(5_000), 0);
  });
});

describe('intent files of windows', () => {
  let folder: string;
  let opened: WriteIntents[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-intents-'));
    opened = [];
  });
  afterEach(() => {
    for (const intents of opened) intents.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (place = folder): WriteIntents => {
    const intents = new WriteIntents(new IntentFiles(place));
    opened.push(intents);
    return intents;
  };
  const isOpen = async (intents: WriteIntents, record: string): Promise<boolean> => {
    await setTimeout(2); // ensure a later timestamp than existing intents
    const mark = await inLine(intents, record);
    const end = await mark.until(9_000);
    mark.release(false);
    return end > 0;
  };

  it('inform other windows, even after a kill, and are deleted once every outcome is known', async () => {
    const place = path.join(folder, 'intents');
    const [killed, closed] = [open(place), open(place)];
    await inLine(killed, 'a');
    const [b, c] = [await inLine(closed, 'b'), await inLine(closed, 'c')];
    b.release(true);
    const d = await inLine(closed, 'd');
    const next = open(place);
    assert.deepEqual([await isOpen(next, 'a'), await isOpen(next, 'b'), await isOpen(next, 'c')], [true, false, true]);
    c.release(true);
    d.release(true);
    await inLine(closed, 'e').then((mark) => mark.release(true));
    closed.dispose();
    assert.equal(readdirSync(place).length, 2);
    assert.equal(await isOpen(next, 'c'), false);
  });

  it('include intents added while others were being written', async () => {
    const intents = open();
    const [one, two] = [await inLine(intents, 'r1'), await inLine(intents, 'r2')];
    one.release(true);
    await Promise.resolve();
    await Promise.resolve();
    two.release(true);
    const other = open();
    for (let turn = 0; turn < 100 && (await isOpen(other, 'r2')); turn++) await setTimeout(5);
    assert.equal(await isOpen(other, 'r2'), false);
  });

  it('stay small in a long run, and lose no open intents', async () => {
    const intents = open();
    await inLine(intents, 'open');
    for (let turn = 0; turn < 3_000; turn++) {
      const mark = intents.mark(`r${turn}`);
      mark.put();
      if (turn % 100 === 0) await mark.written();
      mark.release(true);
    }
    await inLine(intents, 'last');
    const [name = ''] = readdirSync(folder);
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').length;
    assert.ok(lines < 5_000, `${lines} lines`);
    const other = open();
    for (const record of ['open', 'last']) assert.ok(await isOpen(other, record), record);
    assert.equal(await isOpen(other, 'r5'), false);
  });

  it('are kept as long as their window lives, even without writes', async () => {
    const living = open();
    await inLine(living, 'a');
    const [name = ''] = readdirSync(folder);
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    utimesSync(path.join(folder, name), lastWeek, lastWeek);
    const other = open();
    await inLine(other, 'b');
    await inLine(living, 'c');
    assert.equal(await isOpen(other, 'c'), true);
  });

  it('are deleted when none of their intents matter anymore', async () => {
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    for (const name of ['4194305-a.log', '4194305-a.log.new']) {
      writeFileSync(path.join(folder, name), '["+","a",1,1]\n');
      utimesSync(path.join(folder, name), lastWeek, lastWeek);
    }
    await inLine(open(), 'b');
    assert.equal(readdirSync(folder).length, 1);
  });

  it('are written even if a leftover cannot be deleted', async () => {
    const stuck = path.join(folder, '4194305-a.log');
    mkdirSync(stuck);
    utimesSync(stuck, new Date(0), new Date(0));
    await inLine(open(), 'a');
    assert.equal(await isOpen(open(), 'a'), true);
  });

  it('include, once there is room again, what a full disk refused or truncated', async () => {
    const files = new IntentFiles(folder);
    const append = files.append.bind(files);
    let isFull = true;
    files.append = async (lines) => {
      if (!isFull) return append(lines);
      await append(lines.slice(0, 8));
      throw new Error('ENOSPC');
    };
    const intents = new WriteIntents(files);
    opened.push(intents);
    await inLine(intents, 'a').catch(() => undefined);
    isFull = false;
    await inLine(intents, 'b');
    const other = open();
    assert.deepEqual([await isOpen(other, 'a'), await isOpen(other, 'b')], [true, true]);
  });

  it('may be missing or inaccessible without delaying or blocking anyone', async () => {
    const blocked = path.join(folder, 'file');
    writeFileSync(blocked, '');
    const intents = open(path.join(blocked, 'intents'));
    await inLine(intents, 'a');
    assert.deepEqual([await isOpen(intents, 'b'), await isOpen(intents, 'a')], [false, true]);
  });
});
