import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileTextStore } from '../../src/services/common/fileStore.ts';
import { Demo } from '../../src/services/demo/demo.ts';
import { DiskFile } from '../../src/services/export/diskFile.ts';
import { bulkParts } from '../support/bulkParts.ts';
import { bulkService } from '../support/bulkService.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { inProject } from '../support/projectPaths.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';

/** Uses a separate disk that can be filled, where the machine allows one. `npm test` uses a stub. */
describe('full disk', function () {
  let disk: string;
  const ballast = (): string => path.join(disk, 'ballast');

  before(function () {
    if (times(0, 1) === 0) this.skip();
    disk = mkdtempSync(path.join(os.tmpdir(), 'recordbench-full-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      rmSync(disk, { recursive: true });
      disk = '';
      this.skip();
    }
  });
  after(() => {
    if (!disk) return;
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  /** Fills the disk, except for this many bytes. */
  function fill(left = 0): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  }

  const sentenceOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    assert.match(error.message, /^Could not [^\n]+: [^\n]+\. [^\n]+\.$/);
    return error.message;
  };

  it('fails an export with an error and leaves no file', async () => {
    fill(64 * 1024);
    const file = await DiskFile.open(path.join(disk, 'leads.csv'));
    const sentence = await sentenceOf(file.write(Buffer.alloc(500_000)));
    await file.discard();
    rmSync(ballast());
    assert.match(sentence, /the disk is full/);
    assert.deepEqual(readdirSync(disk), []);
    noteOutcome('disk full: export', 1, sentence);
  });

  it('keeps the existing draft instead of writing a partial one', async () => {
    const store = new FileTextStore(path.join(disk, 'drafts'));
    await store.writeText('key', 'the draft');
    fill();
    await assert.rejects(store.writeText('key', 'x'.repeat(100_000)), { code: 'ENOSPC' });
    assert.equal(await store.readText('key'), 'the draft');
    rmSync(ballast());
    assert.equal(readdirSync(path.join(disk, 'drafts')).length, 1);
    rmSync(path.join(disk, 'drafts'), { recursive: true });
    noteOutcome('disk full: draft', 1, 'the one before stays');
  });

  it('stops a bulk run with an error; once there is space, it resumes and writes nothing twice', async () => {
    const service = await bulkService(400);
    const folder = path.join(disk, 'journal');
    mkdirSync(folder);
    const parts = await bulkParts(service.url, { folder });
    try {
      const draft = await parts.edit({}, { field: 'city', kind: 'set', value: 'Pune' });
      const first = await parts.runs.begin(draft);
      fill();
      await first.ended;
      const sentence = first.runner.reason?.message ?? '';
      assert.match(sentence, /^Could not write the journal of the run: the disk is full\. Sending has stopped\./);
      const before = service.posts();
      rmSync(ballast());
      const [known] = await parts.runs.list();
      assert.ok(known);
      await (
        await parts.runs.resume(known.plan.run, true)
      ).ended;
      const wrong = [...service.leads.values()].filter(({ writes }) => writes !== 1);
      assert.deepEqual(wrong, []);
      noteOutcome('disk full: bulk run', 1, `${sentence} (after ${before} of 400; resumed, each written once)`);
    } finally {
      parts.end();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is reported with an error when the demo starts', async () => {
    const { connections } = memoryConnections();
    const demo = new Demo(connections, { script: inProject('src/demo/main.ts'), folder: path.join(disk, 'demo') });
    const sentence = await sentenceOf(demo.start(() => undefined));
    noteOutcome('disk full: demo', 1, sentence);
  });
});
