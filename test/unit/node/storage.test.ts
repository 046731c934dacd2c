import assert from 'node:assert/strict';
import { AppendQueue } from '../../../src/node/storage.ts';

describe('text appended to a file', () => {
  it('is written in one batch for all concurrent callers', async () => {
    const batches: string[] = [];
    const queue = new AppendQueue(async (text) => void batches.push(text), 60_000, 100);
    assert.deepEqual([queue.append('é'), queue.append('b'), queue.end], [100, 102, 103]);
    await Promise.all([queue.flush(), queue.flush()]);
    await queue.flush();
    assert.deepEqual([batches, queue.written], [['éb'], 103]);
  });

  it('fails for every caller once part of it may be in the file', async () => {
    let count = 0;
    const write = async (): Promise<void> => {
      count += 1;
      throw new Error('the disk is full');
    };
    const queue = new AppendQueue(write, 60_000);
    queue.append('a');
    await assert.rejects(queue.flush(), /full/);
    queue.append('b');
    await assert.rejects(queue.flush(), /full/);
    assert.equal(count, 1);
  });

  it('blocks no caller when the window closes and writes the rest itself', async () => {
    const queue = new AppendQueue(() => Promise.reject(new Error('too late')), 60_000);
    queue.append('a');
    assert.equal(queue.drainUnwritten(), 'a');
    await queue.flush();
  });
});
