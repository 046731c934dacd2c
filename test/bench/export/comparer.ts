// Child process, `comparer.ts <ours|bare> <address> <rows> <folder> <same|opposite>`: reads two lists once and reports
// the cost.
import path from 'node:path';
import { Agent } from 'undici';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { comparedFields, listColumns } from '../../../src/model/compare/comparedFields.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { Comparer } from '../../../src/services/compare/comparer.ts';
import { PartialFiles } from '../../../src/services/export/partialFiles.ts';
import { RecordSource } from '../../../src/services/export/recordSource.ts';
import { testConnection } from '../../support/testConnection.ts';
import { bareRequest } from './bareLoop.ts';

const [how = '', baseUrl = '', count = '', folder = '', order = 'same'] = process.argv.slice(2);
const pageSize = 100;
const signal = new AbortController().signal;
/** Requested lists: the number of records, negative to get the second list in reverse. */
const lists = [count, order === 'opposite' ? `-${count}` : count];

/** Minimal code that only reads both lists: one page after the other, parsed. */
async function bare(): Promise<number> {
  const dispatcher = new Agent();
  let read = 0;
  for (let page = 1; read < Number(count) * 2; page++) {
    for (const list of lists) {
      const query = `current_listview=${list}&page=${page}&limit=${pageSize}`;
      const { body } = await bareRequest.call(dispatcher, {
        origin: baseUrl,
        path: `/crm/leads/index.json?${query}`,
        method: 'GET',
      });
      read += ((await body.json()) as { paginate: { data: unknown[] } }).paginate.data.length;
    }
  }
  await dispatcher.close();
  return read;
}

async function ours(): Promise<number> {
  const client = new RecordClient(testConnection(baseUrl, {}, { pageSize }), { token: async () => 'token' });
  const targets = lists.map((listView) => ({ controller: controllerName('crm', 'leads'), listView }));
  const [here, there] = await Promise.all(
    targets.map(async (listTarget) => {
      const first = await new RecordSource(client, listTarget, {}).describe(signal);
      return { kind: 'list', title: listTarget.listView, listTarget, query: {}, first } as const;
    }),
  );
  if (!here || !there) throw new Error('two lists are compared');
  const fields = comparedFields(listColumns(here.first, undefined), listColumns(there.first, undefined), {
    isSystemHidden: false,
  });
  const files = new PartialFiles(path.join(folder, 'exports'));
  const comparer = new Comparer({ script: path.join(import.meta.dirname, 'exportWorker.mjs') }, files);
  const { summary, remove } = await comparer.compare(
    { sides: [here, there], clients: [client, client], fields, key: 'id', onProgress: () => undefined },
    signal,
  );
  await remove();
  await client.close();
  if (!summary.isComplete || summary.counts.same !== Number(count)) throw new Error(JSON.stringify(summary));
  return summary.read[0] + summary.read[1];
}

const start = performance.now();
const read = await (how === 'ours' ? ours() : bare());
const took = performance.now() - start;
if (read !== Number(count) * 2) throw new Error(`${read} of ${count} were read`);
const { user, system } = process.cpuUsage();
process.send?.({ took, work: (user + system) / 1000, highest: process.resourceUsage().maxRSS * 1024 });
