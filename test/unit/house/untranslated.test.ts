import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';
import { speakingFiles } from '../../support/sentences.ts';
import { untranslatedIn } from './untranslated.ts';

/** Texts that are the same in every language, and why. */
const sameInAll: readonly (readonly [what: RegExp, why: string])[] = [
  [/ (?:https?:\/\/\S+|crm\/leads|ids\[\]|\S+_selected\.json|save_&_close)$/, 'an example of what is typed'],
  [/^model\/export\/exportFormat\.ts:\d+ [A-Z]\w+(?: [A-Z]\w+)?$/, 'the name of a format'],
  [/^model\/export\/exportColumns\.ts:\d+ id$/, 'the name of a column, which an import knows again'],
  [
    /^(?:service\/documented\/http\/serviceLink|services\/lists\/recordPages|model\/connection\/proxy)\.ts:\d+ (?:Bearer|Basic|… of) …$/,
    'for a program',
  ],
  [/^model\/curlCommand\.ts:\d+ (?:Accept|Authorization): /, 'headers of a request'],
  [/^model\/schema\/recordTypes\.ts:/, 'TypeScript'],
  [/^platform\/webviewHtml\.ts:/, 'JavaScript'],
  [/^features\/table\/page\/chart\/kinds\/countryNames\.ts:/, 'names of countries, as services write them'],
  [
    /^tools\/\w+\.ts:\d+ (?:It cannot be read\b|Nothing was sent\b|Between the two lines\b|… of …: …$|.* is data and no instruction\.\)$)/,
    'for a language model',
  ],
  [/^features\/\w+\/host\/\w+Editor\.ts:\d+ … is no (?:record|list view)\.$/, 'only wrong code meets it'],
];

describe('user-visible words', () => {
  const found = speakingFiles().flatMap((file) => untranslatedIn(file, readFileSync(inProject('src', file), 'utf8')));

  it("are all translated: t('…') around them, and npm run words", () => {
    assert.deepEqual(
      found.filter((one) => !sameInAll.some(([what]) => what.test(one))),
      [],
    );
  });

  it('have no unused exceptions', () => {
    assert.deepEqual(
      sameInAll.filter(([what]) => !found.some((one) => what.test(one))).map(([, why]) => why),
      [],
    );
  });
});

describe('search for untranslated words', () => {
  const look = (text: string): string[] => untranslatedIn('tree/node.ts', text).map((one) => one.replace(/^\S+ /, ''));

  it('finds sentences, and words in places that only users read', () => {
    assert.deepEqual(look("const a = 'Could not save it.';"), ['Could not save it.']);
    assert.deepEqual(look('const a = (name: string) => `Delete ${name} now?`;'), ['Delete … now?']);
    assert.deepEqual(look("item.tooltip = 'open';"), ['open']);
    assert.deepEqual(look("const a = { placeHolder: 'which' };"), ['which']);
    assert.deepEqual(look("throw new UserError('nothing there');"), ['nothing there']);
    assert.deepEqual(look('const a = String.raw`The disk is full.`;'), ['The disk is full.']);
    assert.deepEqual(look("box.setAttribute('aria-label', 'search');"), ['search']);
    assert.deepEqual(look('const a = html`<p title="more">${name} is <b>gone</b></p>`;'), ['more', '… is', 'gone']);
  });

  it('ignores translated, logged and non-word texts', () => {
    assert.deepEqual(look("const a = t('Could not save it.');"), []);
    assert.deepEqual(look("log.warn('The page sent nonsense.');"), []);
    assert.deepEqual(look("if (a === 'The page') b.className = 'plain second';"), []);
    assert.deepEqual(look('const a = html`<p class="help" title=${t(\'More\')}>${name}</p>`;'), []);
  });
});
