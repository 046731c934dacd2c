import assert from 'node:assert/strict';
import { readTexts, sentencesIn, shownTexts, usedSentences } from '../../support/sentences.ts';

/** `{0}` and `{name}`, ignoring their order, which depends on the language. */
function places(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join(' ');
}

describe('the sentences', () => {
  const sentences = usedSentences();

  it('are written as they are, so that a translation can be found for them', () => {
    assert.deepEqual(
      sentences.filter(({ text }) => text === undefined).map(({ at }) => at),
      [],
    );
  });

  it('are translated when they are said, not while a file is loaded, which may be before the translation', () => {
    assert.deepEqual(
      sentences.filter(({ isLate }) => !isLate).map(({ at }) => at),
      [],
    );
  });
});

describe('the texts that a person reads', () => {
  const english = shownTexts();
  const german = readTexts('l10n/de.json');

  it('are all in l10n/de.json, and nothing else is: npm run words', () => {
    assert.deepEqual(Object.keys(german), [...english.keys()]);
  });

  it('have the same places in German', () => {
    const unlike = [...english].filter(([key, text]) => !german[key]?.trim() || places(german[key]) !== places(text));
    assert.deepEqual(unlike, []);
  });
});

describe('reading sentences', () => {
  const read = (text: string): string[] =>
    sentencesIn('tree/node.ts', `import { t } from '@vscode/l10n';\n${text}`).map(
      (one) => `${one.at} ${one.text ?? '?'} ${one.isLate ? 'late' : 'early'}`,
    );

  it('finds them wherever they are said', () => {
    assert.deepEqual(read("const say = () => html`<p>${t('Hello {0}.', name)}</p>`;"), [
      'tree/node.ts:2 Hello {0}. late',
    ]);
    assert.deepEqual(read("class Node {\n  label = t('Leads');\n}"), ['tree/node.ts:3 Leads late']);
  });

  it('sees what cannot be translated', () => {
    assert.deepEqual(read('const say = (name: string) => t(`Hello ${name}.`);'), ['tree/node.ts:2 ? late']);
    assert.deepEqual(read("const label = t('Leads');"), ['tree/node.ts:2 Leads early']);
  });
});
