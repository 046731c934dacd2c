import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';
import { trackedFiles } from './trackedFiles.ts';

const registry = 'https://registry.npmjs.org/';

/** A path that exists on one machine only. */
const machinePath = /(?<![\w.:/-])\/(?:home|root|work|Users)\/[\w.-]+/;

describe('text of tracked files', () => {
  const files = trackedFiles();

  it('contains no local path of a development machine', () => {
    const isText = /\.(?:[cm]?[jt]sx?|json|md|css|html|yml|yaml|svg|txt)$|(?:^|\/)(?:run|\.[a-z]+)$/;
    const guilty = files
      .filter((file) => isText.test(file) && !file.endsWith('words.test.ts'))
      .filter((file) => machinePath.test(readFileSync(inProject(file), 'utf8')));
    assert.deepEqual(guilty, []);
  });

  it('points npm only to the public registry', () => {
    for (const file of files.filter((name) => name.endsWith('package-lock.json'))) {
      const text = readFileSync(inProject(file), 'utf8');
      const others = [...text.matchAll(/"resolved": "([^"]+)"/g)].filter(([, url = '']) => !url.startsWith(registry));
      assert.equal(others.length, 0, file);
    }
    for (const file of files.filter((name) => name.endsWith('.npmrc'))) {
      assert.doesNotMatch(readFileSync(inProject(file), 'utf8'), /registry/);
    }
  });

  it('is checked for local paths', () => {
    assert.match('see /home/ada/project', machinePath);
    assert.match("'/Users/ada'", machinePath);
    assert.doesNotMatch('GET https://example.com/work/1 and src/work/a.ts', machinePath);
  });
});
