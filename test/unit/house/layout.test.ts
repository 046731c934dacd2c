import assert from 'node:assert/strict';
import path from 'node:path';
import { trackedFiles } from './trackedFiles.ts';

const sources = ['package.json', 'package-lock.json', 'tsconfig.json', 'esbuild.mjs', 'src', 'media', 'test'];
const forTheMarketplace = ['README.md', 'CHANGELOG.md', 'LICENSE', '.vscodeignore', 'l10n', 'docs'];
const names = ['package.nls.json', 'package.nls.de.json'];
const configuration = ['.ci', '.vscode', '.gitignore', '.gitattributes', '.npmrc'];
const lintAndFormat = ['.oxlintrc.json', '.oxfmtrc.json', 'knip.json'];
const topLevel = new Set([...sources, ...forTheMarketplace, ...names, ...configuration, ...lintAndFormat]);

/** Names that say nothing about what a file holds. */
const emptyNames = /^(helpers?|utils?|types?|misc|common|stuff|constants)\./i;

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
});
