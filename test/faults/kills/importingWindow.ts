// A window in which a user imports a file, until it is killed. The next one resumes the run it finds, like a user who
// clicks Resume; if none was started, it imports the file again.
import { guessMapping } from '../../../src/model/import/importMapping.ts';
import type { PreparedRun } from '../../../src/services/bulk/preparedRun.ts';
import { importSubject } from '../../../src/services/import/importSubject.ts';
import { openImport } from '../../../src/services/import/openImport.ts';
import { plannedImport } from '../../../src/services/import/plannedAdds.ts';
import { ImportWork } from '../../../src/services/import/readWork.ts';
import { bulkParts, leadsController } from '../../support/bulkParts.ts';
import { signalReady, settingsOfWindow } from './mortalWindow.ts';

/** Start options. */
export interface ImportingSettings {
  readonly url: string;
  readonly folder: string;
  readonly file: string;
  readonly timeoutMs: number;
}

const { url, folder, file, timeoutMs } = settingsOfWindow() as ImportingSettings;
const parts = await bulkParts(url, { folder, timeoutMs, concurrency: 4 });
const [connection] = parts.connections.all();
const client = await parts.guard.client(connection?.id ?? '', 'import', url);
// load everything lazy before a kill is possible
await client.form(leadsController, 'add');
signalReady();
await parts.runs.cleanUp(30);
const [known] = await parts.runs.list();
const begun = known ? await parts.runs.resume(known.plan.run) : await parts.runs.begin(await planned());
process.exit((await begun.ended) === 'finished' ? 0 : 1);

async function planned(): Promise<PreparedRun> {
  const { signal } = new AbortController();
  const table = await openImport(file, 'leads.csv');
  const subject = await importSubject(client, leadsController, undefined, signal);
  const uses = guessMapping(table.titles, subject, {});
  const work = new ImportWork({ table, name: 'leads.csv', uses, key: { kind: 'id' }, mode: 'both', defused: true });
  const quietly = (): void => undefined;
  await work.scan(quietly, quietly, signal);
  const tasks = work.tasks({ find: async () => ({ ids: [] }), complete: async (cells) => cells }, signal);
  const target = { connection: client.connection.id, controller: leadsController, madeFor: url, count: work.count };
  return parts.planner.prepareEach(
    { ...target, title: 'Import leads.csv', madeFrom: 'import' },
    plannedImport(tasks, table.unit, () => client.form(leadsController, 'add')),
    quietly,
    signal,
  );
}
