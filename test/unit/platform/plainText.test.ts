import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  plainTextOrMarkdown,
  plainError,
  plainLabel,
  plainLines,
  plainMarkdown,
  plainSentence,
  plainStatus,
  plainTab,
  redactSecretsInUi,
} from '../../../src/platform/ui/plainText.ts';
import { KnownSecrets } from '../../../src/model/connection/knownSecrets.ts';
import { assertPlain, hostileTexts } from '../../support/hostileTexts.ts';

const inOneLine = { plainSentence, plainLabel, plainStatus, plainTab, plainEitherWay: plainTextOrMarkdown };

describe('untrusted text', () => {
  for (const [name, plain] of Object.entries(inOneLine))
    it(`is plain text in VS Code: ${name}`, () => {
      for (const [what, text] of Object.entries(hostileTexts)) assertPlain(plain(text), text, what);
    });

  it('is unchanged if nothing in it is markup', () => {
    for (const text of ['Ann Lee (Pune)', 'a [b] (c) $5 $ (d)', 'שלום 12', 'किताब', '👩‍👩‍👧 می‌خواهم', ''])
      for (const plain of Object.values(inOneLine)) assert.equal(plain(text), text);
  });

  it('is plain text, whatever its content', () => {
    const parts = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '$',
      'command:a',
      'x',
      ' ',
      '\n',
      '\u200F',
      '\u202E',
      '🙂',
      '\u2060',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
        const text = some.join('');
        assertPlain(plainSentence(text), text, text);
      }),
    );
  });

  it('is shortened in the middle: a message starts with what failed and ends with what to do', () => {
    const sentence = `Could not save “${'n'.repeat(10_000)}”: the token has expired. Set a new token.`;
    const shown = plainSentence(sentence);
    assert.match(shown, /^Could not save “n+…n+”: the token has expired\. Set a new token\.$/);
    // VS Code would truncate longer text at the end
    assert.ok(shown.length < 1_000);
    assert.match(plainTab(`Begin ${'n'.repeat(100)}`), /^Begin n{53}…$/);
  });

  it('is never cut within a character', () => {
    for (let before = 0; before < 4; before++) {
      const text = 'a'.repeat(before) + '🙂'.repeat(1_000);
      for (const plain of Object.values(inOneLine)) assert.ok(plain(text).isWellFormed());
    }
  });

  it('is one line among others', () => {
    assert.equal(plainLines(['one\nread-only', undefined, '', 'two']), 'one read-only\ntwo');
  });

  it('reads in Markdown as written', () => {
    assert.equal(plainMarkdown('a_b *c* <https://x>'), String.raw`a\_b \*c\* \<https\:\/\/x\>`);
  });

  it('cannot add a line to the log', () => {
    const [said, ...places] = plainError(new TypeError('no\n2026-11-16 [info] All is well')).split('\n');
    assert.equal(said, 'TypeError: no 2026-11-16 [info] All is well');
    assert.ok(places.length > 0 && places.every((line) => line.startsWith('    at ')));
    assert.equal(plainError('a\nb'), 'a b');
  });

  it('shows no secret, however long it is and wherever the secret is', () => {
    const secrets = new KnownSecrets();
    secrets.add('a-token-0815-that-nobody-sees');
    redactSecretsInUi(secrets);
    try {
      for (const plain of [...Object.values(inOneLine), plainMarkdown, plainError])
        for (const text of ['', 'x'.repeat(150), 'x'.repeat(4_990), 'x'.repeat(1_000_000)]) {
          const shown = plain(`${text}a-token-0815-that-nobody-sees${text}`);
          assert.doesNotMatch(shown.replaceAll('\\', ''), /0815|nobody-sees/);
        }
      assert.equal(plainSentence('Lead a-token-0815-that-nobody-sees (Pune)'), 'Lead ••• (Pune)');
    } finally {
      redactSecretsInUi(new KnownSecrets());
    }
  });
});
