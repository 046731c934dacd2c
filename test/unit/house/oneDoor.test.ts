import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { inProject } from '../../support/projectPaths.ts';

const door = 'services/writes/';
const text = (file: string): string => readFileSync(inProject('src', file), 'utf8');

describe('single entry point for writes', () => {
  const files = globSync('**/*.ts', { cwd: inProject('src') }).map((file) => file.replaceAll('\\', '/'));
  // `clientOperations` proves that the client has no other operation that writes
  const operations = Object.getOwnPropertyNames(RecordClient.prototype).filter((name) => name.startsWith('send'));
  const callsIn = (source: string): string[] =>
    operations.filter((name) => new RegExp(String.raw`(\.|\[['"\x60]|\b)${name}\b`).test(source));

  it('is the only caller of client operations that write', () => {
    assert.deepEqual(operations, ['sendSave', 'sendDelete', 'sendBulkEdit', 'sendBulkDelete', 'sendSignup']);
    const others = files.filter((file) => !file.startsWith(door) && !file.startsWith('service/'));
    assert.deepEqual(
      others.flatMap((file) => callsIn(text(file)).map((name) => `${file} calls ${name}`)),
      [],
    );
  });

  it('detects a violating call', () => {
    assert.deepEqual(callsIn('await client.sendSave(form, values, action)'), ['sendSave']);
    assert.deepEqual(callsIn("client['sendDelete'](a, b)"), ['sendDelete']);
    assert.deepEqual(callsIn('drafts.save(text)'), []);
  });
});

describe('single entry point for tokens', () => {
  const files = globSync('**/*.ts', { cwd: inProject('src') }).map((file) => file.replaceAll('\\', '/'));
  const holding = (what: RegExp): string[] => files.filter((file) => what.test(text(file)));

  it('creates every client, with consent, proxy and secrets to mask', () => {
    assert.deepEqual(holding(/new RecordClient\(/), ['assembly/openService.ts']);
    assert.deepEqual(holding(/#openService\(/), ['services/connections/clients.ts']);
    assert.deepEqual(holding(/\bauthorization: `Bearer /), ['service/documented/http/serviceLink.ts']);
  });

  it('is the only way for a token to leave the secret storage', () => {
    assert.deepEqual(holding(/\bcontext\.secrets\b/), ['assembly/createServices.ts']);
    assert.deepEqual(holding(/new SecretTokenVault\(/), ['assembly/createServices.ts']);
  });
});
