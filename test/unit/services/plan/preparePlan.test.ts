import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileProblem } from '../../../../src/model/fileProblem.ts';
import { PlanProblem } from '../../../../src/model/plan/readPlan.ts';
import { type PlanHead, type PlanOperation, proposedBy, writePlan } from '../../../../src/model/plan/recordPlan.ts';
import type { PlanProgress } from '../../../../src/services/bulk/bulkPlanner.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import type { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import { readText } from '../../../../src/services/import/textFile.ts';
import { type PlanFile, type ReadPlan, readPlanFile } from '../../../../src/services/plan/planFile.ts';
import { preparePlan } from '../../../../src/services/plan/preparePlan.ts';
import { type BulkParts, bulkParts, leadsController, states } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { namedRecords } from '../../../support/references.ts';

const never = new AbortController().signal;
const quietly = (): void => undefined;

const toPune = (id: string, was = 'Goa'): PlanOperation => ({
  do: 'edit',
  id,
  name: `Lead ${id}`,
  fields: [{ field: 'city', was, becomes: 'Pune' }],
});

describe('opened plan', () => {
  let service: BulkService;
  let parts: BulkParts;

  beforeEach(async () => {
    service = await bulkService(20);
    parts = await bulkParts(service.url);
  });

  afterEach(async () => {
    parts.end();
    await service.close();
  });

  const connection = (): string => parts.connections.all()[0]?.id ?? '';
  const city = (id: string): unknown => service.leads.get(id)?.city;

  function textOf(operations: readonly PlanOperation[], madeBy = 'someone'): string {
    const head: PlanHead = {
      connection: 'Test',
      address: service.url,
      controller: leadsController,
      madeBy,
      madeAt: '2026-01-01T00:00:00.000Z',
      why: 'to see',
    };
    return [...writePlan(head, operations)].join('');
  }

  const file = (text: string) => ({
    name: 'cities.recordplan.json',
    pieces: async function* () {
      yield text;
    },
  });

  async function opened(operations: readonly PlanOperation[]): Promise<PreparedRun> {
    return prepared(await readPlanFile(file(textOf(operations)), never));
  }

  function prepared(read: ReadPlan, onProgress: PlanProgress = quietly, signal = never): Promise<PreparedRun> {
    const references = namedRecords(parts.connections, parts.clients);
    const place = { connection: connection(), madeFor: service.url, isElsewhere: false };
    return preparePlan({ ...parts, references }, read, place, onProgress, signal);
  }

  async function ran(draft: PreparedRun): Promise<BulkLedger> {
    const { runner, ended } = await parts.runs.begin(draft);
    await ended;
    return runner.ledger;
  }

  it('reports what changed in each record since, and writes nothing', async () => {
    const set = (id: string, to: string): void => void Object.assign(service.leads.get(id) ?? {}, { city: to });
    set('2', 'Pune');
    set('3', 'Agra');
    service.closed.add('4');
    service.leads.delete('5');
    const draft = await opened(['1', '2', '3', '4', '5'].map((id) => toPune(id)));
    assert.deepEqual(states(draft.ledger), { 1: 'waiting', 2: 'unchanged', 3: 'changed', 4: 'refused', 5: 'gone' });
    assert.equal(draft.ledger.plan.kind, 'edit');
    assert.equal(draft.ledger.get('3')?.why, '“City” was “Goa” in the plan');
    assert.deepEqual(draft.ledger.get('3')?.cells, [{ at: ['city'], before: 'Agra', after: 'Pune' }]);
    assert.match(draft.ledger.get('4')?.why ?? '', /you don't have permission to edit this record/);
    assert.equal(draft.ledger.get('5')?.name, 'Lead 5');
    assert.deepEqual([draft.ledger.changedSince, service.posts()], [1, 0]);
    await draft.discard();
  });

  it('skips records changed since unless included by hand, and journals its origin', async () => {
    for (const id of ['2', '3']) Object.assign(service.leads.get(id) ?? {}, { city: 'Agra' });
    const draft = await opened(['1', '2', '3'].map((id) => toPune(id)));
    draft.ledger.setExcluded('3', false);
    const ledger = await ran(draft);
    assert.deepEqual(states(ledger), { 1: 'done', 2: 'changed', 3: 'done' });
    assert.deepEqual([city('1'), city('2'), city('3')], ['Pune', 'Agra', 'Pune']);
    // as read by the next window
    const kept = await parts.runs.ledger(ledger.plan.run);
    assert.deepEqual(states(kept), states(ledger));
    assert.deepEqual(kept.plan.ofPlan, { file: 'cities.recordplan.json', madeBy: 'someone' });
    assert.equal(kept.plan.madeFrom, 'plan');
    const undo = await ran(await parts.planner.prepareUndo(kept, quietly, never));
    assert.deepEqual(states(undo), { 1: 'done', 3: 'done' });
    assert.deepEqual([city('1'), city('3')], ['Goa', 'Agra']);
  });

  it('remembers included records when it is resumed after its window was killed before a write', async () => {
    for (const id of ['2', '3']) Object.assign(service.leads.get(id) ?? {}, { city: 'Agra' });
    const draft = await opened(['1', '2', '3'].map((id) => toPune(id)));
    draft.ledger.setExcluded('3', false);
    await draft.seal();
    const kept = await parts.runs.ledger(draft.ledger.plan.run);
    assert.deepEqual(states(kept), { 1: 'waiting', 2: 'changed', 3: 'waiting' });
    assert.deepEqual(states(draft.ledger), states(kept));
    await draft.discard();
  });

  it('restores the state of an included record when it is dropped again', async () => {
    Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
    const draft = await opened([toPune('1')]);
    const { ledger } = draft;
    ledger.setExcluded('1', false);
    assert.deepEqual([ledger.get('1')?.state, ledger.get('1')?.why], ['waiting', '“City” was “Goa” in the plan']);
    ledger.setExcluded('1', true);
    assert.deepEqual([ledger.get('1')?.state, ledger.counts.changed], ['changed', 1]);
    await draft.discard();
  });

  it('adds, changes and deletes in one run', async () => {
    const held = { city: 'Goa', score: '2.50' };
    const draft = await opened([
      toPune('1'),
      { do: 'delete', id: '2', name: 'Lead 2', held },
      { do: 'delete', id: '3', name: 'Lead 3', held: { ...held, city: 'Agra' } },
      { do: 'delete', id: '4', name: 'Lead 4', held: {} },
      { do: 'delete', id: '99', name: 'Lead 99', held },
      { do: 'add', name: '', fields: [{ field: 'city', was: null, becomes: 'Delhi' }] },
      { do: 'add', name: '', fields: [{ field: 'nothing', was: null, becomes: 'x' }] },
    ]);
    const [added, refused] = ['+15', '+16'].map((id) => draft.ledger.get(id));
    assert.deepEqual([added?.state, added?.name, refused?.state], ['waiting', 'line 15 of the file', 'refused']);
    assert.match(refused?.why ?? '', /has no field “nothing”/);
    const of = (id: string): unknown[] => [draft.ledger.get(id)?.state, draft.ledger.get(id)?.why];
    assert.deepEqual(of('2'), ['waiting', undefined]);
    assert.deepEqual(of('3'), ['changed', '“City” was “Agra” in the plan']);
    assert.deepEqual(of('4'), ['changed', 'the plan does not include its previous values']);
    // it already is as the plan specifies
    assert.deepEqual(of('99'), ['unchanged', undefined]);
    const ledger = await ran(draft);
    assert.deepEqual(
      [city('1'), service.leads.get('2')?.isDeleted, service.leads.get('3')?.isDeleted],
      ['Pune', true, false],
    );
    assert.equal([...service.leads.values()].filter((lead) => lead.city === 'Delhi').length, 1);
    assert.deepEqual([ledger.counts.done, service.posts()], [3, 3]);
  });

  it('is a delete, not an edit, if it only deletes', async () => {
    const gone = { do: 'delete', id: '2', name: 'Lead 2', held: { city: 'Goa' } } as const;
    for (const [operations, kind] of [
      [[gone], 'delete'],
      [[gone, toPune('1')], 'edit'],
      [[gone, { do: 'add', name: '', fields: [{ field: 'city', was: null, becomes: 'Delhi' }] }], 'edit'],
    ] as const) {
      const draft = await opened(operations);
      assert.equal(draft.ledger.plan.kind, kind);
      await draft.discard();
    }
  });

  it('says that a language model proposed it', async () => {
    const draft = await prepared(await readPlanFile(file(textOf([toPune('1')], proposedBy)), never));
    assert.equal(draft.ledger.plan.madeFrom, 'tool');
    await draft.discard();
  });

  it('adds no record with a value that its field does not accept', async () => {
    const fields = [{ field: 'city', was: null, becomes: ['Goa, old', 'Pune'] }];
    const draft = await opened([{ do: 'add', name: '', fields }]);
    const [entry] = draft.ledger.entries;
    assert.deepEqual([entry?.state, /“City” contains several values/.test(entry?.why ?? '')], ['refused', true]);
    await draft.discard();
  });

  it('lists all records in file order, with those planned so far', async () => {
    const add: PlanOperation = { do: 'add', name: '', fields: [{ field: 'city', was: null, becomes: 'Delhi' }] };
    const operations = [toPune('3'), add, toPune('1'), toPune('99'), add, toPune('2')];
    const reported: unknown[] = [];
    const read = await readPlanFile(file(textOf(operations)), never);
    assert.deepEqual(read.counts, { edit: 4, add: 2, delete: 0 });
    const draft = await prepared(read, (step, done, total, planned) =>
      reported.push([step, done, total, planned?.entries.length]),
    );
    assert.deepEqual(
      Array.from(draft.ledger.entries, ({ id, state }) => [id, state]),
      [
        ['3', 'waiting'],
        ['+11', 'waiting'],
        ['1', 'waiting'],
        ['99', 'gone'],
        ['+14', 'waiting'],
        ['2', 'waiting'],
      ],
    );
    assert.deepEqual(
      reported,
      operations.map((_, at) => ['look', at + 1, 6, at + 1]),
    );
    await draft.discard();
  });

  it('does not start if its file changes before its records are read', async () => {
    const said = { text: textOf([toPune('1'), toPune('2')]) };
    const changing = {
      name: 'cities.recordplan.json',
      pieces: async function* () {
        yield said.text;
      },
    };
    const read = await readPlanFile(changing, never);
    assert.equal(await read.isUnchanged(), true);
    said.text = textOf([toPune('1'), toPune('3')]);
    assert.equal(await read.isUnchanged(), false);
    await assert.rejects(prepared(read), /^FileProblem: The plan has changed since it was loaded\. Reload it/);
    assert.deepEqual(await readdir(parts.folder), []);
    // the result doesn't depend on how it is split into chunks
    said.text = textOf([toPune('1'), toPune('2')]);
    const inTwo = {
      ...changing,
      pieces: async function* () {
        isTold = !isTold;
        yield said.text.slice(0, isTold ? 150 : 200);
        yield said.text.slice(isTold ? 150 : 200);
      },
    };
    let isTold = false;
    await (await prepared(await readPlanFile(inTwo, never))).discard();
  });

  it('leaves nothing behind when it is canceled', async () => {
    const cancel = new AbortController();
    const read = await readPlanFile(file(textOf(Array.from({ length: 20 }, (_, at) => toPune(String(at + 1))))), never);
    const onProgress = (_: unknown, done: number): void => {
      if (done === 5) cancel.abort();
    };
    await assert.rejects(prepared(read, onProgress, cancel.signal), { code: 'canceled' });
    assert.deepEqual(await readdir(parts.folder), []);
  });

  it('can be canceled while it is read', async () => {
    await assert.rejects(readPlanFile(file(textOf([toPune('1')])), AbortSignal.abort()), { code: 'canceled' });
  });

  it('reports why its file cannot be read', async () => {
    const failing = (error: Error) => ({
      ...file(''),
      // oxlint-disable-next-line require-yield -- it fails before
      pieces: async function* (): AsyncGenerator<string> {
        throw error;
      },
    });
    const busy = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    await assert.rejects(
      readPlanFile(failing(busy), never),
      /^FileProblem: Could not read cities\.recordplan\.json: another program is using it\./,
    );
    await assert.rejects(
      readPlanFile(failing(new FileProblem('It is too odd.')), never),
      /^FileProblem: It is too odd\.$/,
    );
  });

  it('is rejected with a line number if it is not UTF-8, wherever chunks split its bytes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recordbench-plan-'));
    const name = 'cities.recordplan.json';
    const saved = async (text: string, encoding: 'latin1' | 'utf8' | 'utf16le'): Promise<PlanFile> => {
      await writeFile(path.join(folder, name), text, encoding);
      return {
        name,
        pieces: () => readText({ path: path.join(folder, name), name, encoding: 'utf-8', note: undefined }),
      };
    };
    try {
      // more than one chunk of the file, with two-byte characters across every boundary
      const text = textOf([
        { ...toPune('1'), name: `x${'ü'.repeat(400_000)}` },
        { ...toPune('2'), name: 'Zürich' },
      ]);
      assert.equal((await readPlanFile(await saved(text, 'utf8'), never)).counts.edit, 2);
      assert.equal((await readPlanFile(await saved(`\uFEFF${text}`, 'utf8'), never)).counts.edit, 2);
      const latin1 = textOf([
        ...Array.from({ length: 9_000 }, (_, at) => toPune(`a${at}`)),
        { ...toPune('2'), name: 'Zürich' },
      ]);
      const line = latin1.slice(0, latin1.indexOf('Zürich')).split('\n').length;
      assert.equal(line, 9_010);
      await assert.rejects(
        readPlanFile(await saved(latin1, 'latin1'), never),
        new RegExp(
          `^FileProblem: Could not read line 9,0\\d\\d of ${name}: it is not valid UTF-8\\. Save the file as UTF-8`,
        ),
      );
      await assert.rejects(
        readPlanFile(await saved(`\uFEFF${latin1}`, 'utf16le'), never),
        /^FileProblem: Could not read line 1 of .*: it is not valid UTF-8/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is rejected with a line number if an editor replaced an unreadable character', async () => {
    const text = textOf([{ ...toPune('1'), name: 'A \uFFFD that the service holds' }, toPune('2')]);
    assert.equal((await readPlanFile(file(text), never)).counts.edit, 2);
    const line = text.slice(0, text.lastIndexOf('Pune')).split('\n').length;
    await assert.rejects(
      readPlanFile(file(text.replaceAll('Pune', 'P\uFFFDne')), never),
      new RegExp(`^PlanProblem: Could not read line ${line - 1} of the plan: a character was replaced by “\uFFFD”`),
    );
  });

  it('may be as large as a run allows, and no larger', async () => {
    const three = file(textOf(['1', '2', '3'].map((id) => toPune(id))));
    assert.equal((await readPlanFile(three, never, 3)).counts.edit, 3);
    await assert.rejects(readPlanFile(three, never, 2), /it contains more than 2 operations/);
  });

  it('is rejected with a line number if it is damaged or larger than a run allows', async () => {
    await assert.rejects(readPlanFile(file(textOf([toPune('1')]).slice(0, 300)), never), PlanProblem);
    const many = {
      name: 'many.recordplan.json',
      pieces: async function* () {
        yield* writePlan(head(), endless());
      },
    };
    await assert.rejects(
      readPlanFile(many, never, 2_000),
      /Could not open many\.recordplan\.json: it contains more than 2,000 operations\. Split it into several plans\./,
    );
    function head(): PlanHead {
      return { connection: '', address: '', controller: leadsController, madeBy: '', madeAt: '', why: '' };
    }
    function* endless(): Generator<PlanOperation> {
      for (let id = 1; ; id++) yield toPune(String(id));
    }
  });
});
