import { controllerName } from '../../src/model/controller.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BulkChange } from '../../src/model/bulk/bulkChange.ts';
import type { BulkLedger, EntryState } from '../../src/model/bulk/bulkLedger.ts';
import type { ServiceChoices } from '../../src/model/connection/connection.ts';
import type { OpenService } from '../../src/service/recordService.ts';
import { BulkPlanner } from '../../src/services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../../src/services/bulk/bulkRuns.ts';
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import type { BulkTarget } from '../../src/services/bulk/collectIds.ts';
import { JournalFolder } from '../../src/services/bulk/journalFolder.ts';
import type { Clients } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { RecordChanges, type RecordsChange } from '../../src/services/common/recordChanges.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import type { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import type { WriteClock } from '../../src/services/writes/writeIntents.ts';
import { type MemoryIntents, testWriter } from './memoryIntents.ts';
import { namedRecords } from './references.ts';
import { memoryConnections } from './memoryConnections.ts';
import { testClients } from './testClients.ts';

export const leadsController = controllerName('crm', 'leads');
export const secret = 'a-token-that-nobody-may-read';

/** Bulk work against one service, with its own journal folder. */
export interface BulkParts {
  readonly folder: string;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly writer: RecordWriter;
  readonly reported: RecordsChange[];
  edit(target: Partial<BulkTarget>, ...changes: BulkChange[]): Promise<PreparedRun>;
  remove(target: Partial<BulkTarget>): Promise<PreparedRun>;
  end(): void;
}

export interface BulkPartsOptions {
  readonly choices?: Partial<ServiceChoices>;
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  /** Journals of another window. */
  readonly folder?: string;
  readonly intents?: MemoryIntents;
  readonly clock?: WriteClock;
  /** An implementation other than the documented one. */
  readonly openService?: OpenService;
}

export async function bulkParts(baseUrl: string, options: BulkPartsOptions = {}): Promise<BulkParts> {
  const folder = options.folder ?? mkdtempSync(path.join(os.tmpdir(), 'recordbench-bulk-'));
  const { connections } = memoryConnections();
  const added = await connections.add({ name: 'Test', baseUrl }, secret);
  await connections.change({
    ...added,
    choices: { ...added.choices, ...options.choices },
    network: { ...added.network, timeoutMs: options.timeoutMs ?? 60_000, pageSize: 20 },
  });
  const clients = testClients(connections, undefined, options.openService);
  const guard = new WriteGuard(connections, clients);
  const changes = new RecordChanges();
  const reported: RecordsChange[] = [];
  changes.onDidChange((change) => reported.push(change));
  const journals = new JournalFolder(folder);
  const concurrency = (): number => options.concurrency ?? 4;
  const planner = new BulkPlanner(guard, journals, concurrency, namedRecords(connections, clients));
  const { intents, clock } = options;
  const writer = testWriter(guard, { changes, ...(intents && { intents }), ...(clock && { clock }) });
  const runs = new BulkRuns({ guard, changes, writer, folder: journals, concurrency });
  const quietly = (): void => undefined;
  const target = { connection: added.id, controller: leadsController, madeFor: added.baseUrl };
  const never = new AbortController().signal;
  return {
    folder,
    connections,
    clients,
    guard,
    planner,
    runs,
    writer,
    reported,
    edit: (more, ...list) =>
      planner.prepare({ kind: 'edit', target: { ...target, ...more }, changes: list }, quietly, never),
    remove: (more) => planner.prepare({ kind: 'delete', target: { ...target, ...more } }, quietly, never),
    end: () => {
      clients.dispose();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function states(ledger: BulkLedger): Record<string, EntryState> {
  return Object.fromEntries(Array.from(ledger.entries, ({ id, state }) => [id, state]));
}
