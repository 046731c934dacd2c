import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { fit, place, rowHeight, total, widths } from './asked.js';
import { PageSource } from './pageSource.js';

/*
 * TanStack Virtual says which rows and columns are on the screen, and where; the elements are one's own affair. Here they
 * are made without a framework, which would come on top: a row has its element while it is in the list of virtual rows,
 * as in the project's own examples, with the roles and places that a screen reader needs. There is no header, no
 * keyboard and no selection.
 */

const common = {
  getScrollElement: () => place,
  observeElementRect,
  observeElementOffset,
  scrollToFn: elementScroll,
  onChange: () => paint(),
};
const rows = new Virtualizer({ ...common, count: total, estimateSize: () => rowHeight, overscan: 3 });
const columns = new Virtualizer({
  ...common,
  horizontal: true,
  count: widths.length,
  estimateSize: (column) => widths[column],
  overscan: 1,
});
const source = new PageSource((first, last) => {
  for (const [index, row] of shown) if (index >= first && index <= last) fill(row, index);
});

const body = document.createElement('div');
body.className = 'rows';
place.role = 'grid';
place.ariaRowCount = String(total + 1);
place.append(body);
const shown = new Map();

function paint() {
  const virtualRows = rows.getVirtualItems();
  const virtualColumns = columns.getVirtualItems();
  if (virtualRows.length === 0 || virtualColumns.length === 0) return;
  const wanted = new Set(virtualRows.map(({ index }) => index));
  for (const [index, row] of shown)
    if (!wanted.has(index)) {
      row.remove();
      shown.delete(index);
    }
  source.need(virtualRows[0].index, virtualRows.at(-1).index);
  for (const { index, start } of virtualRows) {
    if (shown.has(index)) continue;
    const row = element('row', 'row');
    row.ariaRowIndex = String(index + 2);
    row.style.transform = `translateY(${start}px)`;
    for (const virtual of virtualColumns) {
      const cell = element('cell', 'gridcell');
      cell.ariaColIndex = String(virtual.index + 1);
      cell.style.width = `${virtual.size}px`;
      cell.style.transform = `translateX(${virtual.start}px)`;
      row.append(cell);
    }
    fill(row, index);
    shown.set(index, row);
    body.append(row);
  }
}

function fill(row, index) {
  const record = source.row(index);
  if (!record) return;
  const virtualColumns = columns.getVirtualItems();
  for (const [at, cell] of [...row.children].entries()) cell.textContent = record.cells[virtualColumns[at].index];
}

function element(className, role) {
  const made = document.createElement('div');
  made.className = className;
  made.role = role;
  return made;
}

fit({ width: place.clientWidth, height: place.clientHeight });
/* oxlint-disable no-underscore-dangle -- what its adapters for frameworks call */
for (const virtualizer of [columns, rows]) {
  virtualizer._didMount();
  virtualizer._willUpdate();
}
/* oxlint-enable no-underscore-dangle */
body.style.width = `${columns.getTotalSize()}px`;
body.style.height = `${rows.getTotalSize()}px`;
paint();

window.peerGrid = { scroller: place, cell: '.cell', goTo: (row) => rows.scrollToIndex(row, { align: 'start' }) };
