import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { shippedSizes, sizeLimits, tooBig } from '../../../shippedSize.ts';

describe('size of what is shipped', () => {
  it('counts the package, and the module that VS Code loads with all its static imports', () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'recordbench-size-'));
    const files = {
      'recordbench.vsix': 'x'.repeat(70),
      'extension.js': 'import"./chunks/a.js";import("./chunks/later.js");',
      'chunks/a.js': 'import{b}from"./b.js";',
      'chunks/b.js': 'export{a}from"./a.js";',
      'chunks/later.js': 'x'.repeat(1_000),
    };
    try {
      mkdirSync(path.join(root, 'dist/chunks'), { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, 'dist', name), text);
      assert.deepEqual(shippedSizes(root), { package: 70, start: 50 + 22 + 22 });
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('fails the build beyond a limit, and names it', () => {
    assert.deepEqual(tooBig(sizeLimits), []);
    const [one = '', other = '', ...rest] = tooBig({ package: sizeLimits.package + 1, start: sizeLimits.start + 1 });
    assert.match(one, /^The package is too big: 1308001 of 1308000 bytes\./);
    assert.match(other, /^What VS Code loads at once is too big: 70001 of 70000 bytes\./);
    assert.deepEqual(rest, []);
  });
});
