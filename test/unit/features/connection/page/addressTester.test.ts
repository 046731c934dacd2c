import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RemoteError } from '../../../../../src/features/common/channel.ts';
import type { FormMessage } from '../../../../../src/features/common/page/formMessage.ts';
import { AddressTester } from '../../../../../src/features/connection/page/addressTester.ts';

interface Tried {
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<{ works: boolean; sentence: string }>;
}

describe('typed address', () => {
  const tries: Tried[] = [];
  const shown: (FormMessage | undefined)[] = [];
  let trial: AddressTester;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    tries.length = shown.length = 0;
    trial = new AddressTester((answer) => shown.push(answer));
  });
  afterEach(() => mock.timers.reset());

  const type = (): void =>
    trial.plan((signal) => {
      const answer = Promise.withResolvers<{ works: boolean; sentence: string }>();
      tries.push({ signal, answer });
      return answer.promise;
    });
  const waitFor = (milliseconds: number): void => mock.timers.tick(milliseconds);
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('is tested once, after a delay, and shows the result', async () => {
    for (let letter = 0; letter < 5; letter++) {
      type();
      waitFor(300);
    }
    assert.equal(tries.length, 0);
    waitFor(400);
    assert.equal(tries.length, 1);
    tries[0]?.answer.resolve({ works: true, sentence: 'There it is.' });
    await settled();
    waitFor(60_000);
    assert.equal(tries.length, 1);
    assert.deepEqual(shown.slice(-2), [
      { tone: 'plain', sentence: 'Testing the address…' },
      { tone: 'good', sentence: 'There it is.' },
    ]);
  });

  it('is tested at once when the field loses focus, and not twice', () => {
    type();
    trial.finishTyping();
    assert.equal(tries.length, 1);
    trial.finishTyping();
    waitFor(60_000);
    assert.equal(tries.length, 1);
  });

  it('cancels the in-flight test when typing continues, and never shows its result', async () => {
    type();
    waitFor(1_000);
    type();
    assert.equal(tries[0]?.signal.aborted, true);
    assert.equal(shown.at(-1), undefined);
    tries[0]?.answer.resolve({ works: false, sentence: 'Too late.' });
    await settled();
    assert.equal(shown.at(-1), undefined);
    waitFor(1_000);
    assert.equal(tries.length, 2);
  });

  it('is not tested after a cancel', () => {
    type();
    trial.cancel();
    waitFor(60_000);
    trial.finishTyping();
    assert.equal(tries.length, 0);
  });

  it('shows why it could not be tested, and nothing about a canceled test', async () => {
    for (const [error, expected] of [
      [new RemoteError('failed', 'It failed.'), { tone: 'bad', sentence: 'It failed.' }],
      [new RemoteError('canceled', 'The operation was canceled.'), undefined],
    ] as const) {
      type();
      waitFor(1_000);
      tries.at(-1)?.answer.reject(error);
      await settled();
      assert.deepEqual(shown.at(-1), expected);
    }
  });
});
