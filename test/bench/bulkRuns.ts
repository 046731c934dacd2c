import { controllerName } from '../../src/model/controller.ts';
import { memoryHistory } from '../support/memoryHistory.ts';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Agent } from 'undici';
import { saveEntries } from '../../src/service/documented/form/saveBody.ts';
import { multipart, type Multipart } from '../../src/service/documented/http/multipart.ts';
import { RecordClient } from '../../src/service/documented/recordClient.ts';
import type { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';
import type { Connection } from '../../src/model/connection/connection.ts';
import type { DemoProcessMessage } from '../../src/model/demoMessages.ts';
import { actionForSave } from '../../src/model/form/submitAction.ts';
import { BulkPlanner } from '../../src/services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../../src/services/bulk/bulkRuns.ts';
import { inParallel } from '../../src/services/common/inParallel.ts';
import { JournalFolder } from '../../src/services/bulk/journalFolder.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import { IntentFiles } from '../../src/services/writes/intentFiles.ts';
import { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../src/services/writes/writeIntents.ts';
import type { NamedRecords } from '../../src/services/references/namedRecords.ts';
import { namedRecords } from '../support/references.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { inProject } from '../support/projectPaths.ts';
import { testClients } from '../support/testClients.ts';
import { forkBound, inTemporaryFolder } from './benchProcess.ts';

const concurrency = 4;
const token = 'for-the-bench';
const controller = controllerName('crm', 'leads');

/** Two ways to edit the same records of an embedded service that runs in its own process. */
export interface BulkRunners {
  readonly ours: OurRuns;
  readonly bare: BareLoop;
  /** Ids of editable records. */
  readonly ids: readonly string[];
  readonly url: string;
  readonly token: string;
}

export function withBulkRuns<T>(records: number, work: (runners: BulkRunners) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const service = forkBound(inProject('src/demo/main.ts'), [], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    try {
      const url = await ready(service, records * 2);
      const { connections } = memoryConnections();
      const connection = await connections.add({ name: 'Bench', baseUrl: url }, token);
      const clients = testClients(connections);
      const ours = new OurRuns(
        connections,
        new WriteGuard(connections, clients),
        namedRecords(connections, clients),
        folder,
      );
      const bare = new BareLoop(connection);
      const ids = (await ours.ids()).slice(0, records);
      const result = await work({ ours, bare, ids, url, token });
      ours.dispose();
      clients.dispose();
      await bare.close();
      return result;
    } finally {
      service.disconnect();
      await once(service, 'exit');
    }
  });
}

async function ready(service: ChildProcess, records: number): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    service.on('message', (message: DemoProcessMessage) => {
      if (message.type === 'ready') resolve(message.url);
      if (message.type === 'failed') reject(new Error(message.message));
    });
  });
  service.send({ type: 'start', options: { records, tokens: { admin: token } } });
  return answer;
}

class OurRuns {
  readonly #connection: string;
  readonly #service: string;
  readonly #planner: BulkPlanner;
  readonly #runs: BulkRuns;
  readonly #intents: WriteIntents;

  constructor(connections: Connections, guard: WriteGuard, references: NamedRecords, place: string) {
    this.#connection = connections.all()[0]?.id ?? '';
    this.#service = connections.addressOf(this.#connection);
    const folder = new JournalFolder(place);
    this.#planner = new BulkPlanner(guard, folder, () => concurrency, references);
    const changes = new RecordChanges();
    const intents = new WriteIntents(new IntentFiles(path.join(place, 'intents')));
    this.#intents = intents;
    this.#runs = new BulkRuns({
      guard,
      changes,
      writer: new RecordWriter({ guard, changes, intents, history: memoryHistory() }),
      folder,
      concurrency: () => concurrency,
    });
  }

  dispose(): void {
    this.#runs.dispose();
    this.#intents.dispose();
  }

  /** Ids of editable records. */
  async ids(): Promise<string[]> {
    const draft = await this.#plan(undefined, 'Nowhere');
    const found = Array.from(draft.ledger.inState(['waiting']), ({ id }) => id);
    await draft.discard();
    return found;
  }

  /** Duration of the run itself, without the preview. */
  async run(ids: readonly string[], city: string): Promise<number> {
    const draft = await this.#plan(ids, city);
    const start = performance.now();
    const { ended, runner } = await this.#runs.begin(draft);
    await ended;
    const taken = performance.now() - start;
    check(runner.ledger, ids.length);
    return taken;
  }

  #plan(ids: readonly string[] | undefined, city: string): ReturnType<BulkPlanner['prepare']> {
    const target = { connection: this.#connection, controller, madeFor: this.#service, ...(ids && { ids }) };
    const changes = [{ field: 'city', kind: 'set', value: city }] as const;
    return this.#planner.prepare({ kind: 'edit', target, changes }, () => undefined, new AbortController().signal);
  }
}

class BareLoop {
  readonly #origin: string;
  readonly #client: RecordClient;
  readonly #agent = new Agent();

  constructor(connection: Connection) {
    this.#origin = connection.baseUrl;
    this.#client = new RecordClient(connection, { token: async () => token });
  }

  async run(ids: readonly string[], city: string): Promise<number> {
    const bodies = new Map<string, Multipart>();
    await inParallel(ids, concurrency, async (id) => {
      const form = await this.#client.form(controller, 'edit', id);
      const action = actionForSave(form);
      if (!action) throw new Error(`record ${id} cannot be saved`);
      bodies.set(id, multipart(saveEntries(form, { city }, action, { emptyValue: 'null' })));
    });
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const start = performance.now();
    await inParallel(ids, concurrency, async (id) => {
      const form = await this.#agent.request({
        origin: this.#origin,
        path: `/crm/leads/edit?id=${id}`,
        method: 'GET',
        headers,
      });
      await form.body.arrayBuffer();
      const { bytes, contentType } = bodies.get(id)!;
      const saved = await this.#agent.request({
        origin: this.#origin,
        path: '/crm/leads/edit.json',
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body: bytes,
      });
      const text = await saved.body.text();
      if (saved.statusCode !== 200 || !text.includes('was saved')) throw new Error(`record ${id} was not saved`);
    });
    return performance.now() - start;
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#agent.close();
  }
}

function check({ counts }: BulkLedger, expected: number): void {
  if (counts.done !== expected) throw new Error(`${counts.done} of ${expected} records were edited`);
}
