import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';
import { bundleKeys, sentencesIn, usedSentences } from '../../support/sentences.ts';

type Words = Readonly<Record<string, string>>;

function readWords(file: string): Words {
  return JSON.parse(readFileSync(inProject(file), 'utf8')) as Words;
}

/** `{0}` and `{name}`, in no order: another language has its own. */
function places(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join(' ');
}

/** What a translation cannot be used for. */
function unlike(original: Words, translation: Words): string[] {
  return Object.entries(original).flatMap(([key, text]) => {
    const words = translation[key];
    if (!words?.trim()) return [`not translated: ${text}`];
    return places(words) === places(text) ? [] : [`other places than in: ${text}`];
  });
}

describe('the sentences', () => {
  const sentences = usedSentences();
  const english = readWords('l10n/bundle.l10n.json');
  const german = readWords('l10n/bundle.l10n.de.json');

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

  it('are all in the bundle, and nothing else is: npm run words', () => {
    assert.deepEqual(Object.keys(english), bundleKeys(sentences));
    assert.deepEqual(Object.values(english), Object.keys(english));
  });

  it('are all there in German, with the same places', () => {
    assert.deepEqual(unlike(english, german), []);
    assert.deepEqual(Object.keys(german), Object.keys(english));
  });
});

describe('the titles in package.json', () => {
  it('are all there in German', () => {
    const english = readWords('package.nls.json');
    const german = readWords('package.nls.de.json');
    assert.deepEqual(unlike(english, german), []);
    assert.deepEqual(Object.keys(german), Object.keys(english));
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
