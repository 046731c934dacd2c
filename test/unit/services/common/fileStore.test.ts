import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { controllerName } from '../../../../src/model/controller.ts';
import { FileByteStore, FileTextStore } from '../../../../src/services/common/fileStore.ts';
import { DraftStore } from '../../../../src/services/records/draftStore.ts';

const leads = controllerName('crm', 'leads');

describe('file store', () => {
  let folder: string;

  beforeEach(async () => (folder = path.join(await mkdtemp(path.join(tmpdir(), 'kept-')), 'drafts')));
  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  it('stores texts under any key, and deletes them', async () => {
    const store = new FileTextStore(folder);
    assert.deepEqual([await store.keys(), await store.readText('a')], [[], undefined]);
    const keys = ['a', 'records://demo/crm/leads/=2F=2E.record.json', '["base","x y","🙂\n"]', '../../etc'];
    for (const key of keys) await store.writeText(key, `text of ${key}\nsecond line`);
    assert.deepEqual((await store.keys()).toSorted(), keys.toSorted());
    const again = new FileTextStore(folder);
    for (const key of keys) assert.equal(await again.readText(key), `text of ${key}\nsecond line`);
    await again.writeText('a', '');
    assert.equal(await store.readText('a'), '');
    await store.delete('a');
    await store.delete('a');
    assert.equal(await store.readText('a'), undefined);
  });

  it('flushes to disk what must survive a power cut, and only that', async () => {
    const store = new FileTextStore(folder);
    await store.writeText('before', '');
    const handle = await open(path.join(folder, (await readdir(folder))[0] ?? ''));
    const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
    await handle.close();
    const { sync } = prototype;
    let synced = 0;
    prototype.sync = function () {
      synced += 1;
      return sync.call(this);
    };
    try {
      await store.writeText('base', 'of an edit');
      assert.equal(synced, 0);
      await new DraftStore(store).markAdding({ kind: 'newRecord', connection: 'a', controller: leads, number: 1 });
      // the file and its folder
      assert.equal(synced, process.platform === 'win32' ? 1 : 2);
    } finally {
      prototype.sync = sync;
    }
  });

  it('keeps its files readable by their owner only, even after a rewrite', async function () {
    if (process.platform === 'win32') this.skip();
    const store = new FileTextStore(folder);
    for (const text of ['first', 'second']) await store.writeText('a', text);
    const [name = ''] = await readdir(folder);
    const modes = await Promise.all(
      [folder, path.join(folder, name)].map(async (one) => (await stat(one)).mode & 0o777),
    );
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  it('leaves no partial files and ignores unknown ones', async () => {
    const store = new FileTextStore(folder);
    await Promise.all(Array.from({ length: 20 }, (_, turn) => store.writeText('a', 'x'.repeat(turn * 1_000))));
    assert.equal((await readdir(folder)).length, 1);
    await writeFile(path.join(folder, 'strange.txt'), 'no key in here');
    assert.deepEqual(await store.keys(), ['a']);
  });

  it('stores files by content and prunes old unused ones', async () => {
    const store = new FileByteStore(folder);
    const [first, second, third] = await Promise.all([1, 2, 3].map((byte) => store.writeBytes(Uint8Array.of(byte))));
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assert.deepEqual(await store.readBytes(first), Uint8Array.of(1));
    assert.equal(await store.readBytes('../../etc/passwd'), undefined);
    const longAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000);
    for (const id of [first, second]) await utimes(path.join(folder, id), longAgo, longAgo);
    await store.prune(new Set([second]));
    assert.deepEqual((await readdir(folder)).toSorted(), [second, third].toSorted());
  });

  it('does not return a damaged file', async () => {
    const store = new FileByteStore(folder);
    const id = await store.writeBytes(Uint8Array.of(1, 2, 3));
    await writeFile(path.join(folder, id), 'other');
    assert.equal(await store.readBytes(id), undefined);
  });
});
