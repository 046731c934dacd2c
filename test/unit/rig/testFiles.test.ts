import assert from 'node:assert/strict';
import { inProject } from '../../support/projectPaths.ts';
import { longest, testFiles } from '../../support/testFiles.ts';

describe('order of test files', () => {
  it('starts with the longest journeys, and contains every file once', () => {
    const files = testFiles([inProject('test/unit/rig'), inProject('test/e2e')]);
    assert.deepEqual(files.slice(0, longest.length), longest);
    assert.deepEqual(files.slice(longest.length), files.slice(longest.length).toSorted());
    assert.equal(new Set(files).size, files.length);
    assert.ok(files.includes(import.meta.filename) && files.length > longest.length + 20);
  });
});
