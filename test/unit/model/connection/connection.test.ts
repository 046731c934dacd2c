import assert from 'node:assert/strict';
import {
  connectionId,
  isExposed,
  isLoopback,
  isSameAddress,
  readBaseUrl,
} from '../../../../src/model/connection/connection.ts';

describe('service address', () => {
  it('is accepted as users type it', () => {
    const cases = {
      'https://records.example.com': 'https://records.example.com',
      ' https://records.example.com/ ': 'https://records.example.com',
      'records.example.com': 'https://records.example.com',
      'http://127.0.0.1:8080/service//': 'http://127.0.0.1:8080/service',
      'https://Records.Example.com:443/a?b#c': 'https://records.example.com/a',
      'localhost:8080/service': 'http://localhost:8080/service',
      '127.0.0.1:443': 'http://127.0.0.1:443',
      '[::1]:8080': 'http://[::1]:8080',
      'https://localhost:8443': 'https://localhost:8443',
      'localhost.example.com:8080': 'https://localhost.example.com:8080',
    };
    for (const [typed, url] of Object.entries(cases)) assert.deepEqual(readBaseUrl(typed), { url }, typed);
  });

  it('is rejected with a message when it is invalid', () => {
    for (const typed of [
      '',
      '   ',
      'https://',
      'ftp://records.example.com',
      'https://me:secret@records.example.com',
      'not an address',
    ])
      assert.match(readBaseUrl(typed).problem ?? '', /^[A-Z“].*\.$/, typed);
  });

  it('does not repeat a password that it contains', () => {
    assert.ok(!readBaseUrl('https://me:hunter2@records.example.com').problem?.includes('hunter2'));
  });

  it('is exposed when it is plain HTTP to another machine', () => {
    assert.ok(isExposed('http://records.example.com'));
    assert.ok(!isExposed('https://records.example.com'));
    for (const own of ['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:8080', 'http://127.1.2.3'])
      assert.ok(isLoopback(own) && !isExposed(own), own);
    assert.ok(!isLoopback('http://127.0.0.1.example.com'));
  });

  it('is equal in any spelling, and different for another path, port, scheme or host', () => {
    const address = 'https://records.example.com/tenant-a';
    for (const same of ['HTTPS://Records.Example.com:443/tenant-a/', `${address}//`, `${address}?x=1#y`])
      assert.ok(isSameAddress(same, address), same);
    for (const other of ['/tenant-b', '/Tenant-A', ''].map((path) => `https://records.example.com${path}`))
      assert.ok(!isSameAddress(other, address), other);
    assert.ok(!isSameAddress('http://records.example.com/tenant-a', address));
    assert.ok(!isSameAddress('https://records.example.com:8443/tenant-a', address));
    assert.ok(!isSameAddress('', address));
  });
});

describe('connection id', () => {
  it('is a slug that is valid in a URI', () => {
    assert.equal(connectionId('Kraków – Prod (EU)', []), 'krakow-prod-eu');
    assert.equal(connectionId('東京', []), 'connection');
    assert.equal(connectionId('x'.repeat(200), []).length, 40);
  });

  it('is always unique', () => {
    assert.equal(connectionId('Test', ['test', 'test-2']), 'test-3');
  });
});
