import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { type ColumnProfile, profiledColumn } from '../../../../src/model/list/columnProfile.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { PartialFiles } from '../../../../src/services/export/partialFiles.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import type { FilteredQuery } from '../../../../src/services/lists/listFilter.ts';
import { Profiler } from '../../../../src/services/profile/profiler.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { threadScript } from '../export/exportPages.ts';

const leads = controllerName('crm', 'leads');
/** Columns whose values the service sends as they are stored. */
const stored = new Set(['city', 'email', 'last_name']);

describe("column profile of the demo's leads", () => {
  let folder: string;
  let service: RunningService;
  let client: RecordClient;
  let database: DatabaseSync;
  let listView: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-profile-'));
    const db = path.join(folder, 'demo.sqlite');
    service = await startService({ records: 1_500, db });
    client = new RecordClient(testConnection(service.url, {}, { pageSize: 100 }), {
      token: async () => service.tokens.admin,
    });
    database = new DatabaseSync(db, { readOnly: true });
    const views = await client.listViews(leads);
    // the demo's plain list of all leads
    listView = views.find(({ name }) => name === 'All Leads')?.id ?? assert.fail('no such list view');
  });
  after(async () => {
    database.close();
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function profileOf(name: string, query: FilteredQuery = {}): Promise<ColumnProfile> {
    const signal = new AbortController().signal;
    const listTarget = { controller: leads, listView };
    const first = await new RecordSource(client, listTarget, query).describe(signal);
    const column = first.columns.find(({ columnName }) => columnName === `leads.${name}`) ?? assert.fail(name);
    const form = await client.open(leads, '1');
    const complete = Promise.withResolvers<ColumnProfile>();
    const run = new Profiler({ script: threadScript }, new PartialFiles(folder)).start({
      client,
      listTarget,
      query,
      hasOrder: false,
      first,
      column: profiledColumn(column, first.alias, form),
      onState: ({ end, profile }) => {
        if (end?.kind === 'complete') complete.resolve(profile);
        else if (end) complete.reject(new Error(end.why));
      },
    });
    const profile = await complete.promise;
    await run.finished;
    return profile;
  }

  const sql = (text: string, ...values: string[]): Record<string, string | number | null>[] =>
    database
      .prepare(text)
      .all(...values)
      .map((row) => ({ ...row }) as Record<string, string | number | null>);

  /** What a plain query says about a column. */
  function naively(name: string, where = '1'): Record<string, string | number | null> {
    const [row = {}] = sql(`
      SELECT count(*) AS read, sum(${name} IS NULL OR ${name} = '') AS empty,
        count(DISTINCT nullif(${name}, '')) AS "distinct", min(nullif(${name}, '')) AS least, max(nullif(${name}, '')) AS greatest,
        min(length(nullif(${name}, ''))) AS shortest, max(length(nullif(${name}, ''))) AS longest
      FROM leads WHERE deleted = 0 AND ${where}`);
    return row;
  }

  function frequent(name: string, where = '1'): (string | number | null)[] {
    return sql(`SELECT count(*) AS count FROM leads WHERE deleted = 0 AND ${name} <> '' AND ${where}
      GROUP BY ${name} COLLATE BINARY ORDER BY count DESC LIMIT 10`).map(({ count }) => count ?? null);
  }

  for (const name of ['city', 'email', 'last_name', 'expected_close_date', 'budget'])
    it(`has the same numbers as a query on the database: ${name}`, async () => {
      const profile = await profileOf(name);
      const { read, empty, distinct } = naively(name);
      assert.deepEqual([profile.read, profile.empty, profile.distinct], [read, empty, distinct]);
      assert.deepEqual(
        profile.frequent.map(({ count }) => count),
        frequent(name),
      );
      // money and dates are stored in another notation
      if (stored.has(name))
        for (const { value, count } of profile.frequent)
          assert.deepEqual(
            sql(`SELECT count(*) AS n FROM leads WHERE deleted = 0 AND ${name} = ? COLLATE BINARY`, value),
            [{ n: count }],
          );
      const [repeated] = sql(`SELECT count(*) AS "values", coalesce(sum(n), 0) AS records FROM
        (SELECT count(*) AS n FROM leads WHERE deleted = 0 AND ${name} <> '' GROUP BY ${name} COLLATE BINARY HAVING n > 1)`);
      const { listed, ...counted } = profile.repeated;
      assert.deepEqual(counted, { ...repeated });
      if (!stored.has(name)) return;
      for (const { value, records } of listed ?? [])
        for (const { id } of records)
          assert.deepEqual(sql(`SELECT ${name} AS value FROM leads WHERE id = ?`, id ?? ''), [{ value }]);
    });

  it('has the same min, max, lengths and sum as a query', async () => {
    // money is stored in cents
    const [total] =
      sql(`SELECT count(budget) AS count, sum(budget) AS sum, min(budget) AS least, max(budget) AS greatest
      FROM leads WHERE deleted = 0`);
    const { numbers } = await profileOf('budget');
    const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
    assert.deepEqual(
      { count: numbers?.count, sum: cents(numbers?.sum) },
      { count: total?.['count'], sum: total?.['sum'] },
    );
    assert.deepEqual([numbers?.min.value, numbers?.max.value].map(cents), [total?.['least'], total?.['greatest']]);
    const { lengths } = await profileOf('city');
    const { shortest, longest } = naively('city');
    assert.deepEqual([lengths?.min, lengths?.max], [shortest, longest]);
  });

  it('applies the current filters, and lists unused choices', async () => {
    const [one] = sql(
      'SELECT city FROM leads WHERE deleted = 0 GROUP BY city HAVING count(*) BETWEEN 3 AND 60 LIMIT 1',
    );
    const city = String(one?.['city']);
    const profile = await profileOf('country', { where: { 'leads.city': city } });
    const { read, empty, distinct } = naively('country', `city = '${city.replaceAll("'", "''")}'`);
    assert.deepEqual([profile.read, profile.empty, profile.distinct], [read, empty, distinct]);
    // the list shows labels, the database has codes
    const used = sql('SELECT DISTINCT country FROM leads WHERE deleted = 0 AND city = ?', city);
    const form = await client.open(leads, '1');
    const options = form.fields.find(({ at }) => at.at(-1) === 'country')?.options ?? [];
    const choices = options.filter(({ value }) => value !== '');
    assert.equal(profile.unused?.length, choices.length - used.length);
    const shown = new Set(profile.frequent.map(({ value }) => value));
    assert.ok(used.length > 0 && used.length <= 10 && shown.size === used.length);
    assert.deepEqual(
      profile.unused,
      choices.filter(({ text }) => !shown.has(text)).map(({ value, text }) => ({ value, text })),
    );
  });
});
