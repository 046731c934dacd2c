import assert from 'node:assert/strict';
import { readTexts, sentencesIn, shownTexts, usedSentences } from '../../support/sentences.ts';

/** `{0}` and `{name}`, ignoring their order, which depends on the language. */
function places(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join(' ');
}

describe('messages', () => {
  const sentences = usedSentences();

  it('are literals, so that a translation can be found', () => {
    assert.deepEqual(
      sentences.filter(({ text }) => text === undefined).map(({ at }) => at),
      [],
    );
  });

  it('are translated on use, not at module load, which may precede the translation', () => {
    assert.deepEqual(
      sentences.filter(({ isLate }) => !isLate).map(({ at }) => at),
      [],
    );
  });
});

describe('user-visible texts', () => {
  const english = shownTexts();
  const german = readTexts('l10n/de.json');

  it('match l10n/de.json exactly: npm run words', () => {
    assert.deepEqual(Object.keys(german), [...english.keys()]);
  });

  it('have the same placeholders in German', () => {
    const unlike = [...english].filter(([key, text]) => !german[key]?.trim() || places(german[key]) !== places(text));
    assert.deepEqual(unlike, []);
  });
});

describe('message extraction', () => {
  const read = (text: string): string[] =>
    sentencesIn('tree/node.ts', `import { t } from '@vscode/l10n';\n${text}`).map(
      (one) => `${one.at} ${one.text ?? '?'} ${one.isLate ? 'late' : 'early'}`,
    );

  it('finds messages wherever they are used', () => {
    assert.deepEqual(read("const say = () => html`<p>${t('Hello {0}.', name)}</p>`;"), [
      'tree/node.ts:2 Hello {0}. late',
    ]);
    assert.deepEqual(read("class Node {\n  label = t('Leads');\n}"), ['tree/node.ts:3 Leads late']);
  });

  it('detects what cannot be translated', () => {
    assert.deepEqual(read('const say = (name: string) => t(`Hello ${name}.`);'), ['tree/node.ts:2 ? late']);
    assert.deepEqual(read("const label = t('Leads');"), ['tree/node.ts:2 Leads early']);
  });
});
