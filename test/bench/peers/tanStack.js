import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { fit, container, rowHeight, total, widths } from './pageParameters.js';
import { PageSource } from './pageSource.js';

/*
 * TanStack Virtual only computes which rows and columns are on the screen, and where. The elements are created here
 * without a framework, which would add to the work: a row has an element while it is in the list of virtual rows, as in
 * the project's examples, with the roles and indexes for screen readers. There is no header, keyboard navigation or
 * selection.
 */

const common = {
  getScrollElement: () => container,
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
container.role = 'grid';
container.ariaRowCount = String(total + 1);
container.append(body);
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

fit({ width: container.clientWidth, height: container.clientHeight });
/* oxlint-disable no-underscore-dangle -- what its adapters for frameworks call */
for (const virtualizer of [columns, rows]) {
  virtualizer._didMount();
  virtualizer._willUpdate();
}
/* oxlint-enable no-underscore-dangle */
body.style.width = `${columns.getTotalSize()}px`;
body.style.height = `${rows.getTotalSize()}px`;
paint();

window.peerGrid = { scroller: container, cell: '.cell', goTo: (row) => rows.scrollToIndex(row, { align: 'start' }) };
