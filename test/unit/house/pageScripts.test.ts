import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { type BuildOptions, build } from 'esbuild';
import { type InlineModule, webviewHtml } from '../../../src/platform/webviewHtml.ts';
import { inProject, projectRoot } from '../../support/projectPaths.ts';

describe('page scripts', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-pages-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are one script each, including everything needed at startup', async () => {
    const { webviews } = (await import(inProject('esbuild.mjs'))) as { readonly webviews: readonly BuildOptions[] };
    for (const pages of webviews) await build({ ...pages, absWorkingDir: projectRoot, outdir: folder });
    const names = globSync('*.start.json', { cwd: folder }).map((file) => path.basename(file, '.start.json'));
    assert.deepEqual(names.toSorted(), [
      'bulk',
      'compare',
      'connection',
      'form',
      'import',
      'license',
      'signup',
      'table',
    ]);
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    for (const name of names) {
      const start = JSON.parse(read(`${name}.start.json`)) as readonly InlineModule[];
      assert.equal(start.at(-1)?.file, `${name}.js`);
      const address = (file: string): string => `https://here/${file}`;
      const page = webviewHtml({ ...parts, name, address, read, start });
      const [, script = ''] = /<script nonce="once">\s*(document\.currentScript.*?)<\/script>/s.exec(page) ?? [];
      assert.ok(script.length > 20_000, name);
      // a remaining import would throw here
      assert.ok(new vm.Script(script), name);
      assert.doesNotMatch(script, /\bimport\(["'`]\./, `${name} names what it loads by its whole address`);
    }
  });

  it('export no mutable bindings, since an inlined script passes on the initial value', () => {
    const sources = globSync('src/{features,model}/**/*.ts', { cwd: projectRoot });
    const changing = sources.filter((file) => /^export (let|var) /m.test(readFileSync(inProject(file), 'utf8')));
    assert.ok(sources.length > 100);
    assert.deepEqual(changing, []);
  });
});

const parts = { title: 'Leads', nonce: 'once', source: 'here', language: 'en', words: undefined };
