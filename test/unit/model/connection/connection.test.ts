import assert from 'node:assert/strict';
import {
  connectionId,
  isExposed,
  isLoopback,
  isSameAddress,
  readBaseUrl,
} from '../../../../src/model/connection/connection.ts';

describe('the address of a service', () => {
  it('is taken as a person types it', () => {
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

  it('is refused with a sentence when it is none', () => {
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

  it('does not repeat a password that stands in it', () => {
    assert.ok(!readBaseUrl('https://me:hunter2@records.example.com').problem?.includes('hunter2'));
  });

  it('is exposed when it is plain http to another machine', () => {
    assert.ok(isExposed('http://records.example.com'));
    assert.ok(!isExposed('https://records.example.com'));
    for (const own of ['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:8080', 'http://127.1.2.3'])
      assert.ok(isLoopback(own) && !isExposed(own), own);
    assert.ok(!isLoopback('http://127.0.0.1.example.com'));
  });

  it('is the same in any spelling, and another for another path, port, scheme or host', () => {
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

describe("a connection's id", () => {
  it('is a slug that can stand in an address', () => {
    assert.equal(connectionId('Kraków – Prod (EU)', []), 'krakow-prod-eu');
    assert.equal(connectionId('東京', []), 'connection');
    assert.equal(connectionId('x'.repeat(200), []).length, 40);
  });

  it('is never one that is taken', () => {
    assert.equal(connectionId('Test', ['test', 'test-2']), 'test-3');
  });
});
