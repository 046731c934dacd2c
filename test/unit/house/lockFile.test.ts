import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/** Where `name` would be found from the package at `place`, nearest first. */
function candidates(place: string, name: string): string[] {
  const folders = [place];
  for (let at = place; at !== '';) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1));
    folders.push(at);
  }
  return folders.map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}

describe('package-lock.json', () => {
  // npm leaves out what the registry at hand does not carry, and then npm ci refuses the file
  it('holds the packages for every platform, so that npm ci works on each', () => {
    const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as Lock;
    const absent = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !candidates(place, name).some((key) => packages[key])),
    );
    assert.deepEqual(absent, []);
  });
});
