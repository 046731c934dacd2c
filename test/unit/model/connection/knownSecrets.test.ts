import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KnownSecrets, redacted } from '../../../../src/model/connection/knownSecrets.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.Zm9v/YmFy+YmF6_c2VjcmV0-7Q==';

function knowing(...secrets: string[]): KnownSecrets {
  const known = new KnownSecrets();
  known.add(...secrets);
  return known;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (text: string): string =>
  Array.from(text, (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const spellings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'after Bearer': (secret) => `Bearer ${secret}`,
  'in capitals': (secret) => secret.toUpperCase(),
  'in an address': (secret) => encodeURIComponent(secret),
  'in an address, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  'in an address, every letter escaped': (secret) =>
    Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'twice in an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams([['t', secret]]).toString().slice(2),
  'in JSON': json,
  'in JSON with its slashes escaped': (secret) => json(secret).replaceAll('/', String.raw`\/`),
  'in JSON, every letter escaped': unicode,
  'in JSON within JSON': (secret) => json(json(unicode(secret))),
  'in HTML': (secret) => secret.replaceAll('&', '&amp;').replaceAll('+', '&#43;').replaceAll('/', '&#x2F;'),
  'in base64': base64,
  'in base64, after Bearer': (secret) => base64(`Bearer ${secret}`),
  'in base64, after a name': (secret) => base64(`jo:${secret}`),
  'in base64 for addresses': (secret) => Buffer.from(`x${secret}`).toString('base64url'),
  'in hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
};

describe('known secret', () => {
  for (const [how, spell] of Object.entries(spellings))
    it(`is masked in service messages: ${how}`, () => {
      const said = `No such token: ${spell(token)} (see the log)`;
      const struck = knowing(token).redact(said);
      assert.match(struck, /^No such token: .*•••.* \(see the log\)$/);
      for (const piece of piecesOf(spell(token))) assert.ok(!struck.includes(piece), `${struck} still has ${piece}`);
    });

  it('is masked when it is truncated at either end or both', () => {
    const known = knowing(token);
    for (const cut of [token.slice(0, 20), token.slice(-14), token.slice(10, 30)])
      assert.equal(known.redact(`“${cut}…” is not valid`), `“${redacted}…” is not valid`);
    assert.equal(known.redact(`“${base64(token).slice(0, 24)}…”`).includes(base64(token).slice(2, 16)), false);
  });

  it('is masked anywhere, and the rest stays unchanged', () => {
    const known = knowing(token, 'p&ss "wörd"', 'second-secret-9');
    const text = `${token}${token} 100 % & \\ ü ${encodeURIComponent('p&ss "wörd"')}, second-secret-9`;
    assert.equal(known.redact(text), `${redacted} 100 % & \\ ü ${redacted}, ${redacted}`);
    const plain = 'Lead “Größe 100%25 &amp; \\u0041” 😀 of crm/leads';
    assert.equal(known.redact(plain), plain);
  });

  it('does not mask texts that only resemble it', () => {
    // a token may start with the name of its service
    const known = knowing('recordbench-demo-a8f3kd92mfl20dkf93', 'production.records.example:Xk3');
    const said = 'recordbench-demo-tests at production.records.example refused';
    assert.equal(known.redact(said), said);
    assert.equal(knowing('lead').redact('the leads, misleading: lead 7'), `the leads, misleading: ${redacted} 7`);
    assert.equal(knowing('', '  ', 'abc').redact('abc'), 'abc');
  });

  it('is masked in any mix of encodings', () => {
    const escapes: ((letter: string) => string)[] = [
      (letter) => letter,
      (letter) => `%${letter.charCodeAt(0).toString(16)}`,
      (letter) => `%25${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      unicode,
      (letter) => `&#${letter.charCodeAt(0)};`,
    ];
    const letters = fc.string({
      unit: fc.constantFrom(...'AbCdEf0123456789-_./+='.split('')),
      minLength: 16,
      maxLength: 60,
    });
    const choice = fc.infiniteStream(fc.nat(escapes.length - 1));
    fc.assert(
      fc.property(letters, choice, fc.string(), fc.string(), (secret, choices, before, after) => {
        const spelled = Array.from(secret, (letter) => escapes[choices.next().value as number]?.(letter) ?? '').join(
          '',
        );
        const struck = knowing(secret).redact(`${before} ${spelled} ${after}`);
        assert.ok(struck.includes(redacted), `${secret} in ${struck}`);
        assert.ok(!struck.includes(spelled));
      }),
      { numRuns: 300 },
    );
  });
});

function piecesOf(text: string): string[] {
  return Array.from({ length: text.length - 17 }, (_, at) => text.slice(at, at + 18));
}
