import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JournalLine, BulkPlan } from '../../../../src/model/bulk/bulkJournal.ts';
import { BulkPace, timeLeft } from '../../../../src/model/bulk/bulkPace.ts';
import { csvReport, jsonReport } from '../../../../src/services/bulk/bulkReport.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import type { FileLock } from '../../../../src/node/fileLock.ts';
import { MemoryLedger, runPlan } from '../../../support/memoryLedger.ts';

const plan: BulkPlan = {
  ...runPlan,
  title: 'Edit City of 3 records',
  changes: [{ field: 'city', kind: 'set', value: 'Pune' }],
};
const cells = [{ at: ['city'], before: '=1+1', after: 'Pu"ne' }];
const lines: JournalLine[] = [
  { type: 'plan', version: 1, plan },
  { type: 'record', id: '1', name: 'Ada', cells },
  { type: 'record', id: '2', name: 'Bob', cells },
  { type: 'left', id: '3', name: 'Eve', how: 'refused', why: 'No.' },
  { type: 'ready', dropped: ['2'], labels: { city: 'City' } },
  { type: 'sent', ids: ['1'], at: 5 },
];

describe('journal of a bulk run', () => {
  let place: string;
  let folder: JournalFolder;
  let lock: FileLock;
  const file = (): string => path.join(place, `${plan.run}.jsonl`);

  beforeEach(async () => {
    place = mkdtempSync(path.join(os.tmpdir(), 'recordbench-journal-'));
    folder = new JournalFolder(path.join(place));
    lock = (await folder.lock(plan.run)) ?? assert.fail();
    const journal = await folder.create(plan.run, lock);
    for (const line of lines) journal.put(line);
    await journal.sync();
    await journal.close();
  });
  afterEach(async () => {
    await lock.release();
    rmSync(place, { recursive: true });
  });

  it('reads back what was written', async () => {
    const read = await folder.readJournal(plan.run);
    assert.ok(read);
    const found = Array.from(read.ledger.entries, ({ id, state, at }) => [id, state, at]);
    assert.deepEqual(found, [
      ['1', 'sent', 5],
      ['2', 'dropped', 0],
      ['3', 'refused', 0],
    ]);
    assert.deepEqual([read.ledger.isReady, read.ledger.isInterrupted, read.ledger.total], [true, true, 1]);
  });

  it('says why it cannot be read', async () => {
    mkdirSync(path.join(place, 'folder.jsonl'));
    const problem =
      /^FileProblem: Could not read the journal of the run folder: it is a folder\. Choose a file name\.$/;
    await assert.rejects(folder.readJournal('folder'), problem);
    await assert.rejects(folder.plan('folder'), problem);
    await assert.rejects(
      new JournalFolder(file()).readJournal(plan.run),
      /: the folder was not found\. Choose another/,
    );
  });

  it('is not taken for absent when its folder cannot be listed', async () => {
    const nowhere = new JournalFolder(path.join(place, 'x'.repeat(300)));
    await assert.rejects(nowhere.list(), /^FileProblem: Could not read \S+: .*name is too long\. Choose/);
    await assert.rejects(nowhere.forgetRecord('test', { controller: 'crm/leads', id: '1' }), /^FileProblem/);
    assert.deepEqual(await new JournalFolder(path.join(place, 'none')).list(), []);
  });

  it('makes writers wait when they outpace the disk', async () => {
    const journal = await folder.create('20260101-b', lock);
    const long = { type: 'left', id: '1', name: 'x'.repeat(100_000), how: 'unchanged' } as const;
    let room: Promise<void> | undefined;
    let count = 0;
    for (; !room && count < 100; count++) {
      journal.put(long);
      room = journal.room();
    }
    assert.ok(count > 1 && count < 20, `${count} lines of 100 kB waited for the disk`);
    await room;
    assert.equal(journal.room(), undefined);
    const text = readFileSync(path.join(place, '20260101-b.jsonl'), 'utf8');
    assert.equal(text.split('\n').length - 1, count);
    await journal.close();
  });

  it('rejects waiting writers once the run has lost its lock', async () => {
    const journal = await folder.create('20260101-b', lock);
    await lock.release();
    for (let count = 0; count < 20; count++)
      journal.put({ type: 'left', id: '1', name: 'x'.repeat(100_000), how: 'unchanged' });
    await assert.rejects(async () => journal.room());
    await journal.close().catch(() => undefined);
  });

  it('continues after its last complete line, wherever it was truncated', async () => {
    const whole = readFileSync(file());
    for (let cut = 1; cut < 60; cut++) {
      writeFileSync(file(), whole);
      truncateSync(file(), whole.length - cut);
      const read = await folder.readJournal(plan.run);
      assert.ok(read);
      const journal = await folder.reopen(plan.run, read, lock);
      journal.put({ type: 'done', id: '1' });
      await journal.sync();
      await journal.close();
      assert.equal((await folder.readJournal(plan.run))?.ledger.get('1')?.state, 'done', `cut off ${cut}`);
    }
  });

  it('is rejected when it is damaged in the middle', async () => {
    appendFileSync(file(), '{"type":"se\u0000\n{"type":"done","id":"1"}\n');
    await assert.rejects(folder.readJournal(plan.run), /line 7 is damaged/);
  });

  it('is rejected when any line differs from what was written', async () => {
    const written = readFileSync(file(), 'utf8').split('\n').slice(0, -1);
    const odd = [null, 5, 'x', {}, [], [null], { at: 1 }, true, 1e300, -1];
    let refused = 0;
    for (const [index, line] of written.entries()) {
      const whole = JSON.parse(line) as Record<string, unknown>;
      const holders = index === 0 ? [whole, whole['plan'] as Record<string, unknown>] : [whole];
      for (const holder of holders)
        for (const key of Object.keys(holder))
          for (const value of odd) {
            const before = holder[key];
            holder[key] = value;
            writeFileSync(file(), `${written.with(index, JSON.stringify(whole)).join('\n')}\n`);
            holder[key] = before;
            const what = `line ${index + 1}, ${key}: ${JSON.stringify(value)}`;
            const read = await folder.readJournal(plan.run).catch((error: Error) => error);
            if (read instanceof Error) {
              assert.equal(read.name, 'DamagedJournalError', `${what}: ${read.stack}`);
              refused += 1;
            } else for (const count of Object.values(read?.ledger.counts ?? {})) assert.ok(count >= 0, what);
          }
    }
    assert.ok(refused > 150, `${refused}`);
  });

  it('is deleted together with stale lock files of killed windows', async () => {
    for (const left of ['', '.1f', '.2f.tmp']) writeFileSync(path.join(place, `${plan.run}.lock${left}`), '');
    writeFileSync(path.join(place, `${plan.run}0.lock`), '');
    await folder.delete(plan.run);
    assert.deepEqual(readdirSync(place), [`${plan.run}0.lock`]);
  });

  it('ends when another window deletes it', async () => {
    assert.equal(await folder.isEnded(plan.run), false);
    assert.notEqual(await folder.changedAt(plan.run), undefined);
    await folder.delete(plan.run);
    assert.deepEqual([await folder.isEnded(plan.run), await folder.changedAt(plan.run)], [true, undefined]);
  });

  it('reports when it cannot be written', async () => {
    await assert.rejects(folder.create(plan.run, lock), /Could not write the journal of the run/);
    const nowhere = new JournalFolder(path.join(file(), 'inside'));
    await assert.rejects(nowhere.lock('b'), /Could not write the journal of the run/);
  });

  it('produces a report without spreadsheet formulas', async () => {
    const read = await folder.readJournal(plan.run);
    assert.ok(read);
    assert.deepEqual([...csvReport(read.ledger)].join('').split('\r\n'), [
      '\uFEFFId,Name,Outcome,Reason,City before,City after',
      `1,Ada,Being written,,'=1+1,"Pu""ne"`,
      `2,Bob,Skipped,,'=1+1,"Pu""ne"`,
      '3,Eve,Refused,No.,,',
      '',
    ]);
    const report = JSON.parse([...jsonReport(read.ledger, 'Test')].join('')) as Record<string, unknown>;
    assert.equal(report['ended'], 'interrupted');
    assert.deepEqual((report['records'] as unknown[])[2], { id: '3', name: 'Eve', outcome: 'refused', why: 'No.' });
  });
});

describe('ledger', () => {
  it('has a unique version, so that a second preview of the same records replaces the rows of the first', () => {
    const [first, second] = [new MemoryLedger(plan), new MemoryLedger(plan)];
    for (const line of lines) first.apply(line);
    const shown = first.version;
    const versions = lines.map((line) => {
      second.apply(line);
      return second.version;
    });
    assert.ok(!versions.includes(shown), `${shown} is in ${versions.join(', ')}`);
    assert.equal(new Set(versions).size, lines.length);
  });

  it('requeues failed records and updates the counts', () => {
    const ledger = new MemoryLedger(plan);
    for (const line of lines) ledger.apply(line);
    ledger.apply({ type: 'failed', id: '1', why: 'No.' });
    assert.equal(ledger.counts.failed, 1);
    ledger.apply({ type: 'again' });
    assert.deepEqual([ledger.counts.failed, ledger.counts.waiting, ledger.get('1')?.why], [0, 1, undefined]);
  });

  it('refuses an already planned record when it turns out to be invalid', () => {
    const ledger = new MemoryLedger(plan);
    ledger.apply({ type: 'record', id: '1', name: 'Ada', action: 'add', cells });
    ledger.apply({ type: 'record', id: '2', name: 'Bob', cells, since: 'City was Goa.' });
    for (const id of ['1', '2']) ledger.apply({ type: 'left', id, name: '', how: 'refused', why: 'Named twice.' });
    ledger.apply({ type: 'left', id: '1', name: '', how: 'refused', why: 'Named again.' });
    assert.deepEqual(
      Array.from(ledger.entries, ({ name, state, why, action, cells: kept }) => [
        name,
        state,
        why,
        action,
        kept.length,
      ]),
      [
        ['Ada', 'refused', 'Named twice.', 'edit', 0],
        ['Bob', 'refused', 'Named twice.', 'edit', 0],
      ],
    );
    assert.deepEqual([ledger.total, ledger.counts.refused, ledger.changedSince], [0, 2, 0]);
    assert.deepEqual(ledger.actions, { edit: 0, delete: 0, add: 0 });
    ledger.setExcluded('2', false);
    assert.equal(ledger.get('2')?.state, 'refused', 'nobody can take it in');
  });
});

describe('pace of a run', () => {
  it('covers the last seconds and estimates the remaining time', () => {
    const pace = new BulkPace(0);
    assert.equal(pace.rate(100), undefined);
    for (let at = 0; at < 2_000; at += 100) pace.countDone(at);
    assert.equal(pace.rate(2_000), 10);
    assert.equal(pace.rate(60_000), undefined);
    assert.equal(timeLeft(300, 10), '30 s left');
    assert.equal(timeLeft(12_000, 10), '20 min left');
    assert.equal(timeLeft(72_000, 10), '2 h 0 min left');
    assert.equal(timeLeft(5, undefined), undefined);
  });
});
