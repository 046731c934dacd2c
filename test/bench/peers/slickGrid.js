import { SlickGrid, SlickRowSelectionModel } from 'slickgrid';
import { leadColumns } from '../leads.ts';
import { fit, nonce, container, rowHeight, total, widths } from './pageParameters.js';
import { PageSource } from './pageSource.js';

/* SlickGrid requests its data row by row, and repaints a row when its page has arrived. */

const waiting = { cells: [] };

const source = new PageSource((first, last) => {
  const { top, bottom } = grid.getRenderedRange();
  const from = Math.max(top, first);
  const to = Math.min(bottom, last);
  if (from > to) return;
  grid.invalidateRows(Array.from({ length: to - from + 1 }, (_, offset) => from + offset));
  grid.render();
});

const grid = new SlickGrid(
  container,
  { getLength: () => total, getItem: (row) => source.row(row) ?? waiting },
  leadColumns(widths.length).map(({ key, label }, cell) => ({
    id: key,
    name: label,
    field: String(cell),
    width: widths[cell],
    sortable: true,
  })),
  {
    rowHeight,
    nonce,
    enableCellNavigation: true,
    enableColumnReorder: false,
    enableHtmlRendering: false,
    dataItemColumnValueExtractor: (row, { field }) => row.cells[field] ?? '',
  },
);
grid.setSelectionModel(new SlickRowSelectionModel());
const need = () => {
  const { top, bottom } = grid.getViewport();
  source.need(top, bottom);
};
grid.onViewportChanged.subscribe(need);

const scroller = document.querySelector('.slick-viewport-top.slick-viewport-left');
fit({ width: scroller.clientWidth, height: scroller.clientHeight });
grid.resizeCanvas();
need();

window.peerGrid = { scroller, cell: '.slick-cell', goTo: (row) => grid.scrollRowToTop(row) };
