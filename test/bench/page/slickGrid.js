import { SlickGrid, SlickRowSelectionModel } from 'slickgrid';
import { leadColumns } from '../leads.ts';

/*
 * SlickGrid with what it needs to show the same records: it is given pages by the same stand-in, as many as the table
 * keeps, and paints a row again when its page is there.
 */

const wanted = new URLSearchParams(location.search);
const total = Number(wanted.get('rows'));
const pageSize = 100;
const mostPages = 30;
const ahead = 25;
const waiting = { cells: [] };

/** The newest last. */
const pages = new Map();
const asked = new Map();
const host = acquireVsCodeApi();
let requests = 0;

function ask(page) {
  const id = requests++;
  asked.set(page, id);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the stand-in's, not a window's
  host.postMessage({ kind: 'request', id, name: 'rows', params: { from: page * pageSize, count: pageSize } });
}

window.addEventListener('message', ({ data }) => {
  const page = data.result.from / pageSize;
  asked.delete(page);
  pages.set(page, data.result.rows);
  if (pages.size > mostPages) pages.delete(pages.keys().next().value);
  const { top, bottom } = grid.getRenderedRange();
  const from = Math.max(top, page * pageSize);
  const to = Math.min(bottom, (page + 1) * pageSize - 1);
  if (from > to) return;
  grid.invalidateRows(Array.from({ length: to - from + 1 }, (_, offset) => from + offset));
  grid.render();
});

/** What is on the screen, and what is just outside of it. */
function need() {
  const { top, bottom } = grid.getViewport();
  const first = Math.max(0, Math.floor((top - ahead) / pageSize));
  const last = Math.min(Math.ceil(total / pageSize) - 1, Math.floor((bottom + ahead) / pageSize));
  for (let page = first; page <= last; page++) if (!pages.has(page) && !asked.has(page)) ask(page);
}

const widths = wanted.get('widths').split(',').map(Number);
const place = document.querySelector('#place');
place.style.width = `${wanted.get('width')}px`;
place.style.height = `${wanted.get('height')}px`;
const grid = new SlickGrid(
  place,
  {
    getLength: () => total,
    getItem: (row) => pages.get(Math.floor(row / pageSize))?.[row % pageSize] ?? waiting,
  },
  leadColumns(widths.length).map(({ key, label }, cell) => ({
    id: key,
    name: label,
    field: String(cell),
    width: widths[cell],
    sortable: true,
  })),
  {
    rowHeight: 24,
    nonce: document.querySelector('script').nonce,
    enableCellNavigation: true,
    enableColumnReorder: false,
    enableHtmlRendering: false,
    dataItemColumnValueExtractor: (row, { field }) => row.cells[field] ?? '',
  },
);
grid.setSelectionModel(new SlickRowSelectionModel());
grid.onViewportChanged.subscribe(need);
// as many rows as in the table, whatever the height of the header is
const missing = Number(wanted.get('height')) - document.querySelector('.slick-viewport-top').clientHeight;
place.style.height = `${Number(wanted.get('height')) + missing}px`;
grid.resizeCanvas();
need();
window.slickGrid = grid;
