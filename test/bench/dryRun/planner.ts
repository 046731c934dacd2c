// Child process, `planner.ts <plan|import> <records> <file> <folder>`: plans a file's changes, writes only the journal,
// and reports the cost. The service is in-process, with prepared responses.
import { noNames } from '../../support/references.ts';
import type { RecordClient } from '../../../src/service/documented/recordClient.ts';
import type { RecordForm } from '../../../src/model/form/recordForm.ts';
import type { ColumnUse } from '../../../src/model/import/importMapping.ts';
import type { PreparedRun } from '../../../src/services/bulk/preparedRun.ts';
import { BulkPlanner } from '../../../src/services/bulk/bulkPlanner.ts';
import { JournalFolder } from '../../../src/services/bulk/journalFolder.ts';
import { openGuard } from '../../support/openGuard.ts';
import { readText } from '../../../src/services/import/textFile.ts';
import { openImport } from '../../../src/services/import/openImport.ts';
import { plannedImport } from '../../../src/services/import/plannedAdds.ts';
import { ImportWork } from '../../../src/services/import/readWork.ts';
import { readPlanFile } from '../../../src/services/plan/planFile.ts';
import { preparePlan } from '../../../src/services/plan/preparePlan.ts';
import { testConnection } from '../../support/testConnection.ts';
import { answer, element, leads, read, submit } from '../../unit/service/documented/form/formAnswer.ts';

const [what = '', count = '', file = '', folder = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const quietly = (): void => undefined;
const nobody = (): never => {
  throw new Error('no reference is in it');
};

const elements = ['name', 'city', 'street', 'phone', 'notes'].map((key) => element(key));
const form = read(
  answer(
    { name: 'Lead', city: 'Goa', street: 'Main Road 1' },
    { permission: 2, elements: [...elements, submit('save', 'Save')] },
  ),
);
const formOf = (id: string): RecordForm => ({ ...form, id, name: `Lead ${id}`, values: { ...form.values, id } });
const pageSize = 1_000;

const client = {
  connection: testConnection('http://127.0.0.1', {}, { pageSize }),
  checkSave: () => undefined,
  open: async (_: unknown, id: string) => formOf(id),
  form: async () => read(answer({}, { permission: 2, elements: [...elements, submit('save', 'Save')] }), 'add'),
} as unknown as RecordClient;
const guard = openGuard(() => client);
const planner = new BulkPlanner(guard, new JournalFolder(folder), () => 4, { ...noNames, checkPair: nobody });

async function planned(): Promise<PreparedRun> {
  const pieces = (): AsyncIterable<string> => readText({ path: file, name: '', encoding: 'utf-8', note: undefined });
  const plan = await readPlanFile({ name: 'leads.recordplan.json', pieces }, signal);
  const references = { find: nobody, checkPair: nobody };
  const deps = { clients: { get: async () => client }, planner, references };
  return preparePlan(
    deps,
    plan,
    { connection: 'test', madeFor: client.connection.baseUrl, isElsewhere: false },
    quietly,
    signal,
  );
}

async function imported(): Promise<PreparedRun> {
  const table = await openImport(file, 'leads.csv');
  const uses = table.titles.map((title): ColumnUse => {
    const field = form.fields.find(({ at }) => at[0] === title);
    return field ? { kind: 'field', field } : { kind: 'id' };
  });
  const work = new ImportWork({ table, name: 'leads.csv', uses, key: { kind: 'id' }, mode: 'both', defused: true });
  await work.scan(quietly, quietly, signal);
  const tasks = work.tasks({ find: nobody, complete: async (cells) => cells }, signal);
  const target = { connection: 'test', controller: leads, title: 'Import leads.csv', madeFrom: 'import' } as const;
  const asked = plannedImport(tasks, table.unit, () => client.form(leads, 'add'));
  return planner.prepareEach(
    { ...target, madeFor: client.connection.baseUrl, count: work.count },
    asked,
    quietly,
    signal,
  );
}

const start = performance.now();
const { ledger } = await (what === 'plan' ? planned() : imported());
const took = performance.now() - start;
if (ledger.counts.waiting !== Number(count)) throw new Error(`${ledger.counts.waiting} of ${count} are to be written`);
const { user, system } = process.cpuUsage();
process.send?.({ took, work: (user + system) / 1000, highest: process.resourceUsage().maxRSS * 1024 });
process.exit();
