import assert from 'node:assert/strict';
import { times } from '../../../faults/size.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { EntryAction, JournalLine } from '../../../../src/model/bulk/bulkJournal.ts';
import { type BulkLedger, IdIndex, type LedgerEntry } from '../../../../src/model/bulk/bulkLedger.ts';
import { type EntryState, entryStates } from '../../../../src/model/bulk/entryTable.ts';
import { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import { RunQueue } from '../../../../src/services/bulk/bulkRunner.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import { MemoryLedger, runPlan as plan } from '../../../support/memoryLedger.ts';

type Entry = { -readonly [Key in keyof LedgerEntry]: LedgerEntry[Key] };
type Step = JournalLine | { readonly type: 'drop'; readonly id: string; readonly isDropped: boolean };

const bare = { cells: [], values: undefined, made: undefined, held: undefined, since: undefined, at: 0 };

/** Reference implementation of a ledger: everything in memory, with linear search. */
class PlainLedger {
  readonly entries: Entry[] = [];
  /** The values that the records held when the run was planned. */
  readonly #held = new Map<string, string | undefined>();

  apply(step: Step): void {
    const all = this.entries;
    const own = 'id' in step ? all.filter(({ id }) => id === step.id) : all;
    switch (step.type) {
      case 'record': {
        const { id, name, cells = [], values, action = plan.kind, since, held } = step;
        const state = since === undefined ? 'waiting' : 'changed';
        if (own.length > 0) return;
        this.#held.set(id, held);
        all.push({ ...bare, index: all.length, id, name, cells, values, action, since, held, why: since, state });
        return;
      }
      case 'left': {
        const { how: state, name, why, id } = step;
        if (own.length === 0) all.push({ ...bare, index: all.length, id, name, action: plan.kind, why, state });
        for (const entry of state === 'refused' ? inStates(own, 'waiting', 'changed') : [])
          Object.assign(entry, { ...bare, name: name || entry.name, action: plan.kind, why, state });
        return;
      }
      case 'drop':
        if (step.isDropped) return leaveOut(inStates(own, 'waiting'));
        return set(inStates(own, 'dropped', 'changed'), { state: 'waiting' });
      case 'ready':
        set(inStates(all, 'dropped', 'changed'), { state: 'waiting' });
        return leaveOut(inStates(all, 'waiting').filter(({ id }) => step.dropped.includes(id)));
      case 'again':
        set(inStates(all, 'failed'), { state: 'waiting', why: undefined });
        if (step.unclear !== true) return;
        return set(
          inStates(all, 'unclear').filter(({ action }) => action === 'add'),
          { state: 'waiting', why: undefined },
        );
      case 'sent':
        for (const id of step.ids) this.#tell(id, { state: 'sent', at: step.at });
        return;
      case 'waiting':
        return this.#tell(step.id, { state: 'waiting' });
      case 'failed':
      case 'unclear':
        return this.#tell(step.id, { state: step.type, why: step.why });
      case 'done':
        return this.#tell(step.id, {
          state: 'done',
          why: step.said,
          made: step.made,
          ...(step.held && { held: step.held }),
        });
    }
  }

  /** The last step alone determines the outcome. */
  #tell(id: string, reported: Partial<Entry>): void {
    const before = { why: undefined, made: undefined, at: 0, held: this.#held.get(id) };
    set(
      this.entries.filter((entry) => entry.id === id),
      { ...before, ...reported },
    );
  }
}

function inStates(entries: readonly Entry[], ...states: EntryState[]): Entry[] {
  return entries.filter(({ state }) => states.includes(state));
}

function set(entries: readonly Entry[], more: Partial<Entry>): void {
  for (const entry of entries) Object.assign(entry, more);
}

function leaveOut(entries: readonly Entry[]): void {
  for (const entry of entries) entry.state = entry.since === undefined ? 'dropped' : 'changed';
}

const id = fc.constantFrom('1', '2', '3', '+4', 'five', '6');
const text = fc.string({ maxLength: 12 });
const cell = fc.record({ at: fc.constant(['city']), before: text, after: text }, { noNullPrototype: true });
const record: fc.Arbitrary<JournalLine> = fc
  .record(
    {
      id,
      name: text,
      action: fc.constantFrom<EntryAction>('edit', 'delete', 'add'),
      cells: fc.array(cell, { maxLength: 2 }),
      held: text,
      since: text,
      values: fc.constant({ city: 'Göa' }),
    },
    { requiredKeys: ['id', 'name'] },
  )
  .map((line) => ({ type: 'record', ...line }));
const left: fc.Arbitrary<JournalLine> = fc
  .record(
    { id, name: text, how: fc.constantFrom('unchanged', 'refused', 'gone'), why: text },
    { requiredKeys: ['id', 'name', 'how'] },
  )
  .map((line) => ({ type: 'left', ...line }));
const drop: fc.Arbitrary<Step> = fc.record({ type: fc.constant('drop'), id, isDropped: fc.boolean() });
const reported: fc.Arbitrary<JournalLine> = fc.oneof(
  fc.record({ type: fc.constant('sent'), ids: fc.uniqueArray(id, { maxLength: 3 }), at: fc.nat() }),
  fc.record({ type: fc.constant('waiting'), id }),
  fc.record({ type: fc.constantFrom('failed', 'unclear'), id, why: text }),
  fc.record(
    { type: fc.constant('done'), id, said: text, made: text, held: fc.string({ minLength: 1 }) },
    { requiredKeys: ['type', 'id'] },
  ),
  fc.record({ type: fc.constant('again'), unclear: fc.boolean() }),
);

describe('ledger that reads its records from the journal', function () {
  let directory: string;
  let folder: JournalFolder;

  beforeEach(() => {
    directory = mkdtempSync(path.join(os.tmpdir(), 'recordbench-ledger-'));
    folder = new JournalFolder(directory);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const assertSame = (ledger: BulkLedger, plain: PlainLedger): void => {
    const { entries } = plain;
    assert.deepEqual([...ledger.entries], entries);
    for (const state of entryStates) {
      const inState = entries.filter((entry) => entry.state === state);
      assert.equal(ledger.counts[state], inState.length, state);
      for (const action of ['edit', 'delete', 'add'] as const)
        assert.equal(ledger.countOf(action, state), inState.filter((entry) => entry.action === action).length);
    }
    assert.equal(ledger.changedSince, entries.filter(({ since }) => since !== undefined).length);
    for (const one of ['1', '2', '3', '+4', 'five', '6', 'nobody'])
      assert.equal(ledger.get(one)?.name, entries.find((entry) => entry.id === one)?.name);
  };

  it('matches an in-memory ledger, before and after the records are on disk', async () => {
    const steps = fc.tuple(
      fc.array(fc.oneof(record, record, left), { maxLength: 12 }),
      fc.array(drop, { maxLength: 6 }),
      fc.array(reported, { maxLength: 20 }),
    );
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async ([planned, drops, run], isSynced) => {
        const draft = await PreparedRun.create({ ...plan, run: `run${turn++}` }, folder);
        const plain = new PlainLedger();
        for (const line of planned) {
          plain.apply(line);
          draft.put(line);
        }
        assertSame(draft.ledger, plain);
        for (const step of drops) {
          plain.apply(step);
          if (step.type === 'drop') draft.ledger.setExcluded(step.id, step.isDropped);
        }
        assertSame(draft.ledger, plain);
        const dropped = inStates(plain.entries, 'dropped', 'changed').map((entry) => entry.id);
        await draft.seal();
        plain.apply({ type: 'ready', dropped, labels: {} });
        assertSame(draft.ledger, plain);
        // skipped records are never sent
        const leftOut = inStates(plain.entries, 'unchanged', 'refused', 'gone').map((entry) => entry.id);
        const isAbout = (line: JournalLine, one: string): boolean =>
          'ids' in line ? line.ids.includes(one) : 'id' in line && line.id === one;
        for (const line of run.filter((one) => !leftOut.some((out) => isAbout(one, out)))) {
          plain.apply(line);
          draft.put(line);
          if (isSynced) await draft.journal.sync();
        }
        assertSame(draft.ledger, plain);
        await draft.journal.close();
        assertSame(draft.ledger, plain);
        const read = await folder.readJournal(draft.ledger.plan.run);
        assertSame(read?.ledger ?? assert.fail('it is gone'), plain);
        await draft.lock.release();
      }),
      { numRuns: times(100, 200) },
    );
  });

  it('distinguishes ids with the same digest', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 3_000, size: 'max' }), (ids) => {
        const index = new IdIndex((one) => [one.length % 3, 0]);
        for (const one of ids) index.add(one);
        for (const [at, one] of ids.entries()) assert.equal(index.find(one), at);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves out all dropped records, however many, in lines of bounded length', async () => {
    const draft = await PreparedRun.create(plan, folder);
    const all = Array.from({ length: 3_500 }, (_, at) => String(at));
    for (const one of all)
      draft.put({ type: 'record', id: one, name: one, ...(Number(one) % 2 === 0 && { since: 'Another city.' }) });
    for (const one of all) draft.ledger.setExcluded(one, Number(one) >= 10);
    await draft.seal();
    await draft.journal.close();
    const longest = Math.max(
      ...readFileSync(path.join(directory, `${plan.run}.jsonl`), 'utf8')
        .split('\n')
        .map(({ length }) => length),
    );
    assert.ok(longest < 20_000, `${longest}`);
    const { ledger } = (await folder.readJournal(plan.run)) ?? assert.fail('it is gone');
    assert.deepEqual([ledger.counts.waiting, ledger.counts.dropped, ledger.counts.changed], [10, 1_745, 1_745]);
    await draft.discard();
  });

  it('finds a line of any length, at any offset, in any order', async () => {
    const draft = await PreparedRun.create(plan, folder);
    const lengths = [10, 70_000, 131_072, 5, 600_000, 65_536, 1, 130_000];
    for (const [at, length] of lengths.entries())
      draft.put({ type: 'record', id: String(at), name: 'ü'.repeat(length) });
    await draft.journal.sync();
    for (const order of [lengths.keys(), [...lengths.keys()].toReversed()])
      for (const at of order) assert.equal(draft.ledger.entries.at(at)?.name.length, lengths[at]);
    await draft.discard();
  });

  it('reports that a run no longer exists if its journal was deleted', async () => {
    const draft = await PreparedRun.create(plan, folder);
    draft.put({ type: 'record', id: '1', name: 'Ada' });
    await draft.journal.sync();
    await draft.discard();
    assert.throws(() => draft.ledger.get('1'), /its journal was not found/);
  });
});

describe('remaining work of a run', () => {
  const lead = (at: number): JournalLine => ({ type: 'record', id: String(at), name: `Lead ${at}`, cells: [] });
  const queueOf = (...lines: JournalLine[]): RunQueue => {
    const ledger = new MemoryLedger(plan);
    for (const line of lines) ledger.apply(line);
    return new RunQueue(ledger);
  };
  const ready: JournalLine = { type: 'ready', dropped: ['1', '5'], labels: {} };

  it('is the waiting records in order, without those dropped, skipped, written or refused', () => {
    const queue = queueOf(
      ...[0, 1, 2, 3].map(lead),
      { type: 'left', id: '4', name: 'Lead 4', how: 'unchanged' },
      ...[5, 6, 7, 8].map(lead),
      ready,
      { type: 'done', id: '0' },
      { type: 'failed', id: '6', why: 'No.' },
      { type: 'unclear', id: '8', why: 'Nobody knows.' },
    );
    assert.deepEqual([queue.next(2), queue.next(2), queue.isEmpty], [[2, 3], [7], true]);
  });

  it('is empty when no record waits', () => {
    const queue = queueOf(lead(1), { type: 'left', id: '2', name: 'Lead 2', how: 'gone' }, ready);
    assert.deepEqual([queue.isEmpty, queue.next(5)], [true, []]);
  });

  it('has waiting records first, then retries, then sent ones, oldest first', () => {
    const queue = queueOf(
      ...[0, 2, 3, 4].map(lead),
      ready,
      { type: 'sent', ids: ['2'], at: 9 },
      { type: 'sent', ids: ['0'], at: 20 },
    );
    assert.equal(queue.requeue(3, 2), 1);
    assert.deepEqual([queue.next(1), queue.next(9), queue.next(9), queue.isEmpty], [[2], [3, 3], [1, 0], true]);
    assert.deepEqual([queue.requeue(3, 2), queue.isEmpty], [2, true]);
  });
});
