import { RemoteError } from '../../../src/features/common/channel.ts';
import { type ProfileState, profiledColumn } from '../../../src/model/list/columnProfile.ts';
import { ColumnProfiler } from '../../../src/model/list/columnProfiler.ts';
import type { Column, ColumnKind } from '../../../src/model/list/recordPage.ts';
import {
  type ColumnInfos,
  type FilterStatus,
  type StagedCells,
  tableHost,
  type TableQuery,
  type TableRow,
  type TableRows,
  type TableStart,
  tableView,
} from '../../../src/features/table/tableProtocol.ts';
import type { CellInfo } from '../../../src/model/list/cellInfo.ts';
import { openChannel, installStubHost, type Received } from './stubHost.ts';

/*
 * Stub for the extension host: answers the table like the real host. A test can inspect the requests and make it fail.
 * Available as `testHost` in the page.
 */

interface Script {
  readonly rows: number;
  readonly columns: number;
  delay: number;
  readonly readOnly: boolean;
  readonly pageSize: number;
  readonly cap: number;
  readonly noTotal: boolean;
  readonly noTotals: boolean;
  /** Invalid rows that no service should send. */
  readonly hostile: boolean;
}

const wanted = new URLSearchParams(location.search);
const figure = (name: string, otherwise: number): number => Number(wanted.get(name) ?? otherwise);
const script: Script = {
  rows: figure('rows', 1_000_000),
  columns: figure('columns', 60),
  delay: figure('delay', 5),
  readOnly: wanted.has('readOnly'),
  pageSize: figure('pageSize', 100),
  cap: figure('cap', 1_000),
  noTotal: wanted.has('noTotal'),
  noTotals: wanted.has('noTotals'),
  hostile: wanted.has('hostile'),
};

const kinds: readonly ColumnKind[] = ['text', 'text', 'number', 'date', 'boolean', 'text', 'dateTime', 'number'];
const labels = ['Name', 'City', 'Amount', 'Born', 'Active', 'Notes', 'Modified', 'Score'];
const longNames = (city: string): string => `The municipality of ${city} and ${city} Land, with its surroundings`;
const cities = ['Pune', 'Goa', 'Łódź', 'القاهرة', '<b>Rome</b>', 'São Paulo', '東京', 'Delhi'].map((city) =>
  wanted.has('longNames') ? longNames(city) : city,
);
/** Overrides for the generated data: one name for everything, and a page's own rows. */
const everyName = wanted.get('everyName');
const { ownRows } = window as unknown as { ownRows?: Pick<TableRows, 'columns' | 'rows'> };

const columns: readonly Column[] = Array.from({ length: script.columns }, (_, place) => {
  const round = Math.floor(place / labels.length);
  const label = everyName ?? `${labels[place % labels.length]}${round > 0 ? ` ${round + 1}` : ''}`;
  const kind = kinds[place % kinds.length] ?? 'text';
  return {
    key: `leads.c${place}`,
    columnName: `leads.c${place}`,
    name: `c${place}`,
    label,
    kind,
    isData:
      place !== 1 || wanted.has('choices') || wanted.has('codes') || wanted.has('references') || wanted.has('many'),
    isVisible: !wanted.has('noHeaders'),
    isSortable: place % 5 !== 4,
    isSearchable: label !== 'Born',
    isLink: place === 0,
    total: place === 2 && !script.noTotals ? 123_456_789.5 : undefined,
    isDeclared: !wanted.has('noHeaders'),
  };
});

const accessColumn: Column = {
  kind: 'text',
  total: undefined,
  isLink: false,
  key: 'leads.edit_access',
  columnName: undefined,
  name: 'leads.edit_access',
  label: 'Edit access',
  isData: false,
  isVisible: false,
  isSortable: false,
  isSearchable: false,
  isDeclared: false,
  isAccess: true,
};

function cellOf(place: number, column: number): string | null {
  if (column === 0) return `${everyName ?? 'Record'} ${place}`;
  if ((place * 7 + column) % 23 === 0) return null;
  switch (column % kinds.length) {
    case 1:
      if (wanted.has('codes')) return `c${(place + column) % cities.length}`;
      return everyName ?? cities[(place + column) % cities.length] ?? '';
    case 2:
      return String(((place * 7919 + column) % 9_000_000) / 100);
    case 3:
      return `19${50 + (place % 50)}-0${1 + (place % 9)}-1${place % 9}`;
    case 4:
      return String(place % 3 === 0 ? 1 : 0);
    case 5:
      return `First line ${place}\nsecond line of a longer note about record ${place}`;
    case 6:
      return `2024-0${1 + (place % 9)}-2${place % 9} 14:0${place % 9}:30`;
    case 7:
      return String(place * (column + 1));
    default:
      return `Text ${place}/${column}`;
  }
}

function rowOf(place: number): TableRow {
  return {
    // aggregate rows aren't records
    id: wanted.has('sums') ? null : String(place + 1),
    name: `Record ${place}`,
    isDeleted: place % 37 === 36,
    canEdit: place % 11 !== 10,
    canDelete: place !== 5,
    canComment: place % 2 === 0,
    cells: columns.map((_, column) => testHost.edits[`${place}/${column}`] ?? cellOf(place, column)),
    ...(place === 3 && { cut: [5] }),
  };
}

/** No id, another row's id, too few cells, too many, very long text, markup. */
function hostileRow(place: number): TableRow {
  const row = rowOf(place);
  const changes: readonly Partial<TableRow>[] = [
    { id: null },
    { id: '1', name: '' },
    { cells: [] },
    { cells: [...row.cells, 'more', 'and more'] },
    { cells: row.cells.map(() => 'x'.repeat(100_000)) },
    { cells: row.cells.map(() => '<img src=x onerror="window.wasRun = true"><style>*{display:none}</style>') },
    { cells: row.cells.map(() => '\u202Eright to left\u0000\uFFFF') },
  ];
  return { ...row, ...changes[place % changes.length] };
}

function matching({ search, filters, find }: TableQuery): number {
  if (find) return 7;
  if (search === 'nothing') return 0;
  if (search || filters) return Math.max(1, Math.floor(script.rows / 10));
  return script.rows;
}

/** Column info from a record's form: cities are a choice, by code if there are codes. */
const named = cities.map((text, place) => ({ value: `c${place}`, text }));
const ofCities: ColumnInfos[string] | undefined = wanted.has('codes')
  ? { filter: 'choice', shown: { kind: 'text', options: named } }
  : wanted.has('choices')
    ? { filter: 'choice' }
    : wanted.has('references')
      ? { filter: 'reference' }
      : undefined;
const infos: ColumnInfos = ofCities
  ? { ...Object.fromEntries(columns.map(({ key, kind }) => [key, { filter: kind }])), 'leads.c1': ofCities }
  : {};

let staged: StagedCells = {};
let failure = wanted.has('fails') ? new RemoteError('unreachable', wanted.get('fails') ?? '') : undefined;

const testHost = {
  asked: [] as { from: number; count: number; query: TableQuery }[],
  received: [] as Received[],
  /** Cells whose info was requested. */
  infos: [] as string[],
  canceled: 0,
  columnsAsked: 0,
  /** Sends the column info from a record's form only when the test says so. */
  isSlowToTell: wanted.get('codes') === 'slow',
  /** Values changed by another user, by row and column. */
  edits: {} as Record<string, string>,
  /** Set if the service is down: when the rows were last seen. */
  seenAt: wanted.has('seenAt') ? figure('seenAt', 0) : undefined,
  /** Progress of reading a list with conditions; its rows are the first ones. */
  filtered: undefined as FilterStatus | undefined,
  /** Service messages that come with the rows. */
  messages: wanted.has('messages') ? [wanted.get('messages') ?? ''] : undefined,
  script: { ...script },
  /** Stages typed values only when the test says so. */
  isSlowToStage: false,
  /** Sends the choices only when the test says so. */
  isSlowToOffer: false,
  /** Why the value can't be chosen. */
  whyNotChosen: '',
  held: [] as (() => void)[],
  staged: 0,
  asStaged: [] as unknown[],
  blocks: [] as unknown[],
  saves: 0,
  /** Why nothing can be saved. */
  refusal: undefined as string | undefined,
  onClipboard: '',
  opened: [] as unknown[],
  profiles: [] as { column: string; query: TableQuery; isFresh?: boolean | undefined }[],
  /** How reading for a profile ended: `reading`, `stopped`, `down`. */
  profileEnd: wanted.get('profileEnd') ?? 'complete',
  /** Sends the profile of another number of records. */
  count: (column: string, read: number, end = 'complete') =>
    channel.notify.profile({ task: testHost.profiles.length, state: profileOf(column, read, end) }),
  resolved: [] as unknown[],
  fail(code: string, message: string) {
    failure = new RemoteError(code, message);
  },
  recover() {
    failure = undefined;
  },
  setStaged: (cells: StagedCells) => {
    staged = cells;
    channel.notify.staged(cells);
  },
  send: (
    name:
      | 'staged'
      | 'saved'
      | 'said'
      | 'watched'
      | 'refresh'
      | 'autoRefresh'
      | 'focusSearch'
      | 'runOnSelected'
      | 'goToRow'
      | 'filtered'
      | 'query'
      | 'layout'
      | 'showProfile',
    data?: unknown,
  ) => channel.notify[name](data as never),
  commit: () => channel.call.commit(),
};

async function rows(
  request: { query: TableQuery; from: number; count: number },
  signal: AbortSignal,
): Promise<TableRows> {
  testHost.asked.push(request);
  await new Promise((resolve) => setTimeout(resolve, testHost.script.delay));
  if (signal.aborted) testHost.canceled++;
  if (failure) throw failure;
  if (wanted.has('seen')) {
    if (request.from >= figure('seen', 0)) throw new RemoteError('unreachable', 'Nothing answers.');
    testHost.seenAt = 1_000;
  }
  if (ownRows) return { from: request.from, total: ownRows.rows.length, ...ownRows };
  const filtered = request.query.conditions && testHost.filtered;
  const total = filtered?.found ?? matching(request.query);
  const count = Math.max(0, Math.min(request.count, testHost.script.cap, total - request.from));
  const isReversed = request.query.sort?.direction === 'DESC';
  const places = Array.from({ length: count }, (_, offset) => request.from + offset);
  const found = places.map((place) => (script.hostile ? hostileRow : rowOf)(isReversed ? total - 1 - place : place));
  const layout = testHost.received.findLast(({ name }) => name === 'layout')?.data as TableStart['layout'] | undefined;
  const hasAccess = wanted.has('access') && layout?.withAccess === true;
  return {
    from: request.from,
    rows: hasAccess ? found.map((row) => ({ ...row, cells: [...row.cells, `team|${row.id}`] })) : found,
    columns: hasAccess ? [...columns, accessColumn] : columns,
    ...(wanted.has('access') && { access: [accessColumn] }),
    total: script.noTotal ? null : total,
    ...(testHost.messages && { messages: testHost.messages }),
    ...(testHost.seenAt !== undefined && { seenAt: testHost.seenAt }),
    ...(filtered && { filtered }),
    ...(filtered && filtered.state !== 'complete' && { isGrowing: true as const }),
  };
}

/** The profile of the first `read` rows. */
function profileOf(key: string, read: number, end: string): ProfileState {
  const at = columns.findIndex((column) => column.key === key);
  const column = columns[at] ?? columns[0];
  if (!column) throw new Error('there are no columns');
  const known = profiledColumn(column, 'leads', undefined);
  const options = wanted.has('codes') && at === 1 ? [...named, { value: 'c99', text: 'Nowhere' }] : undefined;
  const profiler = new ColumnProfiler(
    options ? { ...known, measure: 'none', field: { kind: 'choice', options } } : known,
  );
  const record = (place: number): { id: string; name: string } => ({ id: String(place + 1), name: `Record ${place}` });
  const longValue = wanted.get('longValues');
  const firsts: number[] = [];
  for (let place = 0; place < read; place++) {
    const cell = wanted.has('distinct')
      ? `Value ${place}`
      : (longValue && `${longValue}${place % 4}`) || cellOf(place, at);
    if (profiler.add(cell, record(place))) firsts.push(place);
  }
  const { profile, repeated } = profiler;
  const listed = repeated.map(({ index, others, ...value }) => ({
    ...value,
    records: [record(firsts[index] ?? 0), ...others],
  }));
  const why = 'Could not list the records: the service is not reachable.';
  const ends: Readonly<Record<string, ProfileState['end']>> = {
    complete: { kind: 'complete', notes: [], said: [] },
    stopped: { kind: 'stopped', canContinue: true },
    down: { kind: 'stopped', canContinue: true, why },
    lost: { kind: 'stopped', canContinue: false, why },
  };
  const state = ends[end];
  if (!state) return { profile, total: script.rows };
  return { profile: { ...profile, repeated: { ...profile.repeated, listed } }, total: script.rows, end: state };
}

async function cellInfo(id: number, column: string): Promise<CellInfo> {
  if (id % 11 === 0) return { whyNot: 'You may not change this record.' };
  if (column === 'leads.c2' && wanted.has('closed')) return { whyNot: 'This field is read-only.' };
  if (column === 'leads.c3' && wanted.has('closed') && id === 5) return { whyNot: 'This one is closed.' };
  if (column === 'leads.c1' && wanted.has('references')) {
    if (testHost.isSlowToOffer) await new Promise<void>((resolve) => testHost.held.push(resolve));
    return { whyNot: null, reference: { label: 'City', model: 'cities' } };
  }
  const kind = columns.find(({ key }) => key === column)?.kind;
  if (kind === 'number' || kind === 'date' || kind === 'dateTime') return { whyNot: null, kind };
  const isMany = wanted.has('many');
  if (column !== 'leads.c1' || !(isMany || wanted.has('choices'))) return { whyNot: null };
  if (testHost.isSlowToOffer) await new Promise<void>((resolve) => testHost.held.push(resolve));
  if (testHost.whyNotChosen) return { whyNot: testHost.whyNotChosen };
  const choices = cities.map((text, place) => ({ text, value: String(place) }));
  return { whyNot: null, choices, ...(isMany && { chosen: ['0', '1'] }) };
}

function citiesWith(text: string): { id: string; text: string }[] {
  return cities.flatMap((name, place) =>
    name.toLowerCase().includes(text.toLowerCase()) ? [{ id: String(place), text: name }] : [],
  );
}

const start: TableStart = {
  connection: { id: 'demo', name: 'Demo', readOnly: script.readOnly, service: 'http://demo' },
  controller: 'crm/leads',
  title: 'All leads',
  offers: ['addRecord', 'deleteRecords', 'editRecords', 'exportRecords'],
  pageSize: script.pageSize,
  layout: JSON.parse(wanted.get('layout') ?? 'null') as TableStart['layout'],
  staged,
  watched: (wanted.get('watched') ?? '').split(',').filter(Boolean),
  chart: wanted.get('chart'),
  ...(wanted.has('chartHelper') && { chartHelper: wanted.get('chartHelper') ?? '' }),
  ...(wanted.get('codes') === 'known' && { columnInfos: infos }),
  query: JSON.parse(wanted.get('query') ?? 'null') as TableStart['query'],
  view: JSON.parse(wanted.get('view') ?? 'null') as TableStart['view'],
};

const channel = openChannel(
  tableHost,
  tableView,
  {
    start: () => start,
    rows,
    wholeText: ({ column }) => `the whole text of ${column}`,
    stage: async ({ id, column, from, to, reference }) => {
      testHost.asStaged.push({ id, to, reference });
      if (to === 'broken') throw new RemoteError('failed', 'The text is broken.');
      if (testHost.isSlowToStage && to !== undefined) await new Promise<void>((resolve) => testHost.held.push(resolve));
      testHost.staged += 1;
      const cells = { ...staged[id] };
      if (to === undefined || to === from) delete cells[column];
      else cells[column] = { from, to, ...(to === 'bad' && { problem: 'The service does not like it.' }) };
      staged = { ...staged, [id]: cells };
      return staged;
    },
    resolve: ({ id, columns: keys, keep }) => {
      testHost.resolved.push({ id, keys, keep });
      const cells = { ...staged[id] };
      for (const key of keys) {
        const index = columns.findIndex((column) => column.key === key);
        const to = cells[key]?.to ?? null;
        if (keep === 'theirs') delete cells[key];
        else cells[key] = { from: rowOf(Number(id) - 1).cells[index] ?? null, to };
      }
      staged = { ...staged, [id]: cells };
      return staged;
    },
    stageBlock: ({ cells }) => {
      testHost.blocks.push(cells);
      const refused = cells.flatMap(({ id, column, text }) =>
        text === 'banana' ? [{ id, column, text, why: 'It is a fruit.' }] : [],
      );
      for (const { id, column, from, text } of cells) {
        if (text === 'banana') continue;
        const { [column]: _, ...others } = staged[id] ?? {};
        const to = text === '' ? null : text;
        staged = { ...staged, [id]: to === from ? others : { ...others, [column]: { from, to } } };
      }
      return { staged, refused };
    },
    save: () => {
      testHost.saves += 1;
      if (testHost.refusal !== undefined) throw new RemoteError('failed', testHost.refusal);
      return undefined;
    },
    clipboard: () => testHost.onClipboard,
    cellInfo: ({ id, column }) => {
      testHost.infos.push(`${id} ${column}`);
      return cellInfo(Number(id), column);
    },
    lookUp: ({ text }) => ({
      records: citiesWith(text),
      model: 'cities',
      isCut: false,
    }),
    peek: ({ id, column }) =>
      column === 'leads.c1'
        ? { id: rowOf(Number(id) - 1).cells[1] ?? '', name: 'Ada', lines: [{ label: 'Role', value: 'Admin' }] }
        : null,
    openReference: (cell) => {
      if (cell.column !== 'leads.c1') throw new RemoteError('failed', "It isn't a reference to another record.");
      testHost.opened.push(cell);
      return undefined;
    },
    columnInfos: async (): Promise<ColumnInfos> => {
      testHost.columnsAsked += 1;
      if (testHost.isSlowToTell) await new Promise<void>((resolve) => testHost.held.push(resolve));
      return infos;
    },
    filterChoices: async ({ text }) => {
      if (testHost.isSlowToOffer) await new Promise<void>((resolve) => testHost.held.push(resolve));
      if (failure) throw failure;
      return { records: citiesWith(text), isCut: false };
    },
    filterValue: ({ text, id }) =>
      text === 'Ada Lovelace' || (id !== undefined && text === 'Pune')
        ? { value: 'A7', shown: text }
        : { value: text, shown: text.startsWith('code ') ? longNames(text) : text },
    profile: ({ column, query, isFresh }) => {
      testHost.profiles.push({ column, query, isFresh });
      if (failure) throw failure;
      const isPart = testHost.profileEnd !== 'complete';
      const read = Math.min(isPart ? 1_000 : 5_000, matching(query));
      return { task: testHost.profiles.length, state: profileOf(column, read, testHost.profileEnd) };
    },
    queryText: ({ filters }) => ({ text: JSON.stringify({ where: filters }, undefined, 2) }),
    checkQuery: ({ text }) => ({ remark: text.includes('{') ? null : { text: 'It is not JSON.', canBeSent: false } }),
  },
  testHost.received,
);

installStubHost(testHost, (message) => channel.receive(message));
