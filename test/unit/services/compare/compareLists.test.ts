import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {
  type ComparedField,
  comparedFields,
  fileColumns,
  listColumns,
} from '../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry, ComparisonSummary, EntryFilter } from '../../../../src/model/compare/comparison.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { RecordPage, RecordRow } from '../../../../src/model/list/recordPage.ts';
import { Comparer, type CompareRequest } from '../../../../src/services/compare/comparer.ts';
import { compareLists, type SideJob } from '../../../../src/services/compare/compareLists.ts';
import { ResultReader } from '../../../../src/services/compare/resultFiles.ts';
import { PartialFiles } from '../../../../src/services/export/partialFiles.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import type { FilteredQuery } from '../../../../src/services/lists/listFilter.ts';
import { times } from '../../../faults/size.ts';
import { type Answer, column, fakeClient, lead, leads, page, row, threadScript } from '../export/exportPages.ts';

const listTarget = { controller: controllerName('crm', 'leads'), listView: 'all' };

/** All rows, in pages. */
function listOf(rows: readonly RecordRow[], more: Partial<RecordPage> = {}): Answer {
  return ({ page: number, limit }) =>
    page(rows.slice((number - 1) * limit, number * limit), {
      page: number,
      pageSize: limit,
      total: rows.length,
      ...more,
    });
}

function sideOf(answer: Answer): SideJob {
  return { kind: 'list', listTarget, query: {}, first: answer({ page: 1, limit: 100 }) };
}

function fieldsOf(here: Answer, there: Answer): readonly ComparedField[] {
  const [own, others] = [here, there].map((answer) => listColumns(answer({ page: 1, limit: 1 }), undefined));
  return comparedFields(own ?? [], others ?? [], { isSystemHidden: false });
}

function noted({ notes }: ComparisonSummary): string {
  return notes.map(({ side, text }) => `${side}: ${text}`).join();
}

async function found(result: ResultReader, filter: EntryFilter = 'all'): Promise<readonly ComparedEntry[]> {
  const all = [];
  for await (const some of result.all(filter)) all.push(...some);
  return all;
}

describe('comparing two lists', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'recordbench-compare-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function compared(
    here: Answer,
    there: Answer,
    more: {
      readonly key?: number;
      readonly duplicates?: number;
      readonly letters?: number;
      readonly query?: FilteredQuery;
    } = {},
  ): Promise<{ readonly summary: ComparisonSummary; readonly result: ResultReader }> {
    const own = mkdtempSync(path.join(folder, 'run-'));
    const sides = [sideOf(here), sideOf(there)] as const;
    const clients = [fakeClient(here, 3).client, fakeClient(there, 5).client] as const;
    const summary = await compareLists(
      { folder: own, sides, fields: fieldsOf(here, there), key: more.key ?? 'id' },
      {
        sourceOf: (side) => new RecordSource(clients[side], listTarget, more.query ?? {}),
        onProgress: () => undefined,
        signal: new AbortController().signal,
        // so low that nearly everything is written to disk
        limits: { letters: more.letters ?? 150, duplicates: more.duplicates ?? 1_000 },
      },
    );
    return { summary, result: new ResultReader(own) };
  }

  it('is complete if a filter excludes records that the service counts', async () => {
    const conditions = [{ column: 'leads.name', operator: 'endsWith' as const, values: ['7'] }];
    const query = { filter: { conditions, fields: {} } };
    const { summary } = await compared(leads(20), leads(20), { query });
    assert.deepEqual([summary.counts.same, summary.isComplete, noted(summary)], [2, true, '']);
  });

  it('gives the same result as a naive comparison, in any order and with repeated keys', async () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.constantFrom('a', 'b', 'ü', '1.0', '1')), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(some, some, fc.constantFrom(150, 2_000, 1_000_000), async (here, there, letters) => {
        const [own = [], others = []] = [here, there].map((side) => {
          const rows = side.map(([id, city]) => row(String(id), city, null));
          // a page that repeats the previous one doesn't count as a page
          return rows.filter(({ id }, at) => at % 3 !== 2 || id !== rows[at - 1]?.id);
        });
        const { summary, result } = await compared(listOf(own), listOf(others), { letters });
        const naive = naively(own, others);
        assert.deepEqual(summary.counts, naive.counts);
        assert.deepEqual((await found(result)).map(short).toSorted(), naive.entries.toSorted());
      }),
      { numRuns: times(60, 600) },
    );
  });

  it('withdraws the result for a duplicate key and reports it as ambiguous', async () => {
    const rows = (ids: string, city: string): RecordRow[] => ids.split(' ').map((id) => row(id, city, null));
    const { summary, result } = await compared(listOf(rows('1 2 3 1 4 5', 'a')), listOf(rows('1 2 3 9 8 1 4 5', 'b')), {
      letters: 1_000_000,
    });
    assert.deepEqual(summary.counts, {
      different: 4,
      onlyHere: 0,
      onlyThere: 2,
      duplicate: 1,
      same: 0,
      notCompared: 0,
    });
    const [ambiguous] = await found(result, 'duplicate');
    assert.ok(ambiguous?.kind === 'duplicate' && ambiguous.key === '1');
    assert.deepEqual(ambiguous.counts, [2, 2]);
  });

  it('returns any range of the result, by kind and by field', async () => {
    const here = listOf(Array.from({ length: 30 }, (_, at) => row(String(at), `Lead ${at}`, '1')));
    const there = listOf(
      Array.from({ length: 40 }, (_, at) => row(String(at + 10), `Lead ${at + 10}`, at % 2 === 0 ? '1.00' : '2')),
    );
    const { summary, result } = await compared(here, there);
    assert.deepEqual(summary.counts, {
      different: 10,
      onlyHere: 10,
      onlyThere: 20,
      duplicate: 0,
      same: 10,
      notCompared: 0,
    });
    assert.deepEqual(summary.byField, [0, 10]);
    assert.equal(await result.count('all'), 40);
    assert.equal(await result.count({ field: 1 }), 10);
    assert.equal(await result.count({ field: 0 }), 0);
    const all = await found(result, 'onlyThere');
    assert.deepEqual(await result.entries('onlyThere', 7, 5), all.slice(7, 12));
    assert.deepEqual((await result.entries('onlyThere', 18, 5)).length, 2);
    const [different] = await result.entries({ field: 1 }, 0, 1);
    assert.ok(different?.kind === 'different' && different.here.cells[1] === '1' && different.there.cells[1] === '2');
  });

  it('matches by a field and skips records where it is empty', async () => {
    const here = listOf([row('1', 'Ada', '10'), row('2', 'Bob', '20'), row('3', '', '30')]);
    const there = listOf([row('77', 'Bob', '21'), row('78', 'Ada', '10.0')]);
    const { summary } = await compared(here, there, { key: 0 });
    assert.deepEqual(summary.counts, {
      different: 1,
      onlyHere: 0,
      onlyThere: 0,
      duplicate: 0,
      same: 1,
      notCompared: 0,
    });
    assert.match(noted(summary), /^0: .*no value to match by/);
    assert.equal(summary.isComplete, true);
  });

  it('reports pairs as not compared if the lists share no field except the key', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => row(String(at), `Lead ${at}`, '1'));
    const here = listOf(rows);
    const other = listOf(rows.slice(1), {
      columns: [column('leads.phone'), column('leads.street')],
    });
    const withoutFields = await compared(here, other);
    const counts = { different: 0, onlyHere: 1, onlyThere: 0, duplicate: 0, same: 0, notCompared: 5 };
    assert.deepEqual(withoutFields.summary.counts, counts);
    const named = listOf(rows.slice(1), { columns: [column('leads.name'), column('leads.street')] });
    const { summary } = await compared(here, named, { key: 0 });
    assert.deepEqual(summary.counts, counts);
  });

  it('is incomplete when a page fails, and reports nothing that is then uncertain', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => row(String(at), `Lead ${at}`, '1'));
    const there: Answer = (query) => {
      if (query.page === 3) throw new ServiceError('unreachable', { doing: 'list the records', why: 'it is away' });
      return listOf(rows.map((one) => ({ ...one, cells: [one.cells[0] ?? null, '2'] })))(query);
    };
    const { summary } = await compared(listOf(rows), there);
    assert.equal(summary.isComplete, false);
    assert.deepEqual(summary.counts, {
      different: 10,
      onlyHere: 0,
      onlyThere: 0,
      duplicate: 0,
      same: 0,
      notCompared: 0,
    });
    assert.match(noted(summary), /^1: Reading stopped after 10,.*it is away/);
  });

  it('fails when the first page cannot be read', async () => {
    const away: Answer = ({ limit }) => {
      if (limit === 5) throw new ServiceError('unreachable', { doing: 'list the records', why: 'it is away' });
      return page([lead(1)]);
    };
    await assert.rejects(compared(leads(10), away), /it is away/);
  });

  it('is incomplete when the list changed during the read', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => row(String(at), `Lead ${at}`, '1'));
    const grows: Answer = (query) => listOf(rows, { total: query.page > 2 ? 13 : 12 })(query);
    const { summary } = await compared(listOf(rows), grows);
    assert.equal(summary.isComplete, false);
    assert.match(noted(summary), /1: The list changed while it was being read/);
  });

  it('stops if too many values of the key field are ambiguous', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => row(String(at), `City ${at % 20}`, '1'));
    const run = compared(listOf(rows), listOf(rows), { key: 0, duplicates: 5 });
    await assert.rejects(run, /more than 5 values match several records/);
  });

  describe('end to end', () => {
    const signal = new AbortController().signal;
    const files = (): PartialFiles => new PartialFiles(path.join(folder, 'exports'));
    const comparer = (): Comparer => new Comparer({ script: threadScript }, files());
    const left = (): readonly string[] => readdirSync(path.join(folder, 'exports'));

    function request(here: Answer, there: Answer): CompareRequest {
      return {
        sides: [sideOf(here), sideOf(there)],
        clients: [fakeClient(here).client, fakeClient(there).client],
        fields: fieldsOf(here, there),
        key: 'id',
        onProgress: () => undefined,
      };
    }

    const changed: Answer = (query) => {
      const answer = leads(1_500)(query);
      return { ...answer, rows: answer.rows.map((one) => (one.id === '1200' ? row('1200', 'Lead 1200', '0') : one)) };
    };

    it('uses a worker thread for long lists and removes its files at the end', async () => {
      const { summary, result, remove } = await comparer().compare(request(leads(1_500), changed), signal);
      assert.deepEqual(summary.counts, {
        different: 1,
        onlyHere: 0,
        onlyThere: 0,
        duplicate: 0,
        same: 1_499,
        notCompared: 0,
      });
      const [entry] = await found(result);
      assert.ok(entry?.kind === 'different' && entry.here.id === '1200');
      const kept = path.join(folder, 'exports', left()[0] ?? '');
      for (const file of readdirSync(kept)) assert.equal(statSync(path.join(kept, file)).mode & 0o777, 0o600, file);
      assert.equal(statSync(kept).mode & 0o777, 0o700);
      await remove();
      assert.deepEqual(left(), []);
    });

    it('leaves no files when it is canceled or fails', async () => {
      const stop = new AbortController();
      const asked = { ...request(leads(5_000), leads(5_000)), onProgress: () => stop.abort() };
      await assert.rejects(comparer().compare(asked, stop.signal), { code: 'canceled' });
      assert.deepEqual(left(), []);
      const broken: Answer = (query) => {
        if (query.page === 1) return leads(5_000)(query);
        throw new TypeError('broken');
      };
      await assert.rejects(comparer().compare(request(leads(5_000), broken), signal));
      assert.deepEqual(left(), []);
    });

    it('reports a page that failed in the worker thread, too', async () => {
      const away: Answer = (query) => {
        if (query.page < 9) return leads(1_500)(query);
        throw new ServiceError('unreachable', { doing: 'list the records', why: 'it is away' });
      };
      const { summary, remove } = await comparer().compare(request(leads(1_500), away), signal);
      await remove();
      assert.equal(summary.isComplete, false);
      assert.match(summary.notes[0]?.text ?? '', /it is away/);
      assert.equal(summary.counts.same, 800);
    });

    it('removes leftovers of a killed window, and no files of a running one', async () => {
      const own = files().folder();
      const gone = path.join(path.dirname(own), path.basename(own).replace(/^\d+/, '999999999'));
      for (const one of [own, gone]) mkdirSync(one, { recursive: true });
      writeFileSync(path.join(gone, 'entries'), 'x');
      await files().cleanUp();
      assert.deepEqual(left(), [path.basename(own)]);
    });

    const list: Answer = (query) => ({
      ...listOf([
        row('1', 'Ada', '1000', '=1+1', '1'),
        row('2', 'Bob', '20', null, '0'),
        row('3', 'Cy', '30', 'a\r\nb', null),
      ])(query),
      columns: [
        column('leads.name', 'text', 'Name'),
        column('leads.score', 'number', 'Score'),
        column('leads.note', 'text', 'Note'),
        column('leads.open', 'boolean', 'Open'),
      ],
    });

    const exported = [
      {
        name: 'leads.csv',
        text: 'id,Name,Score,Note,Open\r\n3,Cy,30,"a\nb",\r\n1,Ada,1000.0,\'=1+1,Yes\r\n2,Bob,21,,No\r\n',
        titles: ['id', 'Name', 'Score', 'Note', 'Open'],
      },
      {
        name: 'leads.jsonl',
        text:
          '{"leads.id":"1","leads.name":"Ada","leads.score":1000,"leads.note":"=1+1","leads.open":"1"}\n' +
          '{"leads.id":"2","leads.name":"Bob","leads.score":"21","leads.note":"","leads.open":false}\n' +
          '{"leads.id":"3","leads.name":"Cy","leads.score":"30","leads.note":"a\\r\\nb"}\n',
        titles: ['leads.id', 'leads.name', 'leads.score', 'leads.note', 'leads.open'],
      },
    ];
    for (const { name, text, titles } of exported)
      it(`compares with an exported file: ${name}`, async () => {
        const file = path.join(folder, name);
        writeFileSync(file, text);
        const first = list({ page: 1, limit: 100 });
        const columns = fileColumns(titles, name.endsWith('csv'), first.primaryKey);
        const fields = comparedFields(listColumns(first, undefined), columns, { isSystemHidden: false });
        const { summary, result, remove } = await comparer().compare(
          {
            sides: [sideOf(list), { kind: 'file', path: file, name }],
            clients: [fakeClient(list).client, undefined],
            fields,
            key: 'id',
            onProgress: () => undefined,
          },
          signal,
        );
        const [entry, ...others] = await found(result);
        await remove();
        assert.deepEqual(others, []);
        assert.ok(entry?.kind === 'different' && entry.here.id === '2');
        assert.deepEqual(
          entry.fields.map((at) => fields[at]?.label),
          ['Score'],
        );
        assert.equal(summary.counts.same, 2);
      });
  });
});

function short(entry: ComparedEntry): string {
  if (entry.kind === 'duplicate') return JSON.stringify(['duplicate', entry.key, ...entry.counts]);
  const key = 'here' in entry ? entry.here.key : entry.there.key;
  return JSON.stringify([entry.kind, key, ...(entry.kind === 'different' ? entry.fields : [])]);
}

/** Reference implementation with two maps and every row in memory. */
function naively(
  here: readonly RecordRow[],
  there: readonly RecordRow[],
): { readonly counts: ComparisonSummary['counts']; readonly entries: string[] } {
  const [own, others] = [here, there].map((rows) => Map.groupBy(rows, ({ id }) => id ?? ''));
  const counts = { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 0 };
  const entries: string[] = [];
  const tell = (kind: keyof typeof counts, ...more: readonly unknown[]): void => {
    counts[kind] += 1;
    if (kind !== 'same' && kind !== 'notCompared') entries.push(JSON.stringify([kind, ...more]));
  };
  for (const key of new Set([...(own?.keys() ?? []), ...(others?.keys() ?? [])])) {
    const [left = [], right = []] = [own?.get(key), others?.get(key)];
    if (left.length > 1 || right.length > 1) tell('duplicate', key, left.length, right.length);
    else if (!right[0]) tell('onlyHere', key);
    else if (!left[0]) tell('onlyThere', key);
    else if (left[0].cells[0] === right[0].cells[0]) tell('same');
    else tell('different', key, 0);
  }
  return { counts, entries };
}
