import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../support/projectPaths.ts';

describe('npm package of the command line', () => {
  const [file = ''] = globSync('dist/recordbench-*.tgz', { cwd: inProject() });
  const tar = (...args: string[]): string => execFileSync('tar', args, { cwd: inProject(), encoding: 'utf8' });

  it('contains only the program, package.json, README, license and notices', () => {
    assert.deepEqual(
      tar('-tzf', file).trim().split('\n').toSorted(),
      ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'package.json', 'program.js', 'recordbench.js'].map(
        (name) => `package/${name}`,
      ),
    );
  });

  it('has no dependencies and no scripts', () => {
    const about = JSON.parse(tar('-xzOf', file, 'package/package.json')) as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(about), ['name', 'version', 'description', 'license', 'type', 'bin', 'engines']);
  });

  it('bundles only packages that are in the bill of materials', () => {
    const { components } = JSON.parse(readFileSync(inProject('dist', 'recordbench.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
    };
    const known = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`);
    const notices = tar('-xzOf', file, 'package/THIRD-PARTY-NOTICES.txt');
    const bundled = [...notices.matchAll(/^ {2}(\S+ \d\S*) \(/gm)].map(([, one = '']) => one);
    assert.ok(bundled.length > 3, notices);
    assert.deepEqual(
      bundled.filter((one) => !known.includes(one)),
      [],
    );
  });
});
