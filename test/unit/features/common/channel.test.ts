import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { Channel, RemoteError } from '../../../../src/features/common/channel.ts';

const host = {
  requests: {
    double: { params: z.strictObject({ value: z.number() }), result: z.number() },
    wait: { params: z.undefined(), result: z.undefined() },
    nothing: { params: z.undefined(), result: z.undefined() },
    lie: { params: z.undefined(), result: z.number() },
  },
  events: { note: z.string() },
} as const;
const view = { requests: {}, events: {} } as const;

const copied = (message: unknown): unknown => JSON.parse(JSON.stringify(message)) as unknown;

describe('channel between host and webview', () => {
  function connect(): {
    view: Channel<typeof view, typeof host>;
    host: Channel<typeof host, typeof view>;
    aborted: boolean[];
    received: string[];
    problems: string[];
    sent: unknown[];
  } {
    const aborted: boolean[] = [];
    const received: string[] = [];
    const problems: string[] = [];
    const sent: unknown[] = [];
    const describeError = (error: unknown): { code: string; message: string } => ({
      code: 'failed',
      message: error instanceof Error ? error.message : 'unknown',
    });
    const hostSide: Channel<typeof host, typeof view> = new Channel({
      mine: host,
      theirs: view,
      handlers: {
        double: ({ value }) => {
          if (value < 0) throw new Error('Could not double it: it is negative.');
          return value * 2;
        },
        wait: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              aborted.push(true);
              resolve(undefined);
            });
          }),
        lie: () => 'no number' as never,
        nothing: () => undefined,
      },
      listeners: { note: (text) => void received.push(text) },
      // like VS Code: asynchronously, as a JSON copy without undefined
      post: (message) => queueMicrotask(() => viewSide.receive(copied(message))),
      onBadMessage: (problem) => void problems.push(problem),
      describeError,
    });
    const viewSide: Channel<typeof view, typeof host> = new Channel({
      mine: view,
      theirs: host,
      handlers: {},
      listeners: {},
      post: (message) => {
        sent.push(message);
        queueMicrotask(() => hostSide.receive(copied(message)));
      },
      onBadMessage: (problem) => void problems.push(problem),
      describeError,
    });
    return { view: viewSide, host: hostSide, aborted, received, problems, sent };
  }

  it('supports requests without parameters or result', async () => {
    const { view: asking, problems } = connect();
    assert.equal(await asking.call.nothing(), undefined);
    assert.deepEqual(problems, []);
  });

  it('delivers each reply to its requester', async () => {
    const { view: asking } = connect();
    assert.deepEqual(await Promise.all([1, 2, 3].map((value) => asking.call.double({ value }))), [2, 4, 6]);
  });

  it('transfers a failure with its code and message', async () => {
    await assert.rejects(
      connect().view.call.double({ value: -1 }),
      new RemoteError('failed', 'Could not double it: it is negative.'),
    );
  });

  it('cancels a request on the other side', async () => {
    const { view: asking, aborted } = connect();
    const stop = new AbortController();
    const waiting = asking.call.wait(undefined, stop.signal);
    await Promise.resolve();
    stop.abort();
    await assert.rejects(waiting, { code: 'canceled' });
    await new Promise(setImmediate);
    assert.deepEqual(aborted, [true]);
    await assert.rejects(asking.call.wait(undefined, AbortSignal.abort()), { code: 'canceled' });
  });

  it('transfers events', async () => {
    const { view: sender, received } = connect();
    sender.notify.note('hello');
    await new Promise(setImmediate);
    assert.deepEqual(received, ['hello']);
  });

  it('does not forward a reply that does not match its schema', async () => {
    await assert.rejects(connect().view.call.lie(), { code: 'badReply' });
  });

  it('rejects pending requests when it is disposed', async () => {
    const { view: asking, host: answering, aborted } = connect();
    const waiting = asking.call.wait();
    await Promise.resolve();
    asking.dispose();
    answering.dispose();
    await assert.rejects(waiting, { code: 'gone' });
    assert.deepEqual(aborted, [true]);
  });

  it('refuses a duplicate request, whether it is still running or not', async () => {
    const { host: answering, problems, sent, view: asking } = connect();
    assert.equal(await asking.call.double({ value: 1 }), 2);
    answering.receive(copied(sent[0]));
    const request = { kind: 'request', id: 5, name: 'wait', params: undefined };
    answering.receive(request);
    answering.receive(request);
    await new Promise(setImmediate);
    assert.deepEqual(problems, ['the request "double" once more', 'the request "wait" once more']);
  });

  it('refuses requests that are invalid in the current state, and reports them', async () => {
    const received: string[] = [];
    const problems: string[] = [];
    const posted: unknown[] = [];
    const answering = new Channel<typeof host, typeof view>({
      mine: host,
      handlers: { double: () => assert.fail(), wait: () => undefined, nothing: () => undefined, lie: () => 1 },
      listeners: { note: (text) => void received.push(text) },
      accepts: (name) => name === 'nothing',
      post: (message) => posted.push(message),
      onBadMessage: (problem) => void problems.push(problem),
      describeError: () => ({ code: 'failed', message: '' }),
    });
    answering.receive({ kind: 'request', id: 1, name: 'double', params: { value: 1 } });
    answering.receive({ kind: 'event', name: 'note', data: 'hello' });
    answering.receive({ kind: 'request', id: 1, name: 'nothing' });
    await new Promise(setImmediate);
    assert.deepEqual(received, []);
    assert.deepEqual(problems, ['the request "double" out of turn', 'the event "note" out of turn']);
    assert.deepEqual(posted, [
      { kind: 'failure', id: 1, code: 'outOfTurn', message: 'This action is not available right now.' },
      { kind: 'reply', id: 1, result: undefined },
    ]);
  });

  it('drops messages that it cannot parse, and reports them', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record({
            kind: fc.constantFrom('request', 'event', 'reply', 'failure', 'cancel'),
            id: fc.anything(),
            name: fc.anything(),
            params: fc.anything(),
            data: fc.anything(),
          }),
        ),
        (message) => {
          const { host: answering, received } = connect();
          answering.receive(message);
          assert.deepEqual(received, []);
        },
      ),
    );
    const { host: answering, problems } = connect();
    for (const message of [
      null,
      'x',
      { kind: 'other' },
      { kind: 'event', name: 'toString', data: 1 },
      { kind: 'event', name: 'note', data: 1 },
      { kind: 'request', id: 1, name: '__proto__', params: {} },
      { kind: 'request', id: 2, name: 'double', params: { value: 1, more: 2 } },
    ])
      answering.receive(message);
    assert.equal(problems.length, 7);
  });
});
