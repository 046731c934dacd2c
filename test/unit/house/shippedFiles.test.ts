import assert from 'node:assert/strict';
import { shippedOf } from './shippedFiles.ts';

describe('package', () => {
  it('has the runtime files, the third-party notices and the bill of materials, and no leftovers', async () => {
    const inside = [
      'dist/extension.js',
      'dist/chunks/a.js',
      'dist/webview/a.css',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/recordbench.cdx.json',
      'SUPPORT.md',
    ];
    const outside = [
      'src/extension.ts',
      'test/run.ts',
      'dist/pictures/a.png',
      'dist/extension.js.map',
      '.github/workflows/test.yml',
    ];
    assert.deepEqual(await shippedOf([...inside, ...outside]), inside);
  });
});
