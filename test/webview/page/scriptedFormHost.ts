import type { ReferenceMatch, ReferenceMatches } from '../../../src/model/form/referenceValue.ts';
import { Channel, type Listeners, RemoteError } from '../../../src/features/common/channel.ts';
import {
  type FormFailure,
  formHost,
  type FormStart,
  type FormState,
  formView,
} from '../../../src/features/form/formProtocol.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import {
  type RowsRequest,
  tableHost,
  type TableRows,
  type tableView,
} from '../../../src/features/table/tableProtocol.ts';
import { openChannel, installStubHost, type Received } from './stubHost.ts';

/*
 * Stub for the extension host: answers the form like the real host. A test can inspect the requests and make it slow,
 * unresponsive or failing. Available as `testHost` in the page; the test sets `formStart` there beforehand.
 */

const {
  formStart,
  formFailure,
  startFailure = '',
  isDeafAtFirst = false,
} = window as unknown as {
  formStart: FormStart;
  formFailure?: FormFailure;
  startFailure?: string;
  isDeafAtFirst?: boolean;
};

let start = formStart;
let values: JsonObject = start.state.values ?? {};
let held: (() => void)[] = [];

const people: readonly ReferenceMatch[] = [
  { id: '3', text: 'Ana Roy', detail: 'Sales' },
  { id: '4', text: 'Anand Rao', detail: 'Support' },
  { id: '5', text: 'Bo Lee' },
];

const testHost = {
  asked: [] as { name: string; params: unknown }[],
  received: [] as Received[],
  canceled: 0,
  /** No request is answered until `wake`. */
  isDeaf: isDeafAtFirst,
  /** The next request fails with this. */
  failure: startFailure,
  /** Result of a look-up before a controller was picked, instead of people. */
  matches: undefined as ReferenceMatches | undefined,
  get values() {
    return values;
  },
  wake() {
    testHost.isDeaf = false;
    for (const openNext of held.splice(0)) openNext();
  },
  /** Simulates a restart of the extension: earlier requests are never answered. */
  forget() {
    held = [];
    testHost.isDeaf = false;
  },
  state: (change: Partial<FormState>) => {
    start = { ...start, state: { ...start.state, ...change } };
    if (change.values) values = change.values;
    channel.notify.state({ ...start.state, values: change.values ?? null });
  },
  restart: (change: Partial<FormStart>) => {
    start = { ...start, ...change, state: { ...start.state, ...change.state, values } };
    channel.notify.restart(start);
  },
  fail: (failure: FormFailure) => channel.notify.restart({ failure }),
  focusField: (key: string) => channel.notify.focusField({ key }),
  commit: () =>
    channel.call.commit().then(
      () => 'committed',
      (error: unknown) => (error instanceof Error ? error.message : '?'),
    ),
};

async function answer<T>(name: string, params: unknown, make: () => T, signal?: AbortSignal): Promise<T> {
  testHost.asked.push({ name, params });
  if (testHost.isDeaf) await new Promise<void>((resolve) => held.push(resolve));
  if (signal?.aborted) testHost.canceled++;
  if (testHost.failure) throw new RemoteError('refused', testHost.failure);
  return make();
}

function put(into: JsonObject, at: readonly string[], value: JsonValue | undefined): void {
  let place: JsonObject = into;
  for (const part of at.slice(0, -1)) place = (place[part] ??= {}) as JsonObject;
  const last = at.at(-1) ?? '';
  if (value === undefined) delete place[last];
  else place[last] = value;
}

const ownState = (): FormState => ({ ...start.state, values: null });

function related({ from, count, query: { sort } }: RowsRequest): TableRows {
  const total = 3;
  const numbers = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, place) => from + place);
  const column = {
    isData: true,
    isVisible: true,
    isSortable: true,
    isSearchable: true,
    total: undefined,
    isDeclared: true,
  };
  return {
    from,
    total,
    columns: [
      { ...column, key: 'name', columnName: 'name', name: 'name', label: 'Name', kind: 'text', isLink: true },
      {
        ...column,
        key: 'amount',
        columnName: 'amount',
        name: 'amount',
        label: 'Amount',
        kind: 'number',
        isLink: false,
      },
    ],
    rows: (sort?.direction === 'DESC' ? numbers.toReversed() : numbers).map((place) => ({
      id: String(place + 1),
      name: `Deal ${place + 1}`,
      isDeleted: false,
      canEdit: true,
      canDelete: true,
      cells: [`Deal ${place + 1}`, String(place * 1000)],
    })),
  };
}

/** Host of the deals table, which communicates through the form's page. */
const deals = new Channel<typeof tableHost, typeof tableView>({
  handlers: {
    start: () => ({
      connection: { id: 'work', name: 'Work', readOnly: false, service: 'http://work' },
      controller: 'crm/deals',
      title: 'Deals',
      offers: ['openAsTable', 'saveCells', 'addRecord', 'editRecords', 'deleteRecords', 'exportRecords'],
      isPart: true,
      pageSize: 100,
      layout: { order: ['amount', 'name'], hidden: [], shown: [], pinned: [], widths: {} },
      staged: {},
      watched: [],
      chart: null,
      query: null,
      view: null,
    }),
    rows: (params) => answer('rows', params, () => related(params)),
    wholeText: () => null,
    stage: (params) =>
      answer('stage', params, () => ({
        [params.id]: { [params.column]: { from: params.from, to: params.to ?? null } },
      })),
    stageBlock: () => ({ staged: {}, refused: [] }),
    save: () => undefined,
    clipboard: () => '',
    cellInfo: () => ({ whyNot: null }),
    checkQuery: () => ({ remark: null }),
    queryText: () => ({ text: '' }),
    lookUp: () => ({ records: [], isCut: false }),
    openReference: () => undefined,
    filterValue: ({ text }) => ({ value: text, shown: text }),
    columnInfos: () => ({}),
    resolve: () => ({}),
    peek: () => null,
    profile: () => Promise.reject(new Error('a part of a form shows no profile')),
    filterChoices: () => ({ records: [], isCut: false }),
  },
  listeners: Object.fromEntries(
    Object.keys(tableHost.events).map((name) => [
      name,
      (data: unknown) => testHost.received.push({ name, data, by: 'deals' }),
    ]),
  ) as unknown as Listeners<typeof tableHost>,
  post: (message) => channel.notify.related({ name: 'deals', message }),
  onBadMessage: (problem) => console.warn(problem),
  describeError: (error) => ({ code: 'refused', message: error instanceof Error ? error.message : '?' }),
});

const channel = openChannel(
  formHost,
  formView,
  {
    start: () =>
      answer('start', undefined, () =>
        formFailure ? { failure: formFailure } : { ...start, state: { ...start.state, values } },
      ),
    edit: (params) =>
      answer('edit', params, () => {
        values = structuredClone(values);
        for (const { at, value } of params.changes) put(values, at, value);
        return ownState();
      }),
    attach: ({ base64, ...params }) =>
      answer('attach', { ...params, length: base64.length }, () => {
        values = {
          ...values,
          [params.key.replace('leads.', '')]: { $file: { name: params.name, type: params.type, size: 5, id: 'f1' } },
        };
        return ownState();
      }),
    lookUp: (params, signal) =>
      answer(
        'lookUp',
        params,
        (): ReferenceMatches =>
          (params.controller === undefined && testHost.matches) || {
            records: people.filter(({ text }) => text.toLowerCase().includes(params.text.toLowerCase())),
            model: 'Users',
            isCut: false,
          },
        signal,
      ),
    explain: (params) =>
      answer('explain', params, () => ({
        why: `“${params.key}” is read-only for you.`,
        details: 'The form: permission to view.',
      })),
    choose: (params) => answer('choose', params, () => ({ ...start.state, values, conflicts: [] })),
    submit: (params) => answer('submit', params, ownState),
  },
  testHost.received,
);

installStubHost(testHost, (message) => {
  const { name, data } = message as { name?: string; data?: { message: unknown } };
  if (name === 'related') deals.receive(data?.message);
  else channel.receive(message);
});
