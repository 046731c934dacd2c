import { namedRecords, referenceDeps } from './references.ts';
import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRecordText } from '../../src/model/draft/recordText.ts';
import { withValues } from '../../src/model/draft/textEdit.ts';
import { ServiceError } from '../../src/model/errors.ts';
import { planUpdate } from '../../src/model/import/importPlan.ts';
import { importedValue } from '../../src/model/import/importValue.ts';
import type { ServiceChoices } from '../../src/model/connection/connection.ts';
import type { ImportedCell } from '../../src/model/import/importWork.ts';
import { withCell } from '../../src/model/list/stagedCells.ts';
import type { OpenService } from '../../src/service/recordService.ts';
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import { BulkPlanner } from '../../src/services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../../src/services/bulk/bulkRuns.ts';
import { JournalFolder } from '../../src/services/bulk/journalFolder.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import type { Clients } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import { addedLine } from '../../src/services/import/plannedAdds.ts';
import { LastReadForms } from '../../src/services/records/lastReadForms.ts';
import { createRecordApi, type RecordApi } from '../../src/services/recordApi.ts';
import { RecordDrafts } from '../../src/services/records/recordDrafts.ts';
import { StagedSaves } from '../../src/services/staging/stagedSaves.ts';
import type { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import { realClock, type WriteClock } from '../../src/services/writes/writeIntents.ts';
import { memoryConnections } from './memoryConnections.ts';
import { memoryHistory, MemoryHistoryStore } from './memoryHistory.ts';
import { MemoryIntents, testWriter } from './memoryIntents.ts';
import { MemoryByteStore, MemoryTextStore } from './memoryStores.ts';
import type { KillableSteps } from './mortalSteps.ts';
import { testClients } from './testClients.ts';

const controller = controllerName('crm', 'leads');
const never = new AbortController().signal;
const quietly = (): void => undefined;
const endpoint = { ids: 'ids[]', idsAs: 'repeated' } as const;
const endpoints = {
  bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ...endpoint },
  bulkDelete: { path: '{module}/{controller}/delete_selected.json', method: 'post', ...endpoint },
} as const;

/** What outlives a window. */
export class Disk {
  readonly drafts = new MemoryTextStore();
  readonly files = new MemoryByteStore();
  readonly intents = new MemoryIntents();
  readonly history = new MemoryHistoryStore();
  /** Exists once a run or `file` needs it. */
  readonly journals = path.join(os.tmpdir(), `recordbench-writers-${randomUUID()}`);

  /** Path of a file that a test writes. */
  file(name: string): string {
    mkdirSync(this.journals, { recursive: true });
    return path.join(this.journals, name);
  }

  remove(): void {
    rmSync(this.journals, { recursive: true, force: true });
  }
}

export interface WindowOptions {
  readonly timeoutMs: number;
  readonly usesEndpoints?: boolean;
  readonly choices?: Partial<ServiceChoices>;
  /** Set for a window that may be killed. */
  readonly steps?: KillableSteps;
  readonly clock?: WriteClock;
  /** An implementation other than the documented one. */
  readonly openService?: OpenService;
}

/** Everything that writes in one window, on one connection. */
export class WritingWindow {
  readonly connection: string;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly changes = new RecordChanges();
  readonly writer: RecordWriter;
  readonly drafts: RecordDrafts;
  readonly saves: StagedSaves;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly api: RecordApi;

  private constructor(
    connections: Connections,
    connection: string,
    disk: Disk,
    { steps, clock = realClock, openService }: WindowOptions,
  ) {
    this.connections = connections;
    this.connection = connection;
    this.clients = testClients(connections, { request: quietly }, openService);
    const { clients, changes } = this;
    const guard = new WriteGuard(connections, clients);
    const { intents } = disk;
    const history = memoryHistory(disk.history, () => clock.now());
    this.writer = testWriter(guard, { changes, intents, steps, clock, history });
    const { writer } = this;
    this.drafts = new RecordDrafts({
      clients,
      guard,
      writer,
      references: namedRecords(connections, clients),
      store: steps?.texts(disk.drafts) ?? disk.drafts,
      files: disk.files,
      lastRead: new LastReadForms(connections, changes),
      schemaOf: () => 'records-schema:leads',
      now: () => clock.now(),
    });
    this.saves = new StagedSaves(writer, changes, namedRecords(connections, clients));
    const folder = new JournalFolder(disk.journals);
    this.planner = new BulkPlanner(guard, folder, () => 2, namedRecords(connections, clients));
    this.runs = new BulkRuns({ guard, changes, writer, folder, concurrency: () => 2 });
    this.api = createRecordApi({
      ...referenceDeps(connections, clients),
      connections,
      clients,
      writer: { get: async () => writer },
      changes,
    });
  }

  static async open(url: string, disk: Disk, options: WindowOptions): Promise<WritingWindow> {
    const { connections } = memoryConnections();
    const added = await connections.add({ name: 'Test', baseUrl: url }, 'a-token');
    await connections.change({
      ...added,
      choices: { ...added.choices, ...options.choices, ...(options.usesEndpoints === true && endpoints) },
      network: { ...added.network, timeoutMs: options.timeoutMs },
    });
    return new WritingWindow(connections, added.id, disk, options);
  }

  close(): void {
    this.clients.dispose();
  }
}

/** The outcome reported to the user. `noEffect`: nothing was changed. */
export interface Reported {
  readonly outcome: 'done' | 'unchanged' | 'noEffect' | 'unknown';
  readonly sentence: string;
}

export interface Change {
  readonly id: string;
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Writer {
  readonly name: string;
  readonly kind: 'edit' | 'add' | 'delete';
  readonly usesEndpoints?: boolean;
  /** Knows the record's state before the change. */
  readonly hasBase: boolean;
  /** The change was made from one service's data. */
  readonly isBound: boolean;
  /**
   * Does everything before the write, such as reading and a preview; returns a function that writes and can be called
   * repeatedly.
   */
  readonly prepare: (window: WritingWindow, change: Change) => Promise<() => Promise<Reported>>;
}

async function reported(write: Promise<unknown>): Promise<Reported> {
  try {
    await write;
    return { outcome: 'done', sentence: '' };
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return { outcome: error.effect === 'unknown' ? 'unknown' : 'noEffect', sentence: error.message };
  }
}

const place = (window: WritingWindow): { connection: string; controller: typeof controller } => ({
  connection: window.connection,
  controller,
});

function addressOf({ connections, connection }: WritingWindow): string {
  return connections.addressOf(connection);
}

/** A draft runs once; a further attempt resumes it, including failed records. */
async function runOf(window: WritingWindow, draft: PreparedRun, id: string): Promise<() => Promise<Reported>> {
  const { run } = draft.ledger.plan;
  const planned = draft.ledger.get(id);
  if (planned?.state === 'unchanged' || planned?.state === 'refused') {
    await draft.discard();
    const outcome = planned.state === 'refused' ? 'noEffect' : 'unchanged';
    return async () => ({ outcome, sentence: planned.why ?? 'Unchanged.' });
  }
  let isBegun = false;
  return async () => {
    const active = isBegun ? await window.runs.resume(run, true) : await window.runs.begin(draft);
    isBegun = true;
    await active.ended;
    const entry = (await window.runs.ledger(run)).get(id);
    const { reason } = active.runner;
    const sentence = entry?.why ?? reason?.message ?? '';
    if (entry?.state === 'done') return { outcome: 'done', sentence };
    return { outcome: entry?.state === 'unclear' || entry?.state === 'sent' ? 'unknown' : 'noEffect', sentence };
  };
}

async function importOf(
  window: WritingWindow,
  { id, field, to }: Change,
  isNew: boolean,
): Promise<() => Promise<Reported>> {
  const client = await window.clients.get(window.connection);
  const form = isNew ? await client.form(controller, 'add') : await client.open(controller, id);
  const known = form.fields.find(({ at }) => at[0] === field) ?? assert.fail(field);
  const cells: ImportedCell[] = [{ field: known, cell: to, value: importedValue(known, to, true) }];
  const target = {
    ...place(window),
    madeFor: addressOf(window),
    title: 'Import a.csv',
    madeFrom: 'import',
    count: 1,
  } as const;
  const plan = (read: typeof form): ReturnType<typeof planUpdate> => planUpdate(read, { id, position: 2, cells });
  const work = isNew ? addedLine(form, { position: 2, cells }, 'line') : { id, plan };
  return runOf(window, await window.planner.prepareEach(target, [work], quietly, never), isNew ? '+2' : id);
}

async function bulkOf(window: WritingWindow, { id, field, to }: Change): Promise<() => Promise<Reported>> {
  const change = to === null ? { field, kind: 'clear' as const } : { field, kind: 'set' as const, value: to };
  const work = {
    kind: 'edit',
    target: { ...place(window), madeFor: addressOf(window), ids: [id] },
    changes: [change],
  } as const;
  return runOf(window, await window.planner.prepare(work, quietly, never), id);
}

async function bulkDeleteOf(window: WritingWindow, { id }: Change): Promise<() => Promise<Reported>> {
  const work = { kind: 'delete', target: { ...place(window), madeFor: addressOf(window), ids: [id] } } as const;
  return runOf(window, await window.planner.prepare(work, quietly, never), id);
}

/** Every way to write a record. */
export const writers: readonly Writer[] = [
  {
    name: "the form's save",
    kind: 'edit',
    hasBase: true,
    isBound: true,
    prepare: async (window, { id, field, to }) => {
      const address = { kind: 'record', ...place(window), id } as const;
      const before = window.drafts.get(address);
      const text = before ? '' : await window.drafts.readDocument(address);
      await window.drafts.noteShown(address, text);
      const mine = withValues(text, [{ at: [field], value: to }]);
      assert.ok(readRecordText(mine).values);
      await window.drafts.keepBase(address);
      return () => reported(window.drafts.saveDocument(address, mine));
    },
  },
  {
    name: 'a new record',
    kind: 'add',
    hasBase: false,
    isBound: true,
    prepare: async (window, { field, to }) => {
      const address = { kind: 'newRecord', ...place(window), number: 1 } as const;
      const text = await window.drafts.readDocument(address);
      await window.drafts.noteShown(address, text);
      return () => reported(window.drafts.saveDocument(address, withValues(text, [{ at: [field], value: to }])));
    },
  },
  {
    name: 'staged cells',
    kind: 'edit',
    hasBase: true,
    isBound: true,
    prepare: async (window, { id, field, from, to }) => {
      // as a user editing the text can: the table itself ignores a cell that was empty and stays empty
      const staged = new Map([[id, new Map([[field, { from, to }]])]]);
      const madeFor = addressOf(window);
      const cells = (from ?? '') === (to ?? '') ? staged : withCell(new Map(), id, field, { from, to });
      return async () => {
        const { problems } = await window.saves.saveStaged(place(window), cells, madeFor);
        const problem = problems.get(id);
        if (!problem) return { outcome: 'done', sentence: '' };
        const isUnknown = problem.sentence.includes('may have been saved');
        return { outcome: isUnknown ? 'unknown' : 'noEffect', sentence: problem.fields.get(field) ?? problem.sentence };
      };
    },
  },
  { name: 'a bulk edit', kind: 'edit', hasBase: true, isBound: true, prepare: bulkOf },
  { name: 'a bulk delete', kind: 'delete', hasBase: true, isBound: true, prepare: bulkDeleteOf },
  { name: 'the bulk edit endpoint', kind: 'edit', hasBase: true, isBound: true, usesEndpoints: true, prepare: bulkOf },
  {
    name: 'the bulk delete endpoint',
    kind: 'delete',
    hasBase: true,
    isBound: true,
    usesEndpoints: true,
    prepare: bulkDeleteOf,
  },
  {
    name: "an import's change",
    kind: 'edit',
    hasBase: true,
    isBound: true,
    prepare: (window, change) => importOf(window, change, false),
  },
  {
    name: "an import's add",
    kind: 'add',
    hasBase: false,
    isBound: true,
    prepare: (window, change) => importOf(window, change, true),
  },
  {
    name: 'one delete',
    kind: 'delete',
    hasBase: true,
    isBound: true,
    prepare: async (window, { id }) => {
      const doing = `delete lead ${id}`;
      const madeFor = addressOf(window);
      const seen = await (await window.clients.get(window.connection)).open(controller, id);
      const write = async (): Promise<void> => {
        const order = { doing, through: 'command', madeFor, seen } as const;
        const outcome = await window.writer.delete({ ...place(window), id }, order);
        if (outcome.kind !== 'done') throw outcome.error;
      };
      return () => reported(write());
    },
  },
  {
    name: "another extension's save",
    kind: 'edit',
    hasBase: false,
    isBound: false,
    prepare: async (window, { id, field, to }) => {
      const save = (): Promise<unknown> => window.api.save(window.connection, 'crm/leads', id, { [field]: to });
      return () => reported(save());
    },
  },
  {
    name: "another extension's add",
    kind: 'add',
    hasBase: false,
    isBound: false,
    prepare: async (window, { field, to }) => {
      const add = (): Promise<unknown> => window.api.save(window.connection, 'crm/leads', undefined, { [field]: to });
      return () => reported(add());
    },
  },
  {
    name: "another extension's delete",
    kind: 'delete',
    hasBase: false,
    isBound: false,
    prepare: async (window, { id }) => {
      return () => reported(window.api.delete(window.connection, 'crm/leads', id));
    },
  },
];
