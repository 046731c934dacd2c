import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { addenda, isCompatible, thirdPartyNotices } from '../../../thirdPartyNotices.ts';
import { inProject, projectRoot } from '../../support/projectPaths.ts';

describe('third-party notices', function () {
  let bundled: readonly string[] = [];
  let notices = '';

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
    notices = thirdPartyNotices(metafiles, projectRoot);
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
    return thirdPartyNotices([metafile], root);
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
