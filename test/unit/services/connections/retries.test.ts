import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorCode } from '../../../../src/model/errors.ts';
import { UnknownConnectionError } from '../../../../src/services/connections/connections.ts';
import { type FailedRead, Retries } from '../../../../src/services/connections/retries.ts';
import { Emitter } from '../../../../src/services/common/emitter.ts';
import { pluck } from '../../../support/pluck.ts';

const failed = (code: ServiceErrorCode): ServiceError => new ServiceError(code, { doing: 'open it', why: 'so it is' });

describe('failed reads', () => {
  const [changed, returned, looked] = [new Emitter<void>(), new Emitter<string>(), new Emitter<void>()];
  const pauses: { milliseconds: number; end: () => Promise<void> }[] = [];
  let reads: FailedRead[] = [];
  let asked: string[] = [];
  let isLookedAt = true;
  let retries: Retries | undefined;

  beforeEach(() => {
    pauses.length = 0;
    reads = [];
    asked = [];
    isLookedAt = true;
    retries = new Retries(() => reads, {
      connections: { onDidChange: changed.event },
      requests: { onDidReturn: returned.event },
      onDidLook: looked.event,
      isFocused: () => isLookedAt,
      now: () => 10_000,
      after: (milliseconds, work) => {
        const pause = {
          milliseconds,
          end: async () => {
            work();
            // an attempt has ended once the next delay has started, or never will
            await new Promise(setImmediate);
          },
        };
        pauses.push(pause);
        return () => void pauses.splice(pauses.indexOf(pause), 1);
      },
    });
  });
  afterEach(() => retries?.dispose());

  function fails(name: string, error: unknown, more: Partial<FailedRead> = {}): void {
    const retry = async (): Promise<void> => void asked.push(name);
    reads.push({ connection: 'one', error, failedAt: 0, isVisible: true, retry, ...more });
    retries?.update();
  }
  const all = (): void => {
    fails('away', failed('unreachable'));
    fails('failing', failed('refused'));
    fails('from memory', undefined);
    fails('gone', failed('notFound'));
    fails('signed out', failed('notSignedIn'));
    fails('no connection', new UnknownConnectionError('x'));
    fails('hidden', failed('timedOut'), { isVisible: false });
    fails('elsewhere', failed('unreachable'), { connection: 'two', isVisible: false });
  };

  it('are all retried when a connection changes', () => {
    all();
    changed.fire();
    assert.equal(asked.length, reads.length);
  });

  it('are retried when another request to the service succeeds, if that may help', () => {
    all();
    returned.fire('one');
    assert.deepEqual(asked, ['away', 'failing', 'from memory', 'hidden']);
  });

  it('are retried when the user returns, but never resend a rejected token', () => {
    all();
    looked.fire();
    assert.deepEqual(asked, ['away', 'failing', 'from memory', 'gone', 'no connection']);
  });

  it('are not retried right after the failure just because a tab opens', () => {
    fails('just now', failed('unreachable'), { failedAt: 9_000 });
    looked.fire();
    assert.deepEqual(asked, []);
  });

  it('are retried with increasing delays while visible', async () => {
    all();
    const waited: number[] = [];
    for (let turn = 0; turn < 7; turn++) {
      const [pause] = pauses.splice(0);
      assert.ok(pause);
      waited.push(pause.milliseconds);
      await pause.end();
    }
    assert.deepEqual(waited, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    assert.deepEqual(asked.slice(0, 3), ['away', 'failing', 'from memory']);
    assert.equal(asked.length, 21);
  });

  it('are not retried while hidden, or when only the user can fix the problem', () => {
    fails('hidden', failed('unreachable'), { isVisible: false });
    fails('signed out', failed('notSignedIn'));
    fails('gone', failed('notFound'));
    assert.deepEqual(pauses, []);
  });

  it('wait while the window is not in use', async () => {
    isLookedAt = false;
    fails('away', failed('unreachable'));
    await pauses.splice(0)[0]?.end();
    assert.deepEqual([asked, pauses.length], [[], 0]);
    isLookedAt = true;
    looked.fire();
    assert.deepEqual([asked, pauses.length], [['away'], 1]);
  });

  it('start over with short delays after everything was read', async () => {
    fails('away', failed('unreachable'));
    await pauses.splice(0)[0]?.end();
    reads = [];
    await pauses.splice(0)[0]?.end();
    fails('away again', failed('unreachable'));
    assert.deepEqual(pluck(pauses, 'milliseconds'), [5_000]);
  });

  it('are not retried after the window closes', () => {
    fails('away', failed('unreachable'));
    retries?.dispose();
    changed.fire();
    looked.fire();
    assert.deepEqual([asked, pauses.length], [[], 0]);
  });
});
