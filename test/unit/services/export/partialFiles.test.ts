import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskFile } from '../../../../src/services/export/diskFile.ts';
import { PartialFiles } from '../../../../src/services/export/partialFiles.ts';
import { inProject } from '../../../support/projectPaths.ts';

describe('partial files of an export', () => {
  let folder: string;
  let notes: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-parts-'));
    notes = path.join(folder, 'notes');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const parts = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));
  /** Runs a process that is killed in the middle of an export. */
  const dies = (note = ''): void => {
    const modules = ['diskFile', 'partialFiles'].map((name) => inProject(`src/services/export/${name}.ts`));
    const script = `
      const { DiskFile } = await import(${JSON.stringify(modules[0])});
      const { PartialFiles } = await import(${JSON.stringify(modules[1])});
      const parts = new PartialFiles(${JSON.stringify(notes)});
      ${note === '' ? '' : `await parts.register(${JSON.stringify(note)});`}
      const file = await DiskFile.open(${JSON.stringify(path.join(folder, 'leads.csv'))}, parts);
      await file.write(Buffer.from('half of it'));
      process.kill(process.pid, 'SIGKILL');`;
    const { signal, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script]);
    assert.equal(signal, 'SIGKILL', String(stderr));
  };

  it('are removed by the next window if their window was killed', async () => {
    dies();
    assert.equal(parts().length, 1);
    await new PartialFiles(notes).cleanUp();
    assert.deepEqual(parts(), []);
    assert.deepEqual(readdirSync(notes), []);
  });

  it('are kept while being written, and untracked when finished or discarded', async () => {
    const files = new PartialFiles(notes);
    const file = await DiskFile.open(path.join(folder, 'a.csv'), files);
    const other = await DiskFile.open(path.join(folder, 'b.csv'), files);
    await files.cleanUp();
    assert.equal(parts().length, 2);
    await file.finish();
    await other.discard();
    assert.deepEqual([parts(), readdirSync(notes)], [[], []]);
    assert.ok(existsSync(path.join(folder, 'a.csv')));
  });

  it('are the only files removed', async () => {
    const foreign = path.join(folder, 'mine.csv');
    writeFileSync(foreign, 'not ours');
    dies(foreign);
    writeFileSync(path.join(notes, '999999999-damaged.json'), '{');
    await new PartialFiles(notes).cleanUp();
    assert.ok(existsSync(foreign));
    assert.deepEqual(readdirSync(notes), []);
  });

  it('are not reported as removed if their folder cannot be listed', async () => {
    const nowhere = new PartialFiles(path.join(folder, 'x'.repeat(300)));
    await assert.rejects(
      nowhere.remove(() => true),
      { code: 'ENAMETOOLONG' },
    );
  });

  it('can be finished even if their tracking entry remains', async () => {
    const note = async (): Promise<() => Promise<void>> => () => Promise.reject(new Error('read-only file system'));
    const file = await DiskFile.open(path.join(folder, 'a.csv'), { register: note });
    await file.finish();
    assert.ok(existsSync(path.join(folder, 'a.csv')));
  });

  it('can be written even if they cannot be tracked', async () => {
    writeFileSync(notes, 'a file where the folder should be');
    const file = await DiskFile.open(path.join(folder, 'a.csv'), new PartialFiles(notes));
    await file.finish();
    assert.ok(existsSync(path.join(folder, 'a.csv')));
  });
});
