import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly integrity?: string;
}

function lockedPackages(file: string): Readonly<Record<string, LockedPackage>> {
  return (JSON.parse(readFileSync(inProject(file), 'utf8')) as { packages: Record<string, LockedPackage> }).packages;
}

/** Paths where the package at `place` would resolve `name`, nearest first. */
function candidates(place: string, name: string): string[] {
  const folders = [place];
  for (let at = place; at !== '';) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1));
    folders.push(at);
  }
  return folders.map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}

describe('package-lock.json', () => {
  // npm omits packages that the current registry doesn't have, and then npm ci rejects the file
  it('has the packages for every platform, so that npm ci works on each', () => {
    const packages = lockedPackages('package-lock.json');
    const absent = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !candidates(place, name).some((key) => packages[key])),
    );
    assert.deepEqual(absent, []);
  });

  it('has the checksum of every package, for every platform', () => {
    for (const file of ['package-lock.json', 'test/vscode/package-lock.json']) {
      const unchecked = Object.entries(lockedPackages(file))
        .filter(([place, { integrity = '' }]) => place !== '' && !integrity.startsWith('sha512-'))
        .map(([place]) => place);
      assert.deepEqual(unchecked, [], file);
    }
  });
});

describe('workflows', () => {
  const workflows = ['release.yml', 'test.yml'].map((name) =>
    readFileSync(inProject(`.github/workflows/${name}`), 'utf8'),
  );

  it('pin every action to a commit', () => {
    const actions = workflows.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action));
    assert.ok(actions.length > 0);
    assert.deepEqual(
      actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
      [],
    );
  });

  it('build with the Node version of package.json', () => {
    const { devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    for (const text of workflows)
      assert.deepEqual(
        [...text.matchAll(/node-version: (.+)/g)].map(([, version]) => version),
        [devDependencies['node']],
      );
  });
});
