import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { exportColumns } from '../../../../src/model/export/exportColumns.ts';
import type { ExportFormat } from '../../../../src/model/export/exportFormat.ts';
import type { ExportReport, ExportRows } from '../../../../src/model/export/exportPlan.ts';
import { Exporter } from '../../../../src/services/export/exporter.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import {
  type Answer,
  column,
  type FakeClient,
  fakeClient,
  lead,
  leads,
  MemoryFile,
  page,
  row,
  threadScript,
} from './exportPages.ts';

const controller = controllerName('crm', 'leads');
const all: ExportRows = { kind: 'all', except: new Set() };

interface Options {
  readonly rows?: ExportRows;
  readonly format?: ExportFormat;
  readonly file?: MemoryFile;
  readonly signal?: AbortSignal;
  readonly onProgress?: (written: number, expected: number | undefined) => void;
}

async function exported(fake: FakeClient, options: Options = {}): Promise<ExportReport & { lines: string[] }> {
  const file = options.file ?? new MemoryFile();
  const signal = options.signal ?? new AbortController().signal;
  const listTarget = { controller, listView: 'all' };
  const query = {};
  const first = await new RecordSource(fake.client, listTarget, query).describe(signal);
  const request = {
    client: fake.client,
    listTarget,
    query,
    first,
    rows: options.rows ?? all,
    columns: exportColumns(first, first.columns),
    format: options.format ?? 'jsonLines',
    defuse: true,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const report = await new Exporter({ script: threadScript }).exportRows(request, file, signal);
  assert.equal(file.state, 'finished');
  return { ...report, lines: file.text.split('\n').slice(0, -1) };
}

const idsIn = ({ lines }: { lines: string[] }): string[] =>
  lines.map((line) => (JSON.parse(line) as Record<string, string>)['leads.id'] ?? '');
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('export', () => {
  it('writes every record once, in order, prefetching only a few pages', async () => {
    const fake = fakeClient(leads(2_345));
    const third = Promise.withResolvers<void>();
    // the second page arrives only once the third was requested
    const records: typeof fake.client.records = async (of, query, signal) => {
      if (query.page === 3) third.resolve();
      const answer = await fake.client.records(of, query, signal);
      if (query.page === 2) await third.promise;
      return answer;
    };
    const done = await exported({ ...fake, client: { ...fake.client, records } });
    assert.deepEqual(idsIn(done), numbers(1, 2_345));
    assert.deepEqual([done.written, done.expected, done.notes], [2_345, 2_345, []]);
    assert.ok(fake.max() <= 4, `${fake.max()} requests at once`);
  });

  it('forwards service messages from the pages, each once', async () => {
    const talkative: Answer = (query) => ({
      ...leads(250)(query),
      messages: ['Closed on Sundays.', ...(query.page === 2 ? ['Almost done.'] : [])],
    });
    assert.deepEqual((await exported(fakeClient(talkative))).said, ['Closed on Sundays.', 'Almost done.']);
    assert.deepEqual((await exported(fakeClient(leads(250)))).said, []);
  });

  it('writes all records despite wrong page totals, and reports if it cannot read them all', async () => {
    for (const wrong of [0, 100, 130]) {
      const done = await exported(fakeClient((query) => ({ ...leads(450)(query), total: wrong })));
      assert.deepEqual(idsIn(done), numbers(1, 450));
      assert.match(done.notes.join(), /does not provide a total/);
    }
    const same: Answer = (query) => ({ ...leads(450)({ ...query, page: 1 }), page: query.page, total: 0 });
    const cut = await exported(fakeClient(same));
    assert.deepEqual(idsIn(cut), numbers(1, 100));
    assert.match(cut.notes.join(), /the same records again instead of the next ones, so some may be missing/);
  });

  it('handles a service that sends short pages, no total or incomplete rows', async () => {
    const capped: Answer = (query) => leads(250)({ ...query, limit: Math.min(query.limit, 30) });
    assert.deepEqual(idsIn(await exported(fakeClient(capped))), numbers(1, 250));

    const uncounted: Answer = (query) => ({ ...leads(250)(query), total: undefined });
    const unsure = await exported(fakeClient(uncounted));
    assert.deepEqual(idsIn(unsure), numbers(1, 250));
    assert.match(unsure.notes.join(), /does not provide a total/);

    const clamped: Answer = (query) => ({
      ...leads(250)({ ...query, page: Math.min(query.page, 3) }),
      total: undefined,
    });
    assert.deepEqual(idsIn(await exported(fakeClient(clamped))), numbers(1, 250));

    const withGaps: Answer = (query) => {
      const answer = leads(250)(query);
      return { ...answer, rows: answer.rows.filter(({ id }) => Number(id) % 10 !== 0) };
    };
    const short = await exported(fakeClient(withGaps));
    assert.equal(short.written, 225);
    assert.deepEqual(short.notes, ['The service reports 250 records but sent 225. Some may be missing.']);
  });

  it('refuses a service that answers every page with the first', async () => {
    const file = new MemoryFile();
    const stuck: Answer = (query) => ({ ...leads(500)({ ...query, page: 1 }), page: query.page });
    await assert.rejects(exported(fakeClient(stuck), { file }), /contradicts itself \(page 2 repeats the records/);
    assert.equal(file.state, 'discarded');
  });

  it('reports that the list changed during the read', async () => {
    let count = 500;
    const growing: Answer = (query) => {
      if (query.page === 3) count = 501;
      return leads(count)(query);
    };
    const { notes, written } = await exported(fakeClient(growing));
    assert.equal(written, 501);
    assert.match(notes.join(), /^The list changed while it was being read\. .*duplicated\. Sort the list/);

    let left = 500;
    const shrinking: Answer = (query) => {
      if (query.page === 5) left = 420;
      return leads(left)(query);
    };
    const less = await exported(fakeClient(shrinking));
    assert.equal(less.written, 420);
    assert.match(less.notes.join(), /changed while it was being read/);
  });

  it('reports that the service sends fewer records than its total', async () => {
    const limited: Answer = (query) => ({ ...leads(200)(query), total: 1_000 });
    const { notes, written } = await exported(fakeClient(limited));
    assert.equal(written, 200);
    assert.deepEqual(notes, ['The service reports 1,000 records but sent 200. Some may be missing.']);
  });

  it('exports part of the list, or all except some records', async () => {
    const fake = fakeClient(leads(1_000));
    assert.deepEqual(
      idsIn(await exported(fake, { rows: { kind: 'range', from: 150, count: 175 } })),
      numbers(151, 325),
    );
    assert.deepEqual(
      idsIn(await exported(fake, { rows: { kind: 'range', from: 950, count: 100 } })),
      numbers(951, 1_000),
    );
    const some = await exported(fake, { rows: { kind: 'all', except: new Set(['1', '500', '1000']) } });
    assert.deepEqual([some.written, some.expected, some.notes], [997, 997, []]);
    assert.ok(!idsIn(some).includes('500'));
  });

  it('looks up a few selected records by id, and reads the list for many', async () => {
    const fake = fakeClient(leads(10_000));
    const few = await exported(fake, { rows: { kind: 'ids', ids: ['9000', '2', '77'] } });
    assert.deepEqual(idsIn(few), ['9000', '2', '77']);
    assert.equal(fake.asked.length, 4);
    const many = await exported(fake, { rows: { kind: 'ids', ids: numbers(1, 300) } });
    assert.deepEqual(idsIn(many), numbers(1, 300));
    // stops once it has all of them
    assert.ok(fake.asked.length < 20, String(fake.asked.length));
  });

  it('reads the list for selected records if the service cannot find them by id', async () => {
    const deaf: Answer = ({ page: number, limit }) => leads(1_000)({ page: number, limit });
    const done = await exported(fakeClient(deaf), { rows: { kind: 'ids', ids: ['995', '800', '990', '701'] } });
    assert.deepEqual(idsIn(done), ['701', '800', '990', '995']);
    assert.deepEqual(done.notes, []);
  });

  it('reports which selected records were not found', async () => {
    const done = await exported(fakeClient(leads(1_000)), { rows: { kind: 'ids', ids: ['1', '2', '5000'] } });
    assert.deepEqual(idsIn(done), ['1', '2']);
    assert.match(done.notes.join(), /^Could not find 1 of the 3 selected records/);
  });

  it('keeps values under their columns when pages have different columns', async () => {
    const [name, score, extra] = [column('leads.name'), column('leads.score'), { ...column('x'), isDeclared: false }];
    const varied: Answer = (query) => {
      if (query.page === 1) return page([lead(1), lead(2)], { columns: [name, score], total: 4, page: 1 });
      const rows = [row('3', 'extra', '6', 'Lead 3'), row('4', 'extra', '8', 'Lead 4')];
      return page(rows, { columns: [extra, score, name], total: 4, page: 2 });
    };
    const { lines, notes } = await exported(fakeClient(varied, 2));
    assert.equal(lines[3], '{"leads.id":"4","leads.name":"Lead 4","leads.score":"8"}');
    assert.match(notes.join(), /not in the file: x\.$/);
  });

  it('leaves no file when it is canceled, the service fails or the disk is full', async () => {
    const cancel = new AbortController();
    const file = new MemoryFile();
    const asked = fakeClient(leads(100_000));
    const onProgress = (written: number): void => {
      if (written >= 1_000) cancel.abort();
    };
    await assert.rejects(exported(asked, { file, signal: cancel.signal, onProgress }));
    assert.equal(file.state, 'discarded');
    assert.ok(asked.asked.length < 20, `${asked.asked.length} requests`);

    const broken = new MemoryFile();
    const failing: Answer = (query) => {
      if (query.page === 7) throw new Error('the service is gone');
      return leads(1_000)(query);
    };
    await assert.rejects(exported(fakeClient(failing), { file: broken }), /the service is gone/);
    assert.equal(broken.state, 'discarded');

    for (const format of ['csv', 'excel', 'json', 'jsonLines', 'markdown'] as const) {
      const full = new MemoryFile(2_000);
      await assert.rejects(exported(fakeClient(leads(1_000)), { file: full, format }), /the disk is full/);
      assert.equal(full.state, 'discarded', format);
    }
  });

  it('reports progress', async () => {
    const reported: string[] = [];
    const onProgress = (written: number, expected?: number): unknown => reported.push(`${written} of ${expected}`);
    await exported(fakeClient(leads(250)), { onProgress });
    assert.deepEqual(reported, ['100 of 250', '200 of 250', '250 of 250']);
  });
});
