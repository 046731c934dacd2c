// Child process, `filterer.ts <ours|bare> <address> <rows>`: filters a list once and reports the cost.
import { noNames } from '../../support/references.ts';
import path from 'node:path';
import { controllerName } from '../../../src/model/controller.ts';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import type { FilterProgress } from '../../../src/services/lists/filteredList.ts';
import { filterInWorker } from '../../../src/services/lists/threadedFilter.ts';
import { RecordPages } from '../../../src/services/lists/recordPages.ts';
import { testConnection } from '../../support/testConnection.ts';
import { bareLoop } from './bareLoop.ts';

const [how = '', baseUrl = '', count = ''] = process.argv.slice(2);
const pageSize = 100;

/** A part of the records matches: by text, and by number. */
async function ours(): Promise<number> {
  const client = new RecordClient(testConnection(baseUrl, {}, { pageSize }), { token: async () => 'token' });
  const worker = { script: path.join(import.meta.dirname, 'exportWorker.mjs'), words: undefined };
  const pages = new RecordPages(
    { onDidGoStale: () => ({ dispose: () => undefined }) },
    { get: async () => client },
    noNames,
    undefined,
    (own, job, signal) => filterInWorker(worker, own, job, signal),
  );
  const list = { connection: 'bench', controller: controllerName('crm', 'leads'), listView: count };
  const { columns } = await client.records(list.controller, { listView: count, page: 1, limit: 1 });
  const [text, number] = [columns.find(({ kind }) => kind === 'text'), columns.find(({ kind }) => kind === 'number')];
  const query = {
    conditions: [
      { column: text?.columnName ?? '', operator: 'isNotEmpty', values: [] },
      { column: number?.columnName ?? '', operator: 'greater', values: ['10'] },
    ],
  } as const;
  const { promise, resolve, reject } = Promise.withResolvers<FilterProgress>();
  pages.filtered(list, query)?.watch((progress) => {
    if (progress.state === 'complete') resolve(progress);
    if (progress.state === 'failed') reject(progress.error);
  });
  await pages.rows(list, query, 0, 50);
  firstRows = performance.now() - start;
  const { found, read } = await promise;
  if (found === 0 || found === read) throw new Error(`${found} of ${read} match`);
  await client.close();
  return read;
}

let firstRows = 0;
const start = performance.now();
const read = await (how === 'ours' ? ours() : bareLoop(baseUrl, Number(count), pageSize));
const took = performance.now() - start;
if (read !== Number(count)) throw new Error(`${read} of ${count} were read`);
const { user, system } = process.cpuUsage();
process.send?.({
  took,
  firstRows,
  work: (user + system) / 1000,
  highest: process.resourceUsage().maxRSS * 1024,
});
