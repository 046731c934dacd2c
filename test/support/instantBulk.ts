import { setImmediate } from 'node:timers/promises';
import { noNames } from './references.ts';
import type { RecordClient } from '../../src/service/documented/recordClient.ts';
import { planEdit } from '../../src/model/bulk/bulkPlan.ts';
import type { RecordForm } from '../../src/model/form/recordForm.ts';
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import { BulkPlanner } from '../../src/services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../../src/services/bulk/bulkRuns.ts';
import type { Look } from '../../src/services/bulk/dryRun.ts';
import { JournalFolder } from '../../src/services/bulk/journalFolder.ts';
import type { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import type { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import { openGuard } from './openGuard.ts';
import { leadsController } from './bulkParts.ts';
import { testWriter } from './memoryIntents.ts';
import { testConnection } from './testConnection.ts';
import { cityForm } from './cityForm.ts';

/** Bulk work on an in-process service that stores one byte per lead, so that there can be a million of them. */
export class InstantBulk {
  readonly journals: JournalFolder;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  /** How many times each lead was written, by id. */
  readonly writes: Uint8Array<ArrayBuffer>;
  /** Called before a lead is written. */
  onWrite: (id: string) => void = () => undefined;
  readonly #form: RecordForm;

  constructor(
    folder: string,
    count: number,
    concurrency: number,
    writes = new Uint8Array(count + 1),
    createWriter: (guard: WriteGuard, options: { changes: RecordChanges }) => RecordWriter = testWriter,
  ) {
    this.writes = writes;
    this.#form = cityForm('1', 'Goa', 'edit');
    this.journals = new JournalFolder(folder);
    const client = this.#client();
    const guard = openGuard(() => client);
    const changes = new RecordChanges();
    const writer = createWriter(guard, { changes });
    const checkPair = (): Promise<never> => Promise.reject(new Error('nothing points anywhere'));
    this.planner = new BulkPlanner(guard, this.journals, () => concurrency, { ...noNames, checkPair });
    this.runs = new BulkRuns({ guard, changes, writer, folder: this.journals, concurrency: () => concurrency });
  }

  /** Every lead moves from Goa to Pune. */
  plan(): Promise<PreparedRun> {
    const count = this.writes.length - 1;
    const [connection, madeFor] = ['test', 'http://localhost'];
    const target = {
      connection,
      controller: leadsController,
      madeFor,
      title: 'Move',
      madeFrom: 'plan',
      count,
    } as const;
    return this.planner.prepareEach(target, this.#looks(), () => undefined, new AbortController().signal);
  }

  *#looks(): Generator<Look, void, void> {
    const plan: Look['plan'] = (form) => planEdit(form, [{ field: 'city', kind: 'set', value: 'Pune' }]);
    for (let id = 1; id < this.writes.length; id++) yield { id: String(id), plan };
  }

  #formOf(id: string): RecordForm {
    const city = (this.writes[Number(id)] ?? 0) % 2 === 0 ? 'Goa' : 'Pune';
    const values = { id, city };
    return { ...this.#form, id, name: `Lead ${id}`, values, data: { leads: values } };
  }

  /** Like a network: lets everything else that is pending, such as disk I/O, run first. */
  async #answer<T>(make: () => T): Promise<T> {
    await setImmediate();
    return make();
  }

  #client(): RecordClient {
    const client: Partial<RecordClient> = {
      connection: testConnection('http://localhost', {}, { timeoutMs: 1_000 }),
      form: (_controller, _operation, id = '') => this.#answer(() => this.#formOf(id)),
      open: (_controller, id) => this.#answer(() => this.#formOf(id)),
      checkSave: () => undefined,
      sendSave: async ({ id }) => {
        this.onWrite(id ?? '');
        this.writes[Number(id)]! += 1;
        return { id: id ?? '', messages: [] };
      },
    };
    return client as RecordClient;
  }
}
