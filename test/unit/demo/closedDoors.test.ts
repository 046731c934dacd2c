import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { DemoClient, type Answer } from './demoClient.ts';

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: Answer;
}

describe('demo service: access control', () => {
  let client: DemoClient;
  let port: number;
  let entries: [string, string][];
  before(async () => {
    client = await DemoClient.start({ records: 20 });
    ({ port } = client.service);
    const { body } = await client.get('/access_controls/users/signup.json');
    entries = Object.entries({
      'data[users][user_name]': 'intruder',
      'data[users][last_name]': 'Nobody',
      'data[users][is_license_agreement_accepted]': '1',
      'data[users][role_id]': body.signup_roles[0].value,
      'data[users][organizations][currency_id]': '1',
      'data[action][signup]': 'Signup',
    });
  });
  after(() => client.service.close());

  const signup = '/access_controls/users/signup.json';
  const paths = [
    '/',
    '/crm/leads/index.json',
    '/crm/leads/nowhere',
    signup,
    '/access_controls/users/license_agreement',
  ];

  /** Uses `request`, because `fetch` must not set these headers: a browser controls them. */
  async function ask(path: string, method: string, headers: Record<string, string>): Promise<ReceivedResponse> {
    const body = method === 'POST' ? new URLSearchParams(entries).toString() : '';
    const type = body ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, headers: { ...client.headers('admin'), ...type, ...headers } },
        (response) => {
          const { statusCode: status, headers: reported } = response;
          json(response).then((answer) => resolve({ status, headers: Object.keys(reported), body: answer }), reject);
        },
      );
      sent.on('error', reject).end(body);
    });
  }

  const count = async (): Promise<number> =>
    (await client.get('/access_controls/users/index.json')).body.paginate.total_count;

  it('answers at its own address, by either host name', async () => {
    const own = [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`];
    for (const host of own) assert.equal((await ask('/crm/leads/index.json', 'GET', { host })).status, 200, host);
    for (const headers of [
      { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      assert.equal((await ask('/crm/leads/index.json', 'GET', headers)).status, 200);
  });

  const foreign: Record<string, () => Record<string, string>> = {
    'a name that a web page lets point to this computer': () => ({ host: `rebound.example:${port}` }),
    'its own name at another port': () => ({ host: `127.0.0.1:${port + 1}` }),
    'its own name without a port': () => ({ host: 'localhost' }),
    'a name that begins like its own': () => ({ host: `127.0.0.1:${port}.example` }),
    'a web page': () => ({ origin: 'https://evil.example' }),
    'a web page of this computer': () => ({ origin: `http://localhost:${port + 1}` }),
    'a web page without an origin': () => ({ origin: 'null' }),
    'a browser for another site': () => ({ 'sec-fetch-site': 'cross-site' }),
    'a browser for another port of this computer': () => ({ 'sec-fetch-site': 'same-site' }),
  };
  for (const [who, headers] of Object.entries(foreign))
    it(`refuses ${who} even with a valid token, and does nothing`, async () => {
      const before = await count();
      for (const path of paths)
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const received = await ask(path, method, headers());
          assert.equal(received.status, 403, `${method} ${path}`);
          assert.deepEqual(Object.keys(received.body), ['errors']);
          assert.deepEqual(
            received.headers.filter((name) => name.startsWith('access-control')),
            [],
          );
        }
      assert.equal(await count(), before);
    });

  for (const [who, line] of [
    ['a foreign name', 'HTTP/1.1\r\nHost: rebound.example'],
    ['no name at all', 'HTTP/1.0'],
  ])
    it(`refuses ${who} before the rest of the request arrives`, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST ${signup} ${line}\r\nContent-Length: 8000000\r\n\r\ndata`);
      let received = '';
      for await (const piece of socket.setEncoding('utf8')) received += piece;
      assert.match(received, /^HTTP\/1\.1 403 /);
    });

  it('allows no sign-up, and no read of the sign-up form, without a user token', async () => {
    const before = await count();
    for (const authorization of ['', 'Bearer guessed'])
      for (const method of ['GET', 'POST'])
        assert.equal((await ask(signup, method, { authorization })).status, 401, method);
    assert.equal(await count(), before);
    assert.deepEqual((await ask(signup, 'POST', {})).body.errors, []);
    assert.equal(await count(), before + 1);
  });
});
