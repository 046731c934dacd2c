import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import { type FieldKind, fieldKinds } from '../../../../src/model/form/fieldKind.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { type Condition, conditionOperators } from '../../../../src/model/list/condition.ts';
import { conditionField } from '../../../../src/model/list/conditionField.ts';
import type { Cell, Column, ColumnKind, RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { RecordQuery } from '../../../../src/model/list/recordQuery.ts';
import type { RecordService } from '../../../../src/service/recordService.ts';
import { collectIds } from '../../../../src/services/bulk/collectIds.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import type { ListQuery } from '../../../../src/services/lists/listAddress.ts';
import { filteredQuery, type ReferenceNames } from '../../../../src/services/lists/listFilter.ts';
import { NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { noNames } from '../../../support/references.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { expectationsOf, kinds } from '../../model/list/conditionTable.ts';

const controller = controllerName('crm', 'leads');
const list = { connection: 'test', controller, listView: 'all' };
const { signal } = new AbortController();

interface FakeRecord {
  readonly id: string;
  readonly cells: readonly Cell[];
}

interface FakeService {
  readonly client: RecordService;
  readonly asked: RecordQuery[];
}

/** Two columns: x of a kind, and a team that the service may compare. */
function fakeService(
  records: readonly FakeRecord[],
  { kind, heeds = true, form }: { kind: ColumnKind; heeds?: boolean; form?: RecordForm | undefined },
): FakeService {
  const asked: RecordQuery[] = [];
  const columns: readonly Column[] = [plainColumn('leads.x', { kind }), plainColumn('leads.team')];
  const away = new ServiceError('refused', { doing: 'open the form', why: 'it is forbidden' });
  const client = {
    connection: { ...testConnection('http://records.example'), network: { pageSize: 4 } },
    records: async (_: unknown, query: RecordQuery): Promise<RecordPage> => {
      asked.push(query);
      const { page = 1, limit = 4, where } = query;
      const team = heeds ? where?.['leads.team'] : undefined;
      const found = records.filter(({ cells }) => team === undefined || cells[1] === team);
      const may = { canEdit: true, canDelete: true, canComment: true, isDeleted: false };
      return {
        columns,
        rows: found.slice((page - 1) * limit, page * limit).map((record) => ({ ...record, ...may, name: record.id })),
        page,
        pageSize: limit,
        total: found.length,
        listViewId: 'all',
        listViewName: 'All',
        alias: 'leads',
        primaryKey: 'leads.id',
      };
    },
    open: async () => form ?? Promise.reject(away),
    form: async () => form ?? Promise.reject(away),
  };
  return { client: client as unknown as RecordService, asked };
}

function formOf(kind: FieldKind): RecordForm | undefined {
  const { options = [] } = kinds[kind]?.field ?? {};
  const field = { at: ['x'], kind, options, label: 'X' };
  return { fields: [field], otherFields: [] } as unknown as RecordForm;
}

/** The ids that a table shows, a bulk run collects and an export writes. */
async function hitsOf(
  service: FakeService,
  query: ListQuery,
  references: ReferenceNames = noNames,
): Promise<readonly (readonly string[])[]> {
  const { client } = service;
  const pages = new RecordPages(
    { onDidGoStale: () => ({ dispose: () => undefined }) },
    { get: async () => client },
    references,
  );
  const filtered = pages.filtered(list, query);
  const ended = new Promise<unknown>((resolve) =>
    filtered?.watch((progress) => progress.state === 'complete' && resolve(progress)),
  );
  await pages.rows(list, query, 0, 10, signal);
  await ended;
  const shown = await pages.rows(list, query, 0, 1_000, signal);
  const { ids } = await collectIds(client, { ...list, madeFor: '', query }, references, () => undefined, signal);
  const source = new RecordSource(client, list, await filteredQuery(client, list, query, references, signal));
  const exported: string[] = [];
  for await (const rows of source.readRows({ kind: 'all', except: new Set() }, await source.describe(signal), signal))
    exported.push(...rows.map(({ id }) => id ?? ''));
  return [shown.rows.map(({ id }) => id ?? ''), [...ids], exported];
}

const listKinds: Readonly<Partial<Record<FieldKind, ColumnKind>>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  dateTime: 'dateTime',
  time: 'time',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text',
  reference: 'text',
};

describe('filtered list: same records in the table, a bulk run and an export', () => {
  it('is tested for every kind that a column can have, and every operator', () => {
    const columnKinds = new Set(Object.values(listKinds));
    for (const kind of Object.keys(fieldKinds) as FieldKind[])
      for (const columnKind of columnKinds) {
        const field = conditionField(plainColumn('leads.x', { kind: columnKind }), 'leads', formOf(kind));
        assert.ok(Object.hasOwn(listKinds, field.kind), `a column of a ${kind} is a ${field.kind}`);
      }
    const offered = Object.keys(listKinds).flatMap((kind) => fieldKinds[kind as FieldKind].conditions);
    assert.deepEqual(new Set(offered), new Set(conditionOperators));
  });

  for (const [name, columnKind] of Object.entries(listKinds)) {
    const kind = name as FieldKind;
    for (const operator of fieldKinds[kind].conditions) {
      // it counts from now; see below
      if (operator === 'inLast') continue;
      it(`for ${operator} of a ${kind}, alone and with an equality that the service applies or ignores`, async () => {
        const { cells, rows } = expectationsOf(kind, operator);
        const records = cells.flatMap((cell, at) =>
          ['A', 'B'].map((team) => ({ id: `${team}${at}`, cells: [cell, team] })),
        );
        const form = formOf(kind);
        for (const [values, hits] of rows) {
          const conditions: Condition[] = [{ column: 'leads.x', operator, values }];
          const expected = records.filter(({ cells: [cell] }) => hits.includes(cell ?? null));
          const ofTeam = expected.filter(({ cells: [, team] }) => team === 'A').map(({ id }) => id);
          const where = { 'leads.team': 'A' };
          const all = expected.map(({ id }) => id);
          const alone = fakeService(records, { kind: columnKind, form });
          assert.deepEqual(await hitsOf(alone, { conditions }), [all, all, all], values.join(' and '));
          for (const heeds of [true, false]) {
            const service = fakeService(records, { kind: columnKind, heeds, form });
            assert.deepEqual(await hitsOf(service, { conditions, where }), [ofTeam, ofTeam, ofTeam]);
            assert.ok(service.asked.every((query) => query.where === where && !('conditions' in query)));
          }
        }
      });
    }
  }

  it('for a period that ends now', async () => {
    const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const records = [0.5, 2, 40].map((days, index) => ({ id: String(index), cells: [at(days), 'A'] }));
    const service = fakeService(records, { kind: 'dateTime' });
    const last = (amount: string, unit: string): ListQuery => ({
      conditions: [{ column: 'leads.x', operator: 'inLast', values: [amount, unit] }],
    });
    assert.deepEqual(await hitsOf(service, last('7', 'days')), [
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
    ]);
    assert.deepEqual(await hitsOf(service, last('24', 'hours')), [['0'], ['0'], ['0']]);
  });

  it('if the form cannot be read: by the kinds of the list', async () => {
    const records = ['9', '10', 'x'].map((cell, at) => ({ id: String(at), cells: [cell, 'A'] }));
    const service = fakeService(records, { kind: 'number' });
    const conditions: Condition[] = [{ column: 'leads.x', operator: 'greater', values: ['9'] }];
    assert.deepEqual(await hitsOf(service, { conditions }), [['1'], ['1'], ['1']]);
  });

  it('only within a range, where an export writes what is on screen', async () => {
    const records = Array.from({ length: 50 }, (_, at) => ({ id: String(at), cells: [String(at % 2), 'A'] }));
    const { client } = fakeService(records, { kind: 'number' });
    const conditions: Condition[] = [{ column: 'leads.x', operator: 'is', values: ['1'] }];
    const source = new RecordSource(client, list, await filteredQuery(client, list, { conditions }, noNames, signal));
    const exported: (string | null)[] = [];
    for await (const rows of source.readRows(
      { kind: 'range', from: 3, count: 5 },
      await source.describe(signal),
      signal,
    ))
      exported.push(...rows.map(({ id }) => id));
    assert.deepEqual(exported, ['7', '9', '11', '13', '15']);
  });
});

describe('filter on a part of a name, in a column that shows only ids', () => {
  const owners = ['3', '1', '2', '', '3', '99'];
  const records = owners.map((owner, at) => ({ id: `r${at}`, cells: [owner, 'A'] }));

  interface People {
    readonly names: readonly string[];
    readonly showsAll?: boolean;
    /** Undefined if the service doesn't say whose ids these are. */
    readonly controller?: typeof controller | undefined;
  }

  /** A service whose leads have the id of a person: 1 is the first. */
  function withPeople({ names, showsAll = true, ...people }: People, leads = records) {
    const users = 'controller' in people ? people.controller : controllerName('crm', 'users');
    const reference = users && { controller: users };
    const field = { at: ['x'], kind: 'reference', options: [], label: 'Owner', reference };
    const form = { fields: [field], otherFields: [] } as unknown as RecordForm;
    const service = fakeService(leads, { kind: 'text', form });
    const searched: (string | undefined)[] = [];
    const lookUp = async (_: unknown, { search, page = 1, limit = 100 }: RecordQuery): Promise<unknown> => {
      searched.push(search);
      const all = names.map((name, at) => ({ id: String(at + 1), name, isDeleted: at === 1, cells: [name] }));
      const found = all.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
      return {
        columns: [plainColumn('users.name')],
        rows: found.slice((page - 1) * limit, page * limit),
        page,
        pageSize: limit,
        total: found.length,
        view: { listView: 'mine', name: 'My people', showsAll },
      };
    };
    const client = { ...service.client, lookUp } as unknown as RecordService;
    const clients = { get: async () => client };
    const references = new NamedRecords({ clients } as unknown as ConstructorParameters<typeof NamedRecords>[0]);
    const hits = (...conditions: Condition[]): ReturnType<typeof hitsOf> =>
      hitsOf({ ...service, client }, { conditions }, references);
    return { hits, searched };
  }
  const where = (operator: Condition['operator'], value: string): Condition => ({
    column: 'leads.x',
    operator,
    values: [value],
  });
  const everywhere = (...ids: string[]): string[][] => [ids, ids, ids];
  const few = ['Mara Lind', 'Omar Ek', 'Ödön Ada'];
  const many = [...few, ...Array.from({ length: 6_000 }, (_, at) => `Bo ${at}`)];

  const examples: readonly (readonly [Condition['operator'], string, readonly string[]])[] = [
    ['contains', 'MAR', ['r1', 'r2']],
    ['contains', 'a l', ['r1']],
    ['contains', '9', ['r5']],
    ['containsNot', 'mar', ['r0', 'r3', 'r4', 'r5']],
    ['startsWith', 'mar', ['r1']],
    ['endsWith', 'ada', ['r0', 'r4']],
  ];
  for (const [operator, text, ids] of examples)
    it(`finds what ${operator} “${text}”`, async () => {
      assert.deepEqual(await withPeople({ names: few }).hits(where(operator, text)), everywhere(...ids));
    });

  it('finds names regardless of accents, as long as all of them can be read', async () => {
    assert.deepEqual(await withPeople({ names: few }).hits(where('startsWith', 'odon')), everywhere('r0', 'r4'));
  });

  it('combines several', async () => {
    const { hits } = withPeople({ names: many });
    assert.deepEqual(await hits(where('contains', 'mar'), where('containsNot', 'ek')), everywhere('r1'));
  });

  it('lets the service search if there are many names', async () => {
    const { hits, searched } = withPeople({ names: many });
    assert.deepEqual(await hits(where('contains', 'mar l')), everywhere());
    assert.deepEqual(await hits(where('contains', 'ara L')), everywhere('r1'));
    assert.ok(searched.includes('ara'), 'by word: the name may be in several fields');
  });

  it('says so if there are too many names to look up', async () => {
    const { hits } = withPeople({ names: many });
    await assert.rejects(hits(where('contains', 'bo')), {
      message:
        'Could not find “bo” in the names for “Owner”: too many records of crm/users contain it. Type more of the name.',
    });
  });

  it('says so if names may be missing, or cannot be looked up', async () => {
    const hidden = withPeople({ names: few, showsAll: false });
    await assert.rejects(hidden.hits(where('contains', 'mar')), /“My people” of crm\/users may not show every record/);
    const unknown = withPeople({ names: few, controller: undefined });
    await assert.rejects(unknown.hits(where('contains', 'mar')), /does not specify a controller for “Owner”/);
    assert.deepEqual(await unknown.hits(where('contains', '9')), everywhere('r5'));
  });

  it('looks up nothing if the list shows names, or whole ids are compared', async () => {
    const named = [{ id: 'r0', cells: ['Mara Lind', 'A'] }];
    const shown = withPeople({ names: few, controller: undefined }, named);
    assert.deepEqual(await shown.hits(where('contains', 'mar')), everywhere('r0'));
    const whole = withPeople({ names: few });
    assert.deepEqual(await whole.hits(where('is', '1')), everywhere('r1'));
    assert.deepEqual([shown.searched, whole.searched], [[], []]);
  });
});
