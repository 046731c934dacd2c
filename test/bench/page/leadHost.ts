import type { TableRows, TableStart } from '../../../src/features/table/tableProtocol.ts';
import type { CellInfo } from '../../../src/model/list/cellInfo.ts';
import { leadColumns, leadRows, leadWidths } from '../leads.ts';

/* Stub for the extension host: answers a table's requests without a service. */

export interface Asked {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly params?: { readonly from: number; readonly count: number };
}

interface Reply {
  readonly kind: 'reply';
  readonly id: number;
  readonly result: TableStart | TableRows | CellInfo;
}

const start: TableStart = {
  connection: { id: 'demo', name: 'Demo', readOnly: false, service: 'http://demo' },
  controller: 'crm/leads',
  title: 'All leads',
  offers: ['addRecord', 'deleteRecords', 'editRecords', 'exportRecords'],
  pageSize: 100,
  layout: null,
  staged: {},
  watched: [],
  chart: null,
  query: null,
  view: null,
};

/** A chart list view whose chart isn't shown yet. */
const tableFirst: TableStart['view'] = {
  at: 0,
  query: {},
  top: 0,
  active: { row: 0, column: 0 },
  selection: { all: false, ids: [] },
  isFiltering: false,
  isPreviewing: false,
  views: 'table',
};

export class LeadHost {
  readonly #total: number;
  readonly #columns;
  readonly #layout: TableStart['layout'];
  readonly #chart: TableStart['chart'];

  constructor(search: string) {
    const wanted = new URLSearchParams(search);
    this.#total = Number(wanted.get('rows'));
    this.#chart = wanted.get('chart');
    this.#columns = leadColumns(Number(wanted.get('columns')));
    const widths = leadWidths(this.#columns.length);
    const fixed = Object.fromEntries(this.#columns.map(({ key }, place) => [key, widths[place] ?? 0]));
    this.#layout = wanted.has('fixed') ? { order: [], hidden: [], shown: [], pinned: [], widths: fixed } : null;
  }

  /** Returns undefined if there is no reply. */
  answer({ kind, id, name, params }: Asked): Reply | undefined {
    if (kind !== 'request') return undefined;
    if (name === 'start') return { kind: 'reply', id, result: this.#start() };
    if (name === 'cellInfo') return { kind: 'reply', id, result: { whyNot: null } };
    if (name !== 'rows' || !params) return undefined;
    return { kind: 'reply', id, result: leadRows(params.from, params.count, this.#total, this.#columns) };
  }

  /** Like the extension, requests the first rows while the page loads. */
  #start(): TableStart {
    const request = { query: {}, from: 0, count: start.pageSize };
    return {
      ...start,
      layout: this.#layout,
      ...(this.#chart !== null && { chart: this.#chart, view: tableFirst }),
      first: { request, rows: leadRows(0, start.pageSize, this.#total, this.#columns) },
    };
  }
}
