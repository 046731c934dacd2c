import { Tabulator } from 'tabulator-tables';
import { leadCell, leadColumns } from '../leads.ts';
import { fit, place, rowHeight, total, widths } from './asked.js';

/*
 * Tabulator knows no list that is not in the page: it is given every row, as an object that makes its cells up when they
 * are asked for. So it never waits for a page, and needs as little memory as it can.
 */

class Lead {
  constructor(id) {
    this.id = id;
  }

  cell(column) {
    return leadCell(this.id, column) ?? '';
  }
}

for (const column of widths.keys())
  Object.defineProperty(Lead.prototype, `c${column}`, {
    get() {
      return this.cell(column);
    },
    // a cell that is made is told its value
    set() {},
  });

const grid = new Tabulator(place, {
  data: Array.from({ length: total }, (_, row) => new Lead(row)),
  index: 'id',
  height: place.style.height,
  rowHeight,
  renderVertical: 'virtual',
  renderHorizontal: 'virtual',
  columns: leadColumns(widths.length).map(({ name, label }, cell) => ({
    title: label,
    field: name,
    width: widths[cell],
  })),
});

grid.on('tableBuilt', () => {
  const scroller = place.querySelector('.tabulator-tableholder');
  fit({ width: scroller.clientWidth, height: scroller.clientHeight });
  grid.setHeight(place.style.height);
  // by the row itself: to find it by its id would take longer
  const goTo = (row) => grid.scrollToRow(grid.rowManager.rows[row].getComponent(), 'top', true);
  window.peerGrid = { scroller, cell: '.tabulator-cell', goTo };
});
