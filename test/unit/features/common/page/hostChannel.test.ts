import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import vm from 'node:vm';
import { webviewHtml } from '../../../../../src/platform/webviewHtml.ts';

type Send = (message: object) => void;
type Connect = (
  handlers: object,
  listeners: Readonly<Record<string, (data: unknown) => void>>,
) => { readonly channel: { readonly call: { readonly start: () => Promise<unknown> } } };

/** A browser module, whose types the tests don't include. */
const source = new URL('../../../../../src/features/common/page/hostChannel.ts', import.meta.url).href;
const { connectToHost } = (await import(source)) as { readonly connectToHost: Connect };

describe('page and host', () => {
  const before = Object.keys(globalThis);
  afterEach(() => {
    for (const name of Object.keys(globalThis)) if (!before.includes(name)) Reflect.deleteProperty(globalThis, name);
  });

  it('start communicating before the page script is loaded', async () => {
    const { sent, send } = begin();
    assert.deepEqual(sent, [{ kind: 'request', id: 0, name: 'start' }]);
    send({ kind: 'reply', id: 0, result: 'Leads' });
    send({ kind: 'event', name: 'refresh', data: 'first' });
    await delay(1);

    const order: string[] = [];
    const { channel } = connectToHost({}, { refresh: (data) => order.push(String(data)) });
    await delay(1);
    assert.equal(order.length, 0, 'nobody has asked yet');
    const starting = channel.call.start().then((result) => order.push(String(result)));
    send({ kind: 'event', name: 'refresh', data: 'second' });
    await starting;
    assert.deepEqual(order, ['Leads'], 'events after the start reach what the start created');
    while (order.length < 3) await delay(1);
    assert.deepEqual(order, ['Leads', 'first', 'second']);
    assert.equal(sent.length, 1, 'it is asked once');
  });

  it('do not wait if the response arrives first, and request it again if it is lost', async () => {
    const { sent, send } = begin();
    send({ kind: 'event', name: 'answered' });
    assert.equal(sent.length, 2, 'it went to a page before this one');
    send({ kind: 'reply', id: 0, result: 'Leads' });
    send({ kind: 'event', name: 'answered' });
    const { channel } = connectToHost({}, {});
    assert.equal(await channel.call.start(), 'Leads');
    assert.equal(sent.length, 2);
  });

  it('start over when the first response was a failure', async () => {
    const { sent, send } = begin();
    send({ kind: 'failure', id: 0, code: 'failed', message: 'Nothing answers.' });
    const { channel } = connectToHost({}, {});
    await assert.rejects(channel.call.start(), /Nothing answers/);
    const again = channel.call.start();
    assert.deepEqual(sent.at(-1), { kind: 'request', id: 1, name: 'start', params: undefined });
    send({ kind: 'reply', id: 1, result: 'Leads' });
    assert.equal(await again, 'Leads');
  });
});

/** Runs the startup code of a page. */
function begin(): { readonly sent: unknown[]; readonly send: Send } {
  const sent: unknown[] = [];
  const listeners: ((event: { readonly data: object }) => void)[] = [];
  Object.assign(globalThis, {
    window: { addEventListener: (_: string, listener: (typeof listeners)[0]) => listeners.push(listener) },
    document: { querySelector: () => null }, // a page without a connections band
    acquireVsCodeApi: () => ({ postMessage: (message: unknown) => sent.push(message) }),
  });
  const page = webviewHtml({
    name: 'table',
    title: 'Leads',
    nonce: 'once',
    source: 'here',
    address: (file) => `/${file}`,
    read: () => '',
    start: [],
    language: 'en',
    words: undefined,
  });
  const [, script = ''] = /<script nonce="once">(\([^]*?\}\)\(\))<\/script>/.exec(page) ?? [];
  vm.runInThisContext(script);
  return { sent, send: (message) => listeners.forEach((listener) => listener({ data: message })) };
}
