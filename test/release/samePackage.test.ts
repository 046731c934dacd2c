import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { sourceDate } from '../../vsix.ts';
import { inProject, keptFolder, projectRoot, vsixFile } from '../support/projectPaths.ts';
import { StartedProcess } from '../support/startedProcess.ts';
import { zipEntries } from './zipEntries.ts';

/** On the disk of node_modules, whose files are linked. */
const other = path.join(keptFolder, 'second-build');

describe('package', function () {
  let first: Buffer;
  let second: Buffer;

  before(async () => {
    first = readFileSync(vsixFile);
    rmSync(other, { recursive: true, force: true });
    copySources();
    linkTree(inProject('node_modules'), path.join(other, 'node_modules'));
    const env = {
      ...process.env,
      SOURCE_DATE_EPOCH: String(sourceDate().getTime() / 1000),
      TZ: 'Pacific/Kiritimati',
      LC_ALL: 'cs_CZ.UTF-8', // sorts “ch” after “h”
    };
    const build = new StartedProcess(process.execPath, ['esbuild.mjs', '--package'], { cwd: other, env });
    if ((await build.finished()) !== 0) assert.fail(build.output);
    second = readFileSync(path.join(other, 'dist', 'recordbench.vsix'));
  });

  after(() => rmSync(other, { recursive: true, force: true }));

  it('has the same files, dates and permissions in another folder, language, time zone and clone', async () => {
    assert.deepEqual(await zipEntries(second), await zipEntries(first), 'is the package of dist up to date?');
  });

  it('is the same, byte by byte', () => {
    assert.ok(first.equals(second));
  });

  it('of the command line is the same, byte by byte, too', () => {
    const [one, two] = [projectRoot, other].map((folder) => {
      const [file = ''] = globSync('dist/recordbench-*.tgz', { cwd: folder });
      return readFileSync(path.join(folder, file));
    });
    assert.ok(one?.equals(two!));
  });

  it('carries the date of the sources', async () => {
    // a zip file counts in steps of two seconds
    const date = new Date(Math.floor(sourceDate().getTime() / 2000) * 2000).toISOString().slice(0, 19);
    const dates = new Set((await zipEntries(first)).map((entry) => entry.date));
    assert.deepEqual([...dates], [date]);
  });

  it('contains the bill of materials and the notices that are next to it', async () => {
    const inside = new Map((await zipEntries(first)).map((entry) => [entry.name, entry.checksum]));
    for (const name of ['recordbench.cdx.json', 'THIRD-PARTY-NOTICES.txt'])
      assert.equal(inside.get(`extension/dist/${name}`), crc32(readFileSync(inProject('dist', name))), name);
  });
});

/** As a clone by a user whose new files others may not read. */
function copySources(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((one) => one !== '' && existsSync(inProject(one)))) {
    const target = path.join(other, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(inProject(file), target);
    chmodSync(target, 0o600);
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}
