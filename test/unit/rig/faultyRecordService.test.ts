import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  type FaultyRecordService,
  faultyRecordService,
  recordFaults,
  unknownHost,
} from '../../support/faultyRecordService.ts';

type FaultName = keyof typeof recordFaults;

const hungUp = /ECONNRESET|EPIPE|UND_ERR_SOCKET/;
const notAnswered = /SilenceError/;

/** What the client sees: an error code, or the status and the text without the redirect target. */
const seen: Readonly<Record<FaultName, RegExp>> = {
  resetBeforeLastByte: hungUp,
  resetAfter: hungUp,
  resetAfterNoEffect: hungUp,
  stallBefore: notAnswered,
  stallAfter: notAnswered,
  seeOtherThenRefused: /^303 /,
  badGatewayHtml: /^502 <!doctype html>.*Bad Gateway/,
  badGatewayHtmlNoEffect: /^502 <!doctype html>.*Bad Gateway/,
  unknownErrorKey: /^500 \{"errors":\{"debug":"trace"\}\}$/,
  unauthorized: /^401 .*the token has expired/,
  ...(Object.fromEntries(
    [301, 302, 303, 307, 308].flatMap((status) =>
      ['here', 'elsewhere'].map((where) => [`signIn${status} ${where}`, new RegExp(`^${status} $`)]),
    ),
  ) as Record<Extract<FaultName, `signIn3${string}`>, RegExp>),
  signInPage: /^200 <!doctype html>.*Sign in/,
  errorsAndId: /^200 \{"errors":\[\{"message":"The welcome mail/,
  errorsAndIdOfAnother: /^200 \{"errors":.*"id":"2"\}$/,
  errorsAndLocation: /^201 \{"errors":\[\{"message":"The welcome mail/,
  failureNamesField: /^500 \{"errors":\{"city":/,
  failureNamesFieldNoEffect: /^500 \{"errors":\{"city":/,
  ...(Object.fromEntries(
    Object.keys(recordFaults)
      .filter((name) => name.startsWith('wordless'))
      .map((name) => [name, /^200 \{"errors":(\[(\{\}|null|""|\{"field":"city","message":""\})\]|true)\}$/]),
  ) as Record<Extract<FaultName, `wordless${string}`>, RegExp>),
  notFoundAfterwards: /^404 /,
  notFoundNoEffect: /^404 /,
};

describe('faulty record service', () => {
  let service: FaultyRecordService;
  beforeEach(async () => (service = await faultyRecordService()));
  afterEach(() => service.close());

  async function ask(path: string, init: RequestInit = {}): Promise<string> {
    try {
      const silence = new AbortController();
      service.onSilence = () => silence.abort(Object.assign(new Error(), { name: 'SilenceError' }));
      const { signal } = silence;
      const answer = await fetch(new URL(path, service.url), { redirect: 'manual', signal, ...init });
      return `${answer.status} ${await answer.text()}`;
    } catch (error) {
      const { name, cause } = error as Error;
      return `${name} ${(cause as NodeJS.ErrnoException | undefined)?.code}`;
    }
  }
  function post(path: string, entries: readonly (readonly [string, string])[] = []): Promise<string> {
    const body = new FormData();
    for (const [key, value] of entries) body.append(key, value);
    return ask(path, { method: 'POST', body });
  }
  const city = (name: string): readonly [string, string] => ['data[leads][city]', name];

  /** Every kind of write, with the ids that are received and the ids that are written. */
  const writes = {
    edit: [() => post('/crm/leads/edit.json', [['data[leads][id]', '2'], city('Pune')]), ['2'], ['2']],
    add: [() => post('/crm/leads/add.json', [city('Pune')]), [''], ['6']],
    delete: [() => ask('/crm/leads/delete.json?id=2&is_confirm=1', { method: 'POST' }), ['2'], ['2']],
    'bulk edit': [
      () => post('/crm/leads/edit_selected', [['ids[]', '1'], ['ids[]', '3'], city('Pune')]),
      ['1', '3'],
      ['1', '3'],
    ],
    'bulk delete': [() => ask('/crm/leads/delete_selected?ids[]=1&ids[]=3'), ['1', '3'], ['1', '3']],
  } satisfies Record<string, [() => Promise<string>, string[], string[]]>;

  for (const [way, [write, reached, written]] of Object.entries(writes)) {
    it(`applies and counts writes: ${way}`, async () => {
      assert.match(await write(), /^200 \{"errors":\[\]/);
      assert.deepEqual([service.begun.length, service.reached, service.effective], [1, reached, written]);
      for (const id of written) {
        const lead = service.leads.get(id);
        assert.deepEqual([lead?.writes, lead?.city === 'Pune' || lead?.isDeleted], [1, true]);
      }
    });

    for (const [fault, { reaches, takesEffect }] of Object.entries(recordFaults))
      it(`fails once as requested and reports correctly what it applied: ${way}, ${fault}`, async () => {
        service.failNext(fault as FaultName);
        assert.match(await write(), seen[fault as FaultName]);
        const counted = [service.begun.length, service.reached, service.effective];
        assert.deepEqual(counted, [1, reaches ? reached : [], takesEffect ? written : []]);
        assert.match(await post('/crm/leads/edit.json', [['data[leads][id]', '4'], city('Pune')]), /^200 /);
        assert.deepEqual([service.begun.length, service.effective.at(-1)], [2, '4']);
      });
  }

  it('answers reads and can fail a single one', async () => {
    const paths = ['edit?id=2', 'view?id=2', 'add', 'index.json'].map((path) => `/crm/leads/${path}`);
    for (const path of paths) assert.match(await ask(path), /^200 /);
    service.failNext('badGatewayHtml', ({ path }) => path.endsWith('/view'));
    const statuses = await Promise.all(paths.map(async (path) => (await ask(path)).slice(0, 3)));
    assert.deepEqual(statuses, ['200', '502', '200', '200']);
    assert.deepEqual([service.begun, service.reached, service.effective], [[], [], []]);
  });

  it('closes the connection before the last byte', async () => {
    service.failNext('resetBeforeLastByte');
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /crm/leads/edit.json HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n123456789');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.deepEqual([error.code, service.reached], ['ECONNRESET', []]);
  });

  it('does not read the body of a stalled request', async () => {
    service.failNext('stallBefore');
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    const size = 64 * 1024 * 1024;
    socket.write(`POST /crm/leads/edit.json HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${size}\r\n\r\n`);
    let isSent = false;
    socket.write(Buffer.alloc(size), () => (isSent = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(isSent, false);
    socket.on('error', () => undefined).destroy();
  });

  it('redirects to a refused connection and to a sign-in page', async () => {
    const edit = { method: 'POST', body: new URLSearchParams(), redirect: 'follow' } as const;
    service.failNext('seeOtherThenRefused');
    assert.match(await ask('/crm/leads/edit.json', edit), hungUp);
    service.failNext('signIn302 here');
    assert.match(await ask('/crm/leads/edit.json', edit), /^200 .*Sign in/);
  });

  it('is unreachable when nothing listens or the host name does not resolve', async () => {
    await service.stopListening();
    assert.match(await writes.edit[0](), /ECONNREFUSED/);
    // some DNS servers take very long to report an unknown name
    const signal = AbortSignal.timeout(1_000);
    assert.match(await ask(`${unknownHost}/crm/leads/index.json`, { signal }), /ENOTFOUND|EAI_AGAIN|TimeoutError/);
    assert.deepEqual([service.begun, service.leads.get('2')?.writes], [[], 0]);
  });
});
