import assert from 'node:assert/strict';
import { ShownRun } from '../../../../../src/features/bulk/host/bulkTasks.ts';
import type { ActiveRun } from '../../../../../src/services/bulk/bulkRuns.ts';

describe('run on a bulk page', () => {
  const reported: string[] = [];
  const running = (): ShownRun =>
    new ShownRun({
      begun: () => reported.push('begun'),
      changed: () => reported.push('changed'),
      ended: (reason) => reported.push(`ended ${reason?.message ?? ''}`.trim()),
    });

  function run(): { active: ActiveRun; end: () => Promise<void>; isReceived: () => boolean } {
    const ended = Promise.withResolvers<'finished'>();
    let listeners = 0;
    const onDidChange = (): { dispose(): void } => {
      listeners += 1;
      return { dispose: () => void (listeners -= 1) };
    };
    const active = { runner: { onDidChange }, ended: ended.promise } as unknown as ActiveRun;
    const end = async (): Promise<void> => {
      ended.resolve('finished');
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { active, end, isReceived: () => listeners > 0 };
  }

  beforeEach(() => reported.splice(0));

  it('starts once, however often the button is pressed before the page shows it', async () => {
    const shown = running();
    const { active } = run();
    const ready = Promise.withResolvers<ActiveRun>();
    let begun = 0;
    const press = (): Promise<void> =>
      shown.begin(() => {
        begun += 1;
        return ready.promise;
      });
    const presses = [press(), press()];
    ready.resolve(active);
    await Promise.all(presses);
    await press();
    assert.deepEqual([begun, reported], [1, ['begun']]);
  });

  it('can be started after it was declined, failed or ended', async () => {
    const shown = running();
    const { active, end, isReceived } = run();
    await shown.begin(async () => undefined);
    await assert.rejects(
      shown.begin(() => Promise.reject(new Error('no journal'))),
      /no journal/,
    );
    await shown.begin(async () => active);
    assert.deepEqual([shown.runner, isReceived()], [active.runner, true]);
    await end();
    assert.deepEqual([shown.runner, isReceived(), reported], [undefined, false, ['begun', 'ended']]);
    await shown.begin(async () => run().active);
    assert.equal(reported.at(-1), 'begun');
  });
});
