import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { leadColumns } from '../leads.ts';
import { fit, container, rowHeight, total, widths } from './pageParameters.js';
import { PageSource } from './pageSource.js';

/*
 * Glide paints its cells on a canvas. Their texts are read from its hidden table for screen readers, and, because that
 * is updated late, from the cells requested when the canvas was painted.
 */

const loading = { kind: GridCellKind.Loading, allowOverlay: false };
let editor;
let seen = { x: 0, y: 0, width: 0, height: 0 };
/** The most recent rows whose first cell was painted with its text. */
const painted = new Set();

const source = new PageSource((first, last) => {
  const cells = [];
  for (let row = Math.max(first, seen.y); row <= Math.min(last, seen.y + seen.height); row++)
    for (let column = seen.x; column <= Math.min(widths.length - 1, seen.x + seen.width); column++)
      cells.push({ cell: [column, row] });
  if (cells.length > 0) editor?.updateCells(cells);
});

function getCellContent([column, row]) {
  const record = source.row(row);
  if (!record) return loading;
  if (column === 0) painted.add(row);
  const text = record.cells[column] ?? '';
  return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: true };
}

const portal = document.createElement('div');
portal.id = 'portal';
document.body.append(portal);
fit({ width: container.clientWidth, height: container.clientHeight - rowHeight });
const { clientWidth: width, clientHeight: height } = container;
createRoot(container).render(
  createElement(DataEditor, {
    ref: (made) => (editor = made),
    columns: leadColumns(widths.length).map(({ key, label }, column) => ({
      id: key,
      title: label,
      width: widths[column],
    })),
    rows: total,
    getCellContent,
    width,
    height,
    rowHeight,
    headerHeight: rowHeight,
    rowSelect: 'multi',
    onVisibleRegionChanged: (region) => {
      seen = region;
      source.need(region.y, region.y + region.height);
    },
  }),
);

const edges = widths.map((_, column) => widths.slice(0, column).reduce((sum, one) => sum + one, 0));

window.peerGrid = {
  get scroller() {
    return container.querySelector('.dvn-scroller');
  },
  headHeight: rowHeight,
  goTo: (row) => {
    painted.clear();
    editor.scrollTo(0, row, 'vertical', 0, 0, { vAlign: 'start' });
  },
  isAtTop: (row) => Math.abs(seen.y - row) <= 1 && painted.has(seen.y),
  textAt: (row, left) => {
    const column = edges.findLastIndex((edge) => edge <= left);
    return document.querySelector(`#glide-cell-${column}-${seen.y + row}`)?.textContent.trim() ?? '';
  },
};
source.need(0, 30);
