import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

/** Spellings of the service's HTTP interface. */
const spellings: Readonly<Record<string, RegExp>> = {
  'a key beside a reference': /(?<![\w$])__(?!proto__)|_model\b/,
  'its query parameter': /(?<![\w$])q(?![\w$])/,
  'a part of its queries': /\b(?:pheader|related_model_class|show_has_many_records)\b/,
  'another parameter': /\b(?:current_listview|current_category|search_basic|search_criteria|related_to|is_confirm)\b/,
  'a flag of its answers': /\bis_(?:editable|deletable|edit|delete|comment|record_deleted|invisible)\b/,
  'a part of its answers': /\b(?:paginate|total_count|record_display_name|display_field|primary_key|filterRules)\b/,
  'a part of its saves': /\bnormalized\b/,
  'a permission of it': /\bINHERIT\b|\bpermissionNames\b/,
  'a type of its database': /\bMySQL\b|\bVAR_STRING\b|\bvarchar\b|\bdata_?type\b/i,
  'the column of deleted records': /\.deleted['"`]|deleted\$\//,
};

/** Files that may use some of them. */
const exceptions: Readonly<Record<string, readonly (keyof typeof spellings)[]>> = {
  // the three keys are in users' existing texts, drafts, staged cells and plans
  'model/form/companionKeys.ts': ['a key beside a reference'],
  // the name is public API for other extensions
  'services/recordApi.ts': ['its query parameter'],
  // links that users copy from the service's own pages
  'model/address/serviceLinks.ts': ['another parameter'],
  // the HTML element
  'features/account/page/license/sanitize.ts': ['its query parameter'],
  // functions of the shell fish
  'cli/commands/completion.ts': ['a key beside a reference'],
};

function wireWords(text: string): string[] {
  return Object.keys(spellings).filter((name) => spellings[name]?.test(text));
}

const knowing = ['service/documented/', 'demo/'];

describe('HTTP interface keys', () => {
  const files = globSync('**/*.ts', { cwd: inProject('src') }).map((file) => file.replaceAll('\\', '/'));
  const others = files.filter((file) => !knowing.some((folder) => file.startsWith(folder)));
  const found = new Map(others.map((file) => [file, wireWords(readFileSync(inProject('src', file), 'utf8'))]));

  it('are used only in the folder of the interface and in the demo', () => {
    const leaks = [...found].flatMap(([file, words]) =>
      words.filter((word) => exceptions[file]?.includes(word) !== true).map((word) => `src/${file} has ${word}`),
    );
    assert.deepEqual(leaks, []);
  });

  it('have no unused exceptions', () => {
    for (const [file, words] of Object.entries(exceptions)) assert.deepEqual(found.get(file), words, file);
  });

  it('never appear in user messages', () => {
    const read = (file: string): Record<string, string> =>
      JSON.parse(readFileSync(inProject('l10n', file), 'utf8')) as Record<string, string>;
    const sentences = [...Object.entries(read('de.json')).flat(), ...Object.values(read('en.json'))];
    const technical = /[a-z]_[a-z]|\b(?:EDIT|VIEW|DELETE)\b/;
    // users type paths themselves
    const said = sentences.map((one) => one.replaceAll(/\{controller\}\/\w+\.json/g, ''));
    assert.deepEqual(
      said.filter((one) => technical.test(one) || wireWords(one).length > 0),
      [],
    );
  });

  for (const [name, example] of [
    ['a key beside a reference', 'const label = `__${key}`;'],
    ['a key beside a reference', "values['owner_id_model']"],
    ['its query parameter', 'client.records(leads, { q: { where } })'],
    ['its query parameter', 'query.q?.order'],
    ['a flag of its answers', "answer['is_editable']"],
    ['a part of its answers', 'answer.paginate'],
    ['a part of its saves', "body.append('data[normalized]', '1')"],
    ['a permission of it', "[0, 'INHERIT']"],
    ['a type of its database', "field.dataType === 'VAR_STRING'"],
    ['the column of deleted records', '`${alias}.deleted`'],
  ] as const)
    it(`are detected in ${example}`, () => assert.ok(wireWords(example).includes(name)));

  it('are not detected in our own words', () => {
    const own = "const { __proto__: none, rawQ, isDeleted } = row; text.normalize('NFC'); news === 'deleted';";
    assert.deepEqual(wireWords(own), []);
  });
});
