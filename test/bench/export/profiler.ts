// Child process, `profiler.ts <ours|bare> <address> <rows> <folder> <column>`: reads a list once and reports the cost.
import path from 'node:path';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { type ColumnProfile, profiledColumn } from '../../../src/model/list/columnProfile.ts';
import { PartialFiles } from '../../../src/services/export/partialFiles.ts';
import { RecordSource } from '../../../src/services/export/recordSource.ts';
import { Profiler } from '../../../src/services/profile/profiler.ts';
import { testConnection } from '../../support/testConnection.ts';
import { bareLoop } from './bareLoop.ts';

const [how = '', baseUrl = '', count = '', folder = '', key = 'leads.c1'] = process.argv.slice(2);
const pageSize = 100;

async function ours(): Promise<number> {
  const client = new RecordClient(testConnection(baseUrl, {}, { pageSize }), { token: async () => 'token' });
  const listTarget = { controller: controllerName('crm', 'leads'), listView: count };
  const first = await new RecordSource(client, listTarget, {}).describe(new AbortController().signal);
  const column = first.columns.find((one) => one.key === key);
  if (!column) throw new Error(`no column ${key}`);
  const complete = Promise.withResolvers<ColumnProfile>();
  const files = new PartialFiles(path.join(folder, 'exports'));
  const task = new Profiler({ script: path.join(import.meta.dirname, 'exportWorker.mjs') }, files).start({
    client,
    listTarget,
    query: {},
    hasOrder: false,
    first,
    column: profiledColumn(column, first.alias, undefined),
    onState: ({ profile, end }) => {
      if (end?.kind === 'complete') complete.resolve(profile);
      else if (end) complete.reject(new Error(end.why));
    },
  });
  const { read, distinct } = await complete.promise;
  await task.finished;
  await client.close();
  if (key === 'leads.id' && distinct !== read) throw new Error(`${distinct} different ids in ${read} records`);
  return read;
}

const start = performance.now();
const read = await (how === 'ours' ? ours() : bareLoop(baseUrl, Number(count), pageSize));
const took = performance.now() - start;
if (read !== Number(count)) throw new Error(`${read} of ${count} were read`);
const { user, system } = process.cpuUsage();
process.send?.({ took, work: (user + system) / 1000, highest: process.resourceUsage().maxRSS * 1024 });
