import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { inspect } from 'node:util';
import type { RecordClient } from '../../../../../src/service/documented/recordClient.ts';
import type { NetworkChoices } from '../../../../../src/model/connection/connection.ts';
import { noProxySettings, type ProxySettings } from '../../../../../src/model/connection/proxy.ts';
import { json, type ScriptedService, scriptedService } from '../../../../support/scriptedService.ts';
import { CallBench, failedCall, leads, page } from './callBench.ts';

interface ProxyServer {
  readonly url: string;
  /** Received requests, as `CONNECT records.test:443` or `GET http://records.test/…`. */
  readonly asked: string[];
  readonly authorizations: (string | undefined)[];
  /** The status of every response, if set. */
  refusal: number | undefined;
  close(): void;
}

/** A proxy that forwards every host to one service. */
async function proxyTo(service: ScriptedService): Promise<ProxyServer> {
  const { port } = new URL(service.url);
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const proxy = {
    url: '',
    asked,
    authorizations,
    refusal: undefined as number | undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const note = (request: IncomingMessage): void => {
    asked.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
  };
  const server: Server = createServer((incoming, outgoing) => {
    note(incoming);
    if (proxy.refusal !== undefined) return void outgoing.writeHead(proxy.refusal).end();
    const { pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const onward = ask(
      { port, host: '127.0.0.1', method: incoming.method, path: pathname + search, headers },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    incoming.pipe(onward);
  });
  server.on('connect', (request, socket) => {
    note(request);
    if (proxy.refusal !== undefined) return void socket.end(`HTTP/1.1 ${proxy.refusal} No\r\n\r\n`);
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].forEach((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

const certificate = (name: string): string =>
  readFileSync(new URL(`../../../../support/certificates/${name}`, import.meta.url), 'utf8');

describe('service request through a proxy', () => {
  const bench = new CallBench();
  let service: ScriptedService;
  let proxy: ProxyServer;
  const before = { ...process.env };

  async function start(tls?: { key: string; cert: string }): Promise<void> {
    service = await scriptedService((_, response) => json(response, page), tls);
    proxy = await proxyTo(service);
  }

  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];
  });

  afterEach(async () => {
    // restore the variables in place: replacing process.env wouldn't change the actual environment
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
    Object.assign(process.env, before);
    await bench.close();
    proxy.close();
    await service.close();
  });

  const client = (
    settings: Partial<ProxySettings>,
    network: Partial<NetworkChoices> = {},
    url = 'http://records.test',
  ) => bench.connect(url, network, { proxySettings: { ...noProxySettings, ...settings } });
  const rows = async (asking: RecordClient): Promise<number> => (await asking.records(leads, {})).rows.length;
  const index = 'GET http://records.test/crm/leads/index.json';

  it('reaches the service with the token, and sends the proxy its own authorization', async () => {
    await start();
    assert.equal(await rows(client({ address: proxy.url, authorization: 'Basic cHJveHk6cGFzcw==' })), 1);
    assert.deepEqual([proxy.asked, proxy.authorizations], [[index], ['Basic cHJveHk6cGFzcw==']]);
    const [{ headers } = assert.fail('nothing came')] = service.received;
    assert.equal(headers.authorization, 'Bearer secret-token');
    assert.ok(!JSON.stringify(headers).includes('cHJveHk6cGFzcw'));
  });

  it('sends the user name and password of http.proxy as VS Code does', async () => {
    await start();
    const address = proxy.url.replace('//', '//jo%40hn:p%C3%A4ss@');
    assert.equal(await rows(client({ address })), 1);
    assert.deepEqual(proxy.authorizations, [`Basic ${Buffer.from('jo@hn:päss').toString('base64')}`]);
  });

  it("never sends the authorization of the settings to a connection's own proxy", async () => {
    await start();
    assert.equal(
      await rows(client({ address: 'http://127.0.0.1:1', authorization: 'Basic x' }, { proxy: proxy.url })),
      1,
    );
    assert.deepEqual([proxy.asked, proxy.authorizations], [[index], [undefined]]);
  });

  it('uses the proxy of the environment, unless proxy support is off', async () => {
    await start();
    process.env['HTTP_PROXY'] = proxy.url;
    assert.equal(await rows(client({})), 1);
    await failedCall(client({ isOff: true }, {}, 'http://records.invalid').records(leads, {}), 'unreachable');
    assert.deepEqual(proxy.asked, [index]);
  });

  it('bypasses the proxy as http.noProxy or the environment says', async () => {
    await start();
    const direct = async (settings: Partial<ProxySettings>): Promise<void> => {
      const asking = client({ address: proxy.url, ...settings }, {}, 'http://records.invalid');
      // without the proxy, that name doesn't resolve
      assert.match(
        (await failedCall(asking.records(leads, {}), 'unreachable')).message,
        /the host name could not be resolved/,
      );
    };
    await direct({ exceptions: ['.invalid'] });
    await direct({ exceptions: ['*'] });
    process.env['NO_PROXY'] = 'records.invalid';
    await direct({});
    assert.deepEqual(proxy.asked, []);
    // exceptions in the settings override those of the environment
    assert.equal(
      await rows(client({ address: proxy.url, exceptions: ['other.test'] }, {}, 'http://records.invalid')),
      1,
    );
    assert.equal(proxy.asked.length, 1);
  });

  it('does not use the proxy for this machine', async () => {
    await start();
    assert.equal(await rows(client({ address: proxy.url }, {}, service.url)), 1);
    assert.equal(await rows(client({}, { proxy: proxy.url }, service.url)), 1);
    assert.deepEqual(proxy.asked, []);
  });

  it('uses a tunnel for HTTPS, which hides the path and the token from the proxy', async () => {
    await start({ key: certificate('service.key'), cert: certificate('service.pem') });
    const said = async (network: Partial<NetworkChoices>): Promise<string> => {
      const asking = client({ address: proxy.url, authorization: 'Basic x' }, network, 'https://records.test');
      return (await failedCall(asking.records(leads, {}), 'unreachable')).message;
    };
    assert.match(await said({}), /signed by an unknown authority/);
    // its name doesn't match, which is checked only once its CA is trusted
    assert.match(await said({ extraCa: certificate('authority.pem') }), /is for another name/);
    assert.deepEqual([...new Set(proxy.asked)], ['CONNECT records.test:443']);
    assert.deepEqual([...new Set(proxy.authorizations)], ['Basic x']);
  });

  it('reports an unusable proxy without its password', async () => {
    await start();
    const said = async (address: string): Promise<string> => {
      try {
        await rows(client({ address }));
      } catch (error) {
        return inspect(error);
      }
      return assert.fail('it was used');
    };
    assert.match(await said('http://jo:hidden-word@127.0.0.1:1'), /the connection was refused/);
    for (const address of ['proxy://jo:hidden-word@x', 'hidden-word'])
      assert.match(await said(address), /Could not connect: the proxy address can't be used\. Enter one/);
    for (const address of ['http://jo:hidden-word@127.0.0.1:1', 'proxy://jo:hidden-word@x', 'hidden-word'])
      assert.doesNotMatch(await said(address), /hidden-word/);
    assert.deepEqual(service.received, []);
  });

  it('has no effect if the proxy requires a sign-in: no write got past it', async () => {
    await start();
    proxy.refusal = 407;
    for (const url of ['http://records.test', 'https://records.test']) {
      const error = await failedCall(client({ address: proxy.url }, {}, url).sendDelete(leads, '7'), 'unreachable');
      assert.match(error.message, /the proxy requires a sign-in\. Check the proxy settings\.$/);
      assert.notEqual(error.effect, 'unknown');
    }
    assert.deepEqual(service.received, []);
  });
});
