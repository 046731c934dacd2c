import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { readPage } from '../../../../src/service/documented/list/readPage.ts';
import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import { exportColumns } from '../../../../src/model/export/exportColumns.ts';
import type { ExportReport } from '../../../../src/model/export/exportPlan.ts';
import { FileProblem } from '../../../../src/model/fileProblem.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { ShownColumn } from '../../../../src/model/list/shownColumn.ts';
import type { FilteredQuery } from '../../../../src/services/lists/listFilter.ts';
import { Exporter, type ExportRequest } from '../../../../src/services/export/exporter.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { MemoryFile, threadScript } from './exportPages.ts';

const listTarget = { controller: controllerName('crm', 'leads'), listView: 'all' };
const words = { 'the service contradicts itself ({0})': 'der Dienst widerspricht sich ({0})' };

type Answer = (page: number) => JsonObject;

const leads =
  (count: number): Answer =>
  (page) => ({
    errors: [],
    paginate: {
      alias: 'leads',
      primary_key: 'leads.id',
      page,
      page_size: 500,
      total_count: count,
      header: ['id', 'name', 'city'].map((name) => ({ column_name: `leads.${name}`, name, label: name, visible: 1 })),
      data: Array.from({ length: Math.min(500, count - (page - 1) * 500) }, (_, index) => {
        const id = String((page - 1) * 500 + index + 1);
        return { 'leads.id': id, 'leads.name': `=Lead, "${id}"`, 'leads.city': 'Köln 🎪' };
      }),
    },
  });

/** Counts the pages that were decoded here rather than in the worker thread. */
function clientOf(answer: Answer): Required<ExportRequest['client']> & { readonly readHere: () => number } {
  let readHere = 0;
  const connection = testConnection('http://localhost', {}, { pageSize: 500 });
  const records: RecordClient['records'] = async (_controller, query) => {
    readHere += 1;
    return readPage(answer(query.page ?? 1), query, { doing: 'list the records', stage: 'read' });
  };
  const encodedRecords: RecordClient['encodedRecords'] = async (_controller, { page = 1 }) => ({
    status: 200,
    contentType: 'application/json',
    pieces: [Buffer.from(JSON.stringify(answer(page)))],
  });
  return { connection, records, encodedRecords, isSorted: () => false, readHere: () => readHere };
}

interface Options {
  readonly signal?: AbortSignal;
  readonly onProgress?: (written: number) => void;
  readonly script?: URL;
  /** How cities are displayed. */
  readonly cities?: ShownColumn;
  readonly query?: FilteredQuery;
}

async function exported(
  client: ExportRequest['client'],
  file: MemoryFile,
  options: Options = {},
): Promise<ExportReport> {
  const { query = {} } = options;
  const page = await client.records(listTarget.controller, { page: 1, limit: 500 });
  const first = query.filter ? { ...page, total: undefined } : page;
  const request = {
    client,
    listTarget,
    query,
    first,
    columns: exportColumns(first, first.columns).map((column) =>
      options.cities && column.key === 'leads.city' ? { ...column, shown: options.cities } : column,
    ),
    rows: { kind: 'all', except: new Set<string>() } as const,
    format: 'csv' as const,
    defuse: true,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const exporter = new Exporter({ script: options.script ?? threadScript, words });
  return exporter.exportRows(request, file, options.signal ?? new AbortController().signal);
}

describe('export of more than a few records', () => {
  it('reads and writes in a worker thread, with the same bytes as without', async () => {
    const [small, large] = [new MemoryFile(), new MemoryFile()];
    await exported(clientOf(leads(1_000)), small);
    const client = clientOf(leads(1_001));
    const { written, notes } = await exported(client, large);
    assert.deepEqual([written, notes, large.state, client.readHere()], [1_001, [], 'finished', 1]);
    assert.equal(large.text, `${small.text}1001,"'=Lead, ""1001""",Köln 🎪\r\n`);
  });

  it('filters in the worker thread, too', async () => {
    const conditions = [{ column: 'leads.id', operator: 'greater', values: ['1490'] }] as const;
    const query = { filter: { conditions, fields: { 'leads.id': { kind: 'number' as const } } } };
    const file = new MemoryFile();
    const client = clientOf(leads(1_500));
    const { written, expected, notes } = await exported(client, file, { query });
    assert.deepEqual([written, expected, notes, client.readHere()], [10, 10, [], 1]);
    assert.match(file.text, /^\uFEFF?[^\n]*\n1491,/);
  });

  it('writes labels instead of stored values if requested', async () => {
    const cities = { kind: 'text', options: [{ value: 'Köln 🎪', text: 'Cologne' }] } as const;
    for (const count of [1_000, 1_001]) {
      const file = new MemoryFile();
      await exported(clientOf(leads(count)), file, { cities });
      assert.match(file.text.slice(-60), new RegExp(`\n${count},.*,Cologne\r\n$`));
    }
  });

  it('forwards service messages from the pages, each once', async () => {
    const talkative = clientOf((page) => ({
      ...leads(1_001)(page),
      message: [`Closed on ${page === 3 ? 'Mon' : 'Sun'}days.`],
    }));
    const { said } = await exported(talkative, new MemoryFile());
    assert.deepEqual([said, talkative.readHere()], [['Closed on Sundays.', 'Closed on Mondays.'], 1]);
  });

  it('ends at the last record if the service refuses the page after it', async () => {
    const client = clientOf(leads(1_500));
    const refusal = new ServiceError('refused', { doing: 'list', why: 'there is no such page' });
    const encodedRecords: RecordClient['encodedRecords'] = (controller, query) =>
      query.page === 4 ? Promise.reject(refusal) : client.encodedRecords(controller, query);
    const file = new MemoryFile();
    const { written, notes } = await exported({ ...client, encodedRecords }, file);
    assert.deepEqual([written, notes, file.state], [1_500, [], 'finished']);
  });

  it('reports a failure on the host or in the thread in the display language', async () => {
    const expired = new ServiceError('notSignedIn', { doing: 'list', why: 'the token has expired' });
    const failing = clientOf(leads(5_000));
    const encodedRecords: RecordClient['encodedRecords'] = (controller, query) =>
      query.page === 4 ? Promise.reject(expired) : failing.encodedRecords(controller, query);
    const file = new MemoryFile();
    await assert.rejects(exported({ ...failing, encodedRecords }, file), (error) => error === expired);
    assert.equal(file.state, 'discarded');

    const stuck = clientOf((page) => ({ ...leads(5_000)(1), page }));
    await assert.rejects(exported(stuck, file), (error: unknown) => {
      assert.ok(error instanceof ServiceError);
      assert.match(error.message, /: der Dienst widerspricht sich \(/);
      return error.code === 'unreadable';
    });
  });

  it('decodes an unexpected response on the host, where refusals get their messages', async () => {
    const refusing = clientOf((page) => (page === 4 ? { errors: ['No more for you'] } : leads(5_000)(page)));
    const file = new MemoryFile();
    await assert.rejects(exported(refusing, file), /the list of records is missing/);
    assert.deepEqual([file.state, refusing.readHere()], ['discarded', 2]);
  });

  it('leaves no file when the disk is full, it is canceled or the thread ends', async () => {
    const full = new MemoryFile(10_000);
    await assert.rejects(exported(clientOf(leads(5_000)), full), /the disk is full/);
    assert.equal(full.state, 'discarded');

    const file = new MemoryFile();
    const cancel = new AbortController();
    const onProgress = (written: number): void => {
      if (written > 1_000) cancel.abort();
    };
    await assert.rejects(exported(clientOf(leads(1_000_000)), file, { signal: cancel.signal, onProgress }), /canceled/);
    assert.equal(file.state, 'discarded');

    const dead = new MemoryFile();
    const script = new URL('data:text/javascript,process.exit(3)');
    await assert.rejects(exported(clientOf(leads(5_000)), dead, { script }), FileProblem);
    assert.equal(dead.state, 'discarded');
  });
});
