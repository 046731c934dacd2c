import assert from 'node:assert/strict';
import { noNames } from '../../support/references.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { controllerName } from '../../../src/model/controller.ts';
import type { Condition } from '../../../src/model/list/condition.ts';
import { allRows } from '../../../src/model/export/exportPlan.ts';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { RecordSource } from '../../../src/services/export/recordSource.ts';
import { filteredQuery } from '../../../src/services/lists/listFilter.ts';
import { testConnection } from '../../support/testConnection.ts';
import { DemoClient } from './demoClient.ts';

/** Amounts are stored in cents, dates in days. */
const day = (text: string): number => Date.parse(text) / 86_400_000;

/** Each filter, and plain SQL that finds the same records. */
const filters: readonly (readonly [string, Condition['operator'], readonly string[], string])[] = [
  ['leads.company', 'contains', ['GMBH'], "company LIKE '%gmbh%'"],
  ['leads.company', 'containsNot', ['gmbh'], "company IS NULL OR company NOT LIKE '%gmbh%'"],
  ['leads.business_key', 'startsWith', ['ld-00001'], "business_key LIKE 'LD-00001%'"],
  ['leads.email', 'endsWith', ['.net'], "email LIKE '%.net'"],
  ['leads.email', 'isEmpty', [], "email IS NULL OR email = ''"],
  ['leads.city', 'isNotEmpty', [], "city <> ''"],
  ['leads.expected_amount', 'greater', ['50000.00'], 'expected_amount > 5000000'],
  ['leads.expected_amount', 'atMost', ['50000'], 'expected_amount <= 5000000'],
  ['leads.expected_amount', 'between', ['1000', '20000.5'], 'expected_amount BETWEEN 100000 AND 2000050'],
  ['leads.budget', 'isEmpty', [], 'budget IS NULL'],
  ['leads.id', 'less', ['100'], 'id < 100'],
  ['leads.id', 'isOneOf', ['7', '8', '9999999'], 'id IN (7, 8)'],
  ['leads.expected_close_date', 'before', ['2026-06-01'], `expected_close_date < ${day('2026-06-01')}`],
  ['leads.expected_close_date', 'after', ['2026-06'], `expected_close_date >= ${day('2026-07-01')}`],
  [
    'leads.expected_close_date',
    'between',
    ['2026-03-01', '2026-09-30'],
    `expected_close_date BETWEEN ${day('2026-03-01')} AND ${day('2026-09-30')}`,
  ],
  ['leads.priority', 'is', ['normal'], 'priority = 1'],
  ['leads.priority', 'isNot', ['Normal'], 'priority IS NOT 1'],
];

describe('filters on the demo', () => {
  let folder: string;
  let demo: DemoClient;
  let database: DatabaseSync;
  let client: RecordClient;
  let listView: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-filters-'));
    const db = path.join(folder, 'records.sqlite');
    demo = await DemoClient.start({ records: 600, db });
    database = new DatabaseSync(db, { readOnly: true });
    listView = await demo.listViewId('All Leads');
    client = new RecordClient(testConnection(demo.service.url), { token: async () => demo.service.tokens.admin });
  });
  after(async () => {
    database.close();
    await client.close();
    await demo.service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const { signal } = new AbortController();

  for (const [column, operator, values, sql] of filters)
    it(`find the same records as SQL: ${sql}`, async () => {
      const query = { conditions: [{ column, operator, values }] };
      const list = { controller: controllerName('crm', 'leads'), listView };
      const source = new RecordSource(client, list, await filteredQuery(client, list, query, noNames, signal));
      const found: number[] = [];
      for await (const rows of source.readRows(allRows, await source.describe(signal), signal))
        found.push(...rows.map(({ id }) => Number(id)));
      const hits = database.prepare(`SELECT id FROM leads WHERE deleted = 0 AND (${sql}) ORDER BY id`).all();
      assert.deepEqual(
        found.toSorted((one, other) => one - other),
        hits.map(({ id }) => Number(id)),
      );
      assert.ok(hits.length > 0 && hits.length < 590, `${hits.length} of 600`);
    });
});
