import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

const door = 'services/writes/';
const text = (file: string): string => readFileSync(inProject('src', file), 'utf8');

describe('single entry point for writes', () => {
  const files = globSync('**/*.ts', { cwd: inProject('src') }).map((file) => file.replaceAll('\\', '/'));
  const operations = [...text('service/recordService.ts').matchAll(/^ {2}(send\w+)\(/gm)].map(([, name = '']) => name);
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

  it('covers every write of the client: no other operation sends one', () => {
    const writers = files
      .filter((file) => file.startsWith('service/documented/') && /\blink\.(requestWrite|writeTo)\(/.test(text(file)))
      .map((file) => file.slice('service/documented/'.length));
    assert.deepEqual(writers.toSorted(), ['accountOperations.ts', 'writeOperations.ts']);
    const reads = ['license', 'type License', 'organization', 'signupInformation'];
    const client = text('service/documented/recordClient.ts');
    for (const [, imported = '', file = ''] of client.matchAll(/import \{ ([^}]+) \} from '\.\/([^']+)'/g))
      if (writers.includes(file))
        for (const name of imported.split(',').map((one) => one.trim())) {
          const [, method = ''] =
            new RegExp(String.raw`^ {2}(\w+)\([^{]*\{\n {4}return ${name}\(`, 'm').exec(client) ?? [];
          if (!reads.includes(name)) assert.ok(operations.includes(method), `${method} writes by ${name}`);
        }
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
    assert.deepEqual(holding(/\bauthorization: `Bearer /), ['service/documented/http/serviceCaller.ts']);
  });

  it('is the only way for a token to leave the secret storage', () => {
    assert.deepEqual(holding(/\bcontext\.secrets\b/), ['assembly/createServices.ts']);
    assert.deepEqual(holding(/new SecretTokenVault\(/), ['assembly/createServices.ts']);
  });
});

describe('single entry point for service messages of reads', () => {
  it('is the only place that reads, so no read of the client can bypass it', () => {
    const link = text('service/documented/http/serviceLink.ts');
    assert.equal(link.match(/\.callToRead\(/g)?.length, 1);
    assert.match(link, /async requestRead\([^}]*this\.#onSaid/);
    const others = globSync('**/*.ts', { cwd: inProject('src') }).filter(
      (file) => !/(?:serviceLink|serviceCaller)\.ts$/.test(file) && /\.callToRead\(/.test(text(file)),
    );
    assert.deepEqual(others, []);
  });
});
