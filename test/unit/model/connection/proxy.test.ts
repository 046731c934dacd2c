import assert from 'node:assert/strict';
import { defaultNetworkChoices } from '../../../../src/model/connection/connection.ts';
import { draftOf, draftProblems } from '../../../../src/model/connection/connectionInput.ts';
import { readConnections } from '../../../../src/model/connection/connectionSetting.ts';
import { noProxySettings, proxyFor, type ProxySettings, shownProxy } from '../../../../src/model/connection/proxy.ts';
import { testConnection } from '../../../support/testConnection.ts';

const service = 'https://records.example.com';

describe('proxy of a service', () => {
  const found = (
    settings: Partial<ProxySettings>,
    environment: Record<string, string> = {},
    own?: string,
    url = service,
  ): string | undefined => proxyFor(url, own, { ...noProxySettings, ...settings }, environment)?.address;

  it('is from the connection, otherwise the settings, otherwise the environment', () => {
    const environment = { http_proxy: 'http://env:1' };
    const settings = { address: 'http://settings:1' };
    assert.equal(found(settings, environment, 'http://own:1'), 'http://own:1/');
    assert.equal(found(settings, environment), 'http://settings:1/');
    assert.equal(found({}, environment), 'http://env:1/');
    assert.equal(found({}), undefined);
  });

  it('is read from the environment as VS Code does', () => {
    const [upper, lower, http] = ['http://upper:1', 'http://lower:1', 'http://http:1'];
    assert.equal(found({}, { HTTPS_PROXY: upper, https_proxy: lower, http_proxy: http }), 'http://lower:1/');
    assert.equal(found({}, { HTTPS_PROXY: upper, HTTP_PROXY: http }, undefined, 'http://a.test'), 'http://upper:1/');
    assert.equal(found({}, { HTTPS_PROXY: '', HTTP_PROXY: http }), 'http://http:1/');
    assert.equal(found({}, { HTTP_PROXY: 'proxy:3128' }), undefined);
  });

  it('is not used when proxy support is off, unless the connection has one', () => {
    const off = { address: 'http://settings:1', isOff: true };
    assert.equal(found(off, { HTTP_PROXY: 'http://env:1' }), undefined);
    assert.equal(found(off, {}, 'http://own:1'), 'http://own:1/');
  });

  it('is not used for this computer', () => {
    for (const url of ['http://localhost:80', 'http://127.0.0.1', 'http://127.9.9.9:1', 'https://[::1]:5'])
      assert.equal(found({ address: 'http://settings:1' }, {}, 'http://own:1', url), undefined, url);
  });

  const exceptions: readonly (readonly [entry: string, url: string, isExcepted: boolean])[] = [
    ['*', service, true],
    ['records.example.com', service, true],
    ['RECORDS.Example.com ', service, true],
    ['example.com', service, true],
    ['.example.com', service, true],
    ['*.example.com', service, true],
    ['example.com.', service, true],
    ['example.com', 'https://records.example.com.', true],
    ['ample.com', service, false],
    ['records.example.com.evil.test', service, false],
    ['records.example.com:443', service, true],
    ['.example.com:443', service, true],
    ['records.example.com:80', service, false],
    ['records.example.com:8443', `${service}:8443`, true],
    ['records.example.com:80', 'http://records.example.com', true],
    ['*:443', service, true],
    ['*:80', service, false],
    [':443', service, false],
    ['', service, false],
    ['10.1.2.3', 'http://10.1.2.3', true],
    ['10.1.2.3:80', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/16', 'http://10.1.2.3', false],
    ['10.1.2.3/32', 'http://10.1.2.3', true],
    ['0.0.0.0/0', 'http://10.1.2.3', true],
    ['10.0.0.0/8', service, false],
    ['10.0.0.0/33', 'http://10.1.2.3', false],
    ['10.0.0.0/x', 'http://10.1.2.3', false],
    ['fe80::1', 'http://[fe80::1]:9', true],
    ['[fe80::1]', 'http://[fe80::1]', true],
    ['[fe80::1]:80', 'http://[fe80::1]', true],
    ['[fe80::1]:81', 'http://[fe80::1]', false],
  ];
  for (const [entry, url, isExcepted] of exceptions)
    it(`is ${isExcepted ? 'not used' : 'used'} for ${url} with the exception “${entry}”`, () => {
      const address = 'http://settings:1';
      assert.equal(found({ address, exceptions: ['else.test', entry] }, {}, undefined, url) === undefined, isExcepted);
      const environment = { NO_PROXY: `else.test, ${entry}` };
      assert.equal(found({ address }, environment, undefined, url) === undefined, isExcepted);
    });

  it('has no password in its URL, and prefers the authorization of the settings over its own', () => {
    const settings = { ...noProxySettings, address: 'http://jo:hidden@settings:1' };
    assert.deepEqual(proxyFor(service, undefined, settings, {}), {
      address: 'http://settings:1/',
      authorization: `Basic ${btoa('jo:hidden')}`,
    });
    const named = proxyFor(service, undefined, { ...settings, authorization: 'Negotiate x' }, {});
    assert.equal(named?.authorization, 'Negotiate x');
    assert.equal(shownProxy(settings), 'http://settings:1');
    assert.deepEqual(
      ['not one', ''].map((address) => shownProxy({ ...settings, address })),
      ['', ''],
    );
  });

  it('with a password is rejected in a connection, with a fix and without the password', () => {
    const refused = /contains a user name or password\. .* http\.proxy and http\.proxyAuthorization\.$/;
    for (const proxy of ['http://jo:hidden@proxy:1', 'https://jo@proxy:1', 'http://:hidden@proxy:1']) {
      const { connections, problems } = readConnections([
        { id: 'a', baseUrl: service, proxy },
        { id: 'b', baseUrl: service, proxy: 'http://proxy:1' },
      ]);
      assert.deepEqual(
        connections.map(({ id, network }) => [id, network.proxy]),
        [['b', 'http://proxy:1']],
      );
      assert.match(problems.join('\n'), refused);
      const draft = { ...draftOf(testConnection(service), defaultNetworkChoices), proxy };
      assert.match(draftProblems(draft).proxy ?? '', refused);
      assert.doesNotMatch(`${problems.join('\n')} ${draftProblems(draft).proxy}`, /hidden|jo@|jo:/);
    }
  });
});
