import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HistoryFiles } from '../../../../src/services/history/historyFiles.ts';
import { allOf } from '../../../support/memoryHistory.ts';

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe('history files', () => {
  let folder: string;
  let failures: unknown[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-history-'));
    failures = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (): HistoryFiles => new HistoryFiles(folder, (error) => failures.push(error));
  const linesOf = (files: HistoryFiles, connection = 'a'): Promise<string[]> => allOf(files.newestFirst(connection));
  const filesOf = (connection = 'a'): string[] => readdirSync(path.join(folder, connection)).toSorted();

  it('are readable by their owner only', async () => {
    const files = open();
    files.append('a', '{}\n');
    await files.flush();
    const [name = ''] = filesOf();
    assert.equal(statSync(path.join(folder, 'a')).mode & 0o777, 0o700);
    assert.equal(statSync(path.join(folder, 'a', name)).mode & 0o777, 0o600);
  });

  it('keep every line of several concurrent windows, newest first', async () => {
    const windows = [open(), open(), open()];
    for (let turn = 0; turn < 50; turn++) {
      for (const [index, files] of windows.entries()) files.append('a', `${index} ${turn}\n`);
      await Promise.all(windows.map((files) => files.flush()));
    }
    const lines = await linesOf(open());
    assert.equal(new Set(lines).size, 150);
    assert.match(lines[0] ?? '', / 49$/);
    assert.match(lines.at(-1) ?? '', / 0$/);
  });

  it('lose only a truncated line', async () => {
    const files = open();
    files.append('a', 'first\n');
    await files.flush();
    appendFileSync(path.join(folder, 'a', filesOf()[0] ?? ''), 'cut o');
    const next = open();
    next.append('a', 'second\n');
    await next.flush();
    assert.deepEqual(await linesOf(next), ['second', 'cut o', 'first']);
  });

  it('include the last entry when the window closes right away', async () => {
    const files = open();
    files.append('a', 'last\n');
    files.dispose();
    assert.deepEqual(await linesOf(open()), ['last']);
  });

  it('are deleted when too old, all of them for 0 days, and with their connection', async () => {
    mkdirSync(path.join(folder, 'a'));
    for (const ago of [40, 32, 29, 1]) writeFileSync(path.join(folder, 'a', `${day(ago)}-000.jsonl`), `${ago}\n`);
    const files = open();
    await files.prune(30, Date.now());
    assert.deepEqual(await linesOf(files), ['1', '29']);
    files.append('b', 'other\n');
    await files.flush();
    await files.removeConnection('a');
    assert.deepEqual(readdirSync(folder), ['b']);
    await files.prune(0, Date.now());
    assert.deepEqual(readdirSync(folder), []);
  });

  it('are not deleted because the clock is or was far ahead', async () => {
    mkdirSync(path.join(folder, 'a'));
    for (const ago of [20, 1]) writeFileSync(path.join(folder, 'a', `${day(ago)}-000.jsonl`), `${ago}\n`);
    const files = open();
    const ahead = 3_650;
    await files.prune(30, Date.now() + ahead * 86_400_000);
    assert.deepEqual(await linesOf(files), ['1', '20']);
    writeFileSync(path.join(folder, 'a', `${day(-ahead)}-000.jsonl`), 'ahead\n');
    await files.prune(30, Date.now() + ahead * 86_400_000);
    await files.prune(30, Date.now());
    assert.deepEqual(await linesOf(files), ['ahead', '1', '20']);
  });

  it('are limited in size; a file dated in the future is deleted first', async () => {
    mkdirSync(path.join(folder, 'a'));
    writeFileSync(path.join(folder, 'a', `${day(-3_650)}-000.jsonl`), 'ahead\n');
    const files = open();
    const long = 'x'.repeat(600_000);
    for (let turn = 0; turn < 60; turn++) {
      files.append('a', `${turn} ${long}\n`);
      await files.flush();
    }
    assert.equal(filesOf().length, 16);
    assert.ok(filesOf().every((name) => name.startsWith(day(0))));
    assert.ok(filesOf().every((name) => statSync(path.join(folder, 'a', name)).size < 2 * 1_048_576));
  });

  it('are limited in size; the oldest are deleted first', async () => {
    const files = open();
    const long = 'x'.repeat(600_000);
    for (let turn = 0; turn < 60; turn++) {
      files.append('a', `${turn} ${long}\n`);
      await files.flush();
    }
    const size = filesOf().reduce((sum, name) => sum + statSync(path.join(folder, 'a', name)).size, 0);
    assert.equal(filesOf().length, 16);
    assert.ok(size < 20 * 1_048_576, `${size} bytes`);
    const kept = (await linesOf(files)).map((line) => Number(line.split(' ')[0]));
    assert.deepEqual(
      kept,
      kept.map((_, index) => 59 - index),
    );
  });

  it('report a disk that refuses writes, and continue', async () => {
    writeFileSync(path.join(folder, 'a'), 'a file where the folder should be');
    const files = open();
    files.append('a', 'lost\n');
    files.append('b', 'kept\n');
    await files.flush();
    assert.equal(failures.length, 1);
    assert.deepEqual(await linesOf(files, 'b'), ['kept']);
  });
});
