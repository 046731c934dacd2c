import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RecordClient } from '../../../../src/api/recordClient.ts';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { exportColumns } from '../../../../src/model/exportColumns.ts';
import { guessMapping } from '../../../../src/model/importMapping.ts';
import { planUpdate } from '../../../../src/model/importPlan.ts';
import { DiskFile } from '../../../../src/services/export/diskFile.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import { writeRecords } from '../../../../src/services/export/writeRecords.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { openImport } from '../../../../src/services/import/openImport.ts';
import { readWork } from '../../../../src/services/import/readWork.ts';
import { testConnection } from '../../../support/testConnection.ts';

const signal = new AbortController().signal;
const all = { kind: 'all', except: new Set<string>() } as const;

describe('records that leave a service and come back', () => {
  let service: RunningService;
  let client: RecordClient;
  let folder: string;
  before(async () => {
    service = await startService({ records: 40 });
    client = new RecordClient(testConnection(service.url), { token: async () => service.tokens.admin });
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-round-'));
  });
  after(async () => {
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of ['leads', 'peoples', 'accounts'])
    for (const [format, ending] of [
      ['csv', 'csv'],
      ['excel', 'xlsx'],
      ['json', 'json'],
    ] as const)
      it(`change nothing, with every column: ${name} as ${format}`, async () => {
        const controller = { module: 'crm', controller: name };
        const file = path.join(folder, `${name}.${ending}`);
        const source = new RecordSource(client, { controller, listView: undefined }, {});
        const first = await source.describe(signal);
        const task = { source, first, rows: all, columns: exportColumns(first, first.columns), format };
        const written = { ...task, defuse: true, onProgress: () => undefined };
        const report = await writeRecords(written, await DiskFile.open(file), signal);
        assert.deepEqual(report.notes, []);

        const table = await openImport(file, path.basename(file));
        const uses = guessMapping(table.titles, await importSubject(client, controller, undefined, signal), {});
        const unknown = table.titles.filter((_, at) => uses[at]?.kind === 'unknown');
        assert.deepEqual(unknown, [], 'nothing has to be asked');
        assert.ok(uses.filter(({ kind }) => kind === 'field').length > 2);
        const options = { table, name, uses, defused: true, onProgress: () => undefined, signal };
        const work = await readWork({ ...options, key: { kind: 'id' }, find: async () => [] });
        assert.deepEqual([work.updates.length, work.adds, work.refused], [report.written, [], []]);
        for (const update of work.updates) {
          const plan = planUpdate(await client.open(controller, update.id), update);
          assert.deepEqual(plan, { kind: 'unchanged' }, `record ${update.id}`);
        }
      });
});
