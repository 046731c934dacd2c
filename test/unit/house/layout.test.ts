import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../support/projectPaths.ts';
import { trackedFiles } from './trackedFiles.ts';

const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'esbuild.mjs',
  'thirdPartyNotices.ts',
  'src',
  'media',
  'test',
];
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md', 'LICENSE', 'docs'];
const forTheMarketplace = ['.vscodeignore', 'l10n'];
const names = ['package.nls.json', 'package.nls.de.json'];
const configuration = ['.ci', '.github', '.vscode', '.gitignore', '.gitattributes', '.npmrc'];
const lintAndFormat = ['.oxlintrc.json', '.oxfmtrc.json', 'knip.json'];
const topLevel = new Set([
  ...sources,
  ...documents,
  ...forTheMarketplace,
  ...names,
  ...configuration,
  ...lintAndFormat,
]);

/** Names that say nothing about what a file holds. */
const emptyNames = /^(helpers?|utils?|types?|misc|common|stuff|constants)\./i;

/** Near 100 lines is comfortable, 300 the most that is meant: what is longer than this has more than one reason to change. */
const mostLines = 400;

describe('the layout', () => {
  const files = trackedFiles();

  it('has nothing at the top but source, tests, documents and configuration', () => {
    const tops = new Set(files.map((file) => file.split('/')[0] ?? file));
    assert.deepEqual(
      [...tops].filter((name) => !topLevel.has(name)),
      [],
    );
  });

  it('names every file after what it holds', () => {
    assert.deepEqual(
      files.filter((file) => emptyNames.test(path.basename(file))),
      [],
    );
  });

  it('has no source file that is too long to be read at once', () => {
    const written = files.filter((file) => /^src\/.*\.ts$/.test(file));
    assert.ok(written.length > 0);
    assert.deepEqual(
      written.filter((file) => readFileSync(inProject(file), 'utf8').trimEnd().split('\n').length > mostLines),
      [],
    );
  });
});
