import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { billOfMaterials, type LockFile } from '../../../billOfMaterials.ts';
import { addenda, bundledPackages, isCompatible, thirdPartyNotices } from '../../../thirdPartyNotices.ts';
import { inProject, projectRoot } from '../../support/projectPaths.ts';

interface Component {
  readonly type: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly { readonly type: string; readonly name: string }[];
}

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string };
  readonly components: readonly Component[];
}

describe('third-party notices and bill of materials', function () {
  let bundled: readonly string[] = [];
  let notices = '';
  let billOn: (date: string) => Bill;

  before(async () => {
    const { builds } = (await import(inProject('esbuild.mjs'))) as { builds: readonly BuildOptions[] };
    const built = await Promise.all(
      builds.map((one) => build({ ...one, absWorkingDir: projectRoot, write: false, metafile: true })),
    );
    const metafiles = built.map(({ metafile }) => metafile);
    const inputs = metafiles.flatMap(({ outputs }) =>
      Object.values(outputs).flatMap((one) => Object.entries(one.inputs)),
    );
    const files = inputs.filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('node_modules/'));
    bundled = [...new Set(files.map(([file]) => packageFolder(file)))];
    const packages = bundledPackages(metafiles, projectRoot);
    notices = thirdPartyNotices(packages);
    const lockFile = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as LockFile;
    const product = { name: 'recordbench', version: '1.0.0', license: 'MIT' };
    billOn = (date) => JSON.parse(billOfMaterials(product, packages, lockFile, new Date(date))) as Bill;
  });

  it('list every shipped package with its version and license', () => {
    assert.ok(bundled.length > 10, bundled.join());
    const sections = notices.split(`\n${'='.repeat(80)}\n\n`);
    for (const folder of bundled) {
      const { name, version, license } = JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')) as {
        [key: string]: string;
      };
      const section = sections.find((one) => one.startsWith(`${name} ${version}\n`)) ?? '';
      assert.ok(section.includes(`\nLicense: ${license?.replaceAll(/[()]/g, '')}\n`), `${name} ${version}`);
      assert.match(
        section,
        /Permission (?:to use|is hereby)|Redistribution and use|TERMS AND CONDITIONS|Public License/,
        name,
      );
    }
  });

  it('include the icons and the map, which are not code', () => {
    for (const name of ['@vscode/codicons', 'world-atlas']) assert.ok(bundled.includes(`node_modules/${name}`), name);
  });

  it('list the same packages, each with the checksum of the archive that npm installed', () => {
    const { components } = billOn('2026-01-02');
    const listed = components.map(({ purl }) => decodeURIComponent(purl));
    const shipped = bundled.map((folder) => {
      const { name, version } = JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')) as {
        [key: string]: string;
      };
      return `pkg:npm/${name}@${version}`;
    });
    assert.deepEqual(listed.toSorted(), [...new Set(shipped)].toSorted());
    for (const { purl, hashes } of components) {
      assert.deepEqual(
        hashes.map(({ alg }) => alg),
        ['SHA-512'],
      );
      assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, purl);
    }
  });

  it('name what a package contains of others', () => {
    const parts = billOn('2026-01-02').components.flatMap(({ components = [] }) => components);
    assert.deepEqual(
      parts.map(({ type, name }) => `${type} ${name}`),
      ['library llhttp', 'data Natural Earth'],
    );
  });

  it('have a serial number that changes only with their content', () => {
    assert.deepEqual(billOn('2026-01-02'), billOn('2026-01-02'));
    assert.equal(billOn('2026-01-02').metadata.timestamp, '2026-01-02T00:00:00.000Z');
    assert.notEqual(billOn('2026-01-02').serialNumber, billOn('2026-01-03').serialNumber);
  });

  it('list no package that is no longer shipped', () => {
    for (const name of Object.keys(addenda)) assert.ok(bundled.includes(`node_modules/${name}`), name);
  });
});

describe('shipped package', () => {
  let root = '';

  beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'recordbench-notices-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  function noticesOf(license: string | undefined, files: Readonly<Record<string, string>>, bytesInOutput = 1): string {
    const folder = path.join(root, 'node_modules', '@some', 'thing');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: '@some/thing', version: '1.2.3', license }),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const output = {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: { 'node_modules/@some/thing/a.js': { bytesInOutput } },
    };
    const metafile: Metafile = { inputs: {}, outputs: { 'dist/a.js': output } };
    return thirdPartyNotices(bundledPackages([metafile], root));
  }

  it('is listed with all of its license texts', () => {
    const text = noticesOf('MIT', { 'License.md': 'You may.\r\n', NOTICE: 'We made it.', 'licensing.js': 'code' });
    assert.ok(text.includes('\n@some/thing 1.2.3\nLicense: MIT\n'));
    assert.ok(text.includes('You may.\n') && text.includes('We made it.') && !text.includes('code'));
  });

  it('is omitted when none of it is in the build', () => {
    assert.doesNotMatch(noticesOf('GPL-3.0-only', {}, 0), /thing/);
  });

  it('fails the build without a license or with an incompatible one', () => {
    for (const license of [undefined, 'GPL-3.0-only', 'SEE LICENSE IN terms.txt', 'UNLICENSED'])
      assert.throws(
        () => noticesOf(license, { LICENSE: 'You may.' }),
        /@some\/thing 1\.2\.3 is bundled, but its license/,
      );
  });

  it('fails the build without its license text', () => {
    assert.throws(() => noticesOf('MIT', {}), /no text of its license/);
  });

  it('fails the build without a checksum in package-lock.json', () => {
    const unlocked = {
      name: 'thing',
      version: '1.2.3',
      folder: 'node_modules/thing',
      license: 'MIT',
      source: undefined,
      note: undefined,
      contains: undefined,
      texts: [],
    };
    const product = { name: 'recordbench', version: '1.0.0', license: 'MIT' };
    for (const integrity of [undefined, 'sha1-abc'])
      assert.throws(
        () =>
          billOfMaterials(
            product,
            [unlocked],
            { packages: { [unlocked.folder]: integrity ? { integrity } : {} } },
            new Date(0),
          ),
        /no checksum of thing 1\.2\.3/,
      );
  });

  it('may offer a choice of licenses', () => {
    assert.ok(isCompatible('(MPL-2.0 OR Apache-2.0)'));
    assert.ok(isCompatible('MIT AND CC-BY-4.0'));
    assert.ok(!isCompatible('MIT AND GPL-3.0-only'));
    assert.ok(!isCompatible('MPL-2.0'));
  });
});

/** `node_modules/a/node_modules/@b/c` for a file inside it. */
function packageFolder(file: string): string {
  const parts = file.split('/');
  const at = parts.lastIndexOf('node_modules') + 1;
  return parts.slice(0, at + (parts[at]?.startsWith('@') ? 2 : 1)).join('/');
}
