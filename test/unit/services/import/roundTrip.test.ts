import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { exportColumns } from '../../../../src/model/export/exportColumns.ts';
import { guessMapping } from '../../../../src/model/import/importMapping.ts';
import { planUpdate } from '../../../../src/model/import/importPlan.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { DiskFile } from '../../../../src/services/export/diskFile.ts';
import { Exporter } from '../../../../src/services/export/exporter.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { openImport } from '../../../../src/services/import/openImport.ts';
import type { ServiceQuery } from '../../../../src/services/lists/listAddress.ts';
import { readImport } from '../../../support/readImport.ts';
import { testConnection } from '../../../support/testConnection.ts';

const signal = new AbortController().signal;
const all = { kind: 'all', except: new Set<string>() } as const;

describe('records that are exported and imported again', () => {
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

  const formats = [
    ['csv', 'csv'],
    ['excel', 'xlsx'],
    ['json', 'json'],
    ['jsonLines', 'jsonl'],
  ] as const;

  /** Exports a list and asserts that importing the file would change nothing. */
  async function changeNothing(name: string, [format, ending]: (typeof formats)[number], query: ServiceQuery) {
    const controller = controllerName('crm', name);
    const file = path.join(folder, `${name}.${ending}`);
    const listTarget = { controller, listView: undefined };
    const first = await new RecordSource(client, listTarget, query).describe(signal);
    const columns = exportColumns(first, first.columns);
    const request = {
      client,
      listTarget,
      query,
      first,
      columns,
      format,
      rows: all,
      defuse: true,
      onProgress: () => undefined,
    };
    const report = await new Exporter({ script: 'few records need no thread' }).exportRows(
      request,
      await DiskFile.open(file),
      signal,
    );
    assert.deepEqual(report.notes, []);

    const table = await openImport(file, path.basename(file));
    const uses = guessMapping(table.titles, await importSubject(client, controller, undefined, signal), {});
    const unknown = table.titles.filter((_, at) => uses[at]?.kind === 'unknown');
    assert.deepEqual(unknown, [], 'nothing has to be asked');
    assert.ok(uses.filter(({ kind }) => kind === 'field').length > 2);
    const work = await readImport({ table, uses, key: { kind: 'id' } });
    assert.deepEqual([work.updates.length, work.adds, work.refused], [report.written, [], []]);
    for (const update of work.updates) {
      const plan = planUpdate(await client.open(controller, update.id), update);
      assert.deepEqual(plan, { kind: 'unchanged' }, `record ${update.id}`);
    }
  }

  for (const name of ['leads', 'peoples', 'accounts'])
    for (const format of formats)
      it(`change nothing with every column: ${name} as ${format[0]}`, () => changeNothing(name, format, {}));

  describe('with values that other programs would misread', () => {
    before(async () => {
      const controller = controllerName('crm', 'leads');
      const { rows } = await client.records(controller, { page: 1, limit: 40 });
      let texts = 0;
      for (const [index, { id }] of rows.entries()) {
        const form = await client.open(controller, id ?? '');
        const action = actionForSave(form);
        const mayBe = (name: string): boolean =>
          form.fields.some(({ at, permission }) => at.join('.') === name && permission.editable);
        if (!action || !mayBe('company')) continue;
        const text = oddTexts[texts++ % oddTexts.length] ?? '';
        const values = { company: text, description: text, notes: `${text}\n${text}`, ...oddValues[index % 3] };
        const allowed = Object.fromEntries(Object.entries(values).filter(([name]) => mayBe(name)));
        await client.sendSave(form, allowed, action);
      }
      assert.ok(texts >= oddTexts.length, `${texts} records may be changed`);
    });

    for (const format of formats)
      it(`change nothing: as ${format[0]}`, () =>
        changeNothing('leads', format, { expertQuery: '{"method":"find","fields":["*"]}' }));
  });
});

const oddTexts = [
  '=1+1',
  '+49 221 123',
  '-5',
  '@SUM(A1)',
  "'quoted once",
  "'=quoted and a formula",
  "a;=cmd|' /C calc'!A0",
  "a;'=cmd\t@b|+c",
  ' =1+1',
  '- one\n- two, -three',
  '007',
  '1e5',
  '0.10',
  '12345678901234567890',
  '2024-02-30',
  'TRUE',
  'a, b; c | d\te',
  'say "hello", she said ""',
  'one\r\ntwo\nthree',
  '🎪 Köln 漢字 e\u0301',
  '\u202Eright to left',
  '<b>&amp;</b>',
  '_x000D_',
];
const oddValues = [
  { interests: [], birthday: '1899-12-31', expected_close_date: '2024-02-29', budget: '0.10' },
  { interests: null, birthday: '1900-02-28', last_contacted_at: '2024-12-31 23:59:59', budget: '12.50' },
  { expected_close_date: null, annual_revenue: '123456789012', account_id: null, is_vip: '1', probability: '0' },
];
