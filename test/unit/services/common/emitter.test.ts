import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/services/common/emitter.ts';

describe('a signal', () => {
  it('is heard by all who listen, and by nobody who has stopped', () => {
    const signal = new Emitter<string>();
    const heard: string[] = [];
    const first = signal.event((value) => heard.push(`first ${value}`));
    signal.event((value) => heard.push(`second ${value}`));
    signal.fire('a');
    first.dispose();
    signal.fire('b');
    assert.deepEqual(heard, ['first a', 'second a', 'second b']);
  });

  it('reaches the others and does not come back to its sender when one of them fails, which is told', async () => {
    const signal = new Emitter<void>();
    const mistake = new Error('a mistake');
    let isHeard = false;
    signal.event(() => {
      throw mistake;
    });
    signal.event(() => {
      isHeard = true;
    });
    const told = uncaught();
    signal.fire();
    assert.equal(isHeard, true);
    assert.equal(await told, mistake);
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
