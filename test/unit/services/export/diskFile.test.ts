import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Disk, DiskFile } from '../../../../src/services/export/diskFile.ts';

describe('export target file', () => {
  let folder: string;
  let target: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-disk-'));
    target = path.join(folder, 'leads.csv');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fail = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
  /** A real disk, except for the overrides of a test. */
  const disk = (more: Partial<Disk> = {}): Disk => ({
    open,
    rename,
    remove: (file) => rm(file, { force: true }),
    ...more,
  });
  const fullAfter = (room: number): Disk =>
    disk({
      open: async (file, flags, mode) => {
        const handle = await open(file, flags, mode);
        let left = room;
        const write = async (bytes: Uint8Array, offset: number, length: number): Promise<object> => {
          if (left === 0) return fail('ENOSPC');
          // write only a part, like a disk that is nearly full
          const taken = Math.min(left, length, 7);
          left -= taken;
          return handle.write(bytes, offset, taken);
        };
        return { write, sync: () => handle.sync(), close: () => handle.close() } as unknown as typeof handle;
      },
    });

  const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

  describe('permissions', () => {
    before(function () {
      if (process.platform === 'win32') this.skip();
    });

    const writeOver = async (mode: number): Promise<{ during: string; after: string }> => {
      writeFileSync(target, 'the old one');
      chmodSync(target, mode);
      const file = await DiskFile.open(target);
      await file.write(Buffer.from('the new one'));
      const during = readdirSync(folder).find((name) => name.endsWith('.part')) ?? '';
      const modes = { during: modeOf(path.join(folder, during)), after: '' };
      await file.finish();
      return { ...modes, after: modeOf(target) };
    };

    for (const mode of [0o600, 0o640, 0o664, 0o777])
      it(`are kept when it replaces a file: ${mode.toString(8)}`, async () => {
        assert.deepEqual(await writeOver(mode), { during: '600', after: mode.toString(8) });
      });

    it('are the default for a new file otherwise', async () => {
      const before = process.umask(0o027);
      try {
        const file = await DiskFile.open(target);
        await file.finish();
      } finally {
        process.umask(before);
      }
      assert.equal(modeOf(target), '640');
    });

    it('grant nothing to another group if the old group cannot be kept', async () => {
      writeFileSync(target, 'the old one');
      chmodSync(target, 0o664);
      const refusing: Disk = disk({
        open: async (file, flags, mode) => {
          const handle = await open(file, flags, mode);
          handle.chown = () => fail('EPERM');
          return handle;
        },
      });
      const file = await DiskFile.open(target, undefined, refusing);
      await file.finish();
      assert.equal(modeOf(target), '604');
    });
  });

  it('appears under its name only when it is finished', async () => {
    writeFileSync(target, 'the old one');
    const file = await DiskFile.open(target);
    await file.write(Buffer.from('the new one'));
    assert.equal(readFileSync(target, 'utf8'), 'the old one');
    assert.equal(readdirSync(folder).length, 2);
    await file.finish();
    assert.equal(readFileSync(target, 'utf8'), 'the new one');
    assert.deepEqual(readdirSync(folder), ['leads.csv']);
  });

  it('does not exist after a discard at any time', async () => {
    const file = await DiskFile.open(target);
    await file.write(Buffer.from('half'));
    await file.discard();
    await file.discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('writes every byte to a disk that accepts a few at a time', async () => {
    const file = await DiskFile.open(target, undefined, fullAfter(1_000));
    await file.write(Buffer.from('0123456789'.repeat(10)));
    await file.finish();
    assert.equal(readFileSync(target, 'utf8'), '0123456789'.repeat(10));
  });

  it('reports that the disk is full', async () => {
    const file = await DiskFile.open(target, undefined, fullAfter(20));
    await assert.rejects(file.write(Buffer.from('x'.repeat(100))), {
      message: 'Could not write leads.csv: the disk is full. Free up space, or choose another location.',
    });
    await file.discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('recognizes a disk that is really full, if the system has one', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const file = await DiskFile.open(target, undefined, disk({ open: () => open('/dev/full', 'w') }));
    await assert.rejects(file.write(Buffer.from('x')), /Could not write leads\.csv: the disk is full\. Free up space/);
    await file.discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('reports other errors of the target location', async () => {
    await assert.rejects(
      DiskFile.open(path.join(folder, 'none', 'a.csv')),
      /Could not write a\.csv: the file or folder was not found/,
    );
    await assert.rejects(DiskFile.open(folder), /it is a folder\. Choose a file name\./);
    const refused = disk({ open: () => fail('EACCES') });
    await assert.rejects(DiskFile.open(target, undefined, refused), /you don't have permission to use that location/);
    const held = await DiskFile.open(target, undefined, disk({ rename: () => fail('EBUSY') }));
    await assert.rejects(held.finish(), /another program is using it/);
    await held.discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('takes the place of no device, pipe or socket', async function () {
    if (process.platform === 'win32') this.skip();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(target, resolve));
    try {
      await assert.rejects(DiskFile.open(target), /it is a device or a pipe\. Choose a file name\./);
      assert.ok(statSync(target).isSocket());
      assert.deepEqual(readdirSync(folder), ['leads.csv']);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('follows a link instead of replacing it', async () => {
    mkdirSync(path.join(folder, 'elsewhere'));
    const real = path.join(folder, 'elsewhere', 'real.csv');
    writeFileSync(real, 'old');
    symlinkSync(real, target);
    const file = await DiskFile.open(target);
    await file.write(Buffer.from('new'));
    await file.finish();
    assert.equal(readFileSync(real, 'utf8'), 'new');
    assert.deepEqual(readdirSync(folder).toSorted(), ['elsewhere', 'leads.csv']);
  });
});
