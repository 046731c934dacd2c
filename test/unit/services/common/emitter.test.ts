import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/services/common/emitter.ts';

describe('Emitter', () => {
  it('notifies all listeners except those that were disposed', () => {
    const signal = new Emitter<string>();
    const received: string[] = [];
    const first = signal.event((value) => received.push(`first ${value}`));
    signal.event((value) => received.push(`second ${value}`));
    signal.fire('a');
    first.dispose();
    signal.fire('b');
    assert.deepEqual(received, ['first a', 'second a', 'second b']);
  });

  it('notifies the other listeners and reports the error when one throws', async () => {
    const signal = new Emitter<void>();
    const mistake = new Error('a mistake');
    let isReceived = false;
    signal.event(() => {
      throw mistake;
    });
    signal.event(() => {
      isReceived = true;
    });
    const reported = uncaught();
    signal.fire();
    assert.equal(isReceived, true);
    assert.equal(await reported, mistake);
  });
});

/** The next uncaught exception, with the test runner's own handlers suspended so that they don't fail the test. */
async function uncaught(): Promise<unknown> {
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  try {
    return await new Promise((resolve) => {
      process.once('uncaughtException', resolve);
    });
  } finally {
    for (const listener of others) process.on('uncaughtException', listener);
  }
}
