// Child process, `reader.ts <ours|bare> <address> <rows> <file> <csv|excel>`: reads a list once and reports the cost.
import { controllerName } from '../../../src/model/controller.ts';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { exportColumns } from '../../../src/model/export/exportColumns.ts';
import { DiskFile } from '../../../src/services/export/diskFile.ts';
import { Exporter } from '../../../src/services/export/exporter.ts';
import { RecordSource } from '../../../src/services/export/recordSource.ts';
import { testConnection } from '../../support/testConnection.ts';
import { bareLoop } from './bareLoop.ts';

const [how = '', baseUrl = '', count = '', file = '', format = 'csv'] = process.argv.slice(2);
const pageSize = 100;
const signal = new AbortController().signal;

async function ours(): Promise<number> {
  const client = new RecordClient(testConnection(baseUrl, {}, { pageSize }), { token: async () => 'token' });
  const listTarget = { controller: controllerName('crm', 'leads'), listView: count };
  const query = {};
  const first = await new RecordSource(client, listTarget, query).describe(signal);
  const request = {
    client,
    listTarget,
    query,
    first,
    columns: exportColumns(first, first.columns),
    rows: { kind: 'all', except: new Set<string>() },
    format: format === 'excel' ? 'excel' : 'csv',
    defuse: true,
    onProgress: () => undefined,
  } as const;
  const exporter = new Exporter({ script: path.join(import.meta.dirname, 'exportWorker.mjs') });
  const { written } = await exporter.exportRows(request, await DiskFile.open(file), signal);
  await client.close();
  return written;
}

const start = performance.now();
const read = await (how === 'ours' ? ours() : bareLoop(baseUrl, Number(count), pageSize));
const took = performance.now() - start;
if (read !== Number(count)) throw new Error(`${read} of ${count} were read`);
rmSync(file, { force: true });
const { user, system } = process.cpuUsage();
process.send?.({ took, work: (user + system) / 1000, highest: process.resourceUsage().maxRSS * 1024 });
