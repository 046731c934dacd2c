import { Tabulator } from 'tabulator-tables';
import { leadCell, leadColumns } from '../leads.ts';
import { fit, container, rowHeight, total, widths } from './pageParameters.js';

/*
 * Tabulator needs all rows in memory, so each row is an object that generates its cells on demand. It never waits for a
 * page and uses as little memory as possible.
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
    // set the value of a new cell
    set() {},
  });

const grid = new Tabulator(container, {
  data: Array.from({ length: total }, (_, row) => new Lead(row)),
  index: 'id',
  height: container.style.height,
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
  const scroller = container.querySelector('.tabulator-tableholder');
  fit({ width: scroller.clientWidth, height: scroller.clientHeight });
  grid.setHeight(container.style.height);
  // by row object, which is faster than by id
  const goTo = (row) => grid.scrollToRow(grid.rowManager.rows[row].getComponent(), 'top', true);
  window.peerGrid = { scroller, cell: '.tabulator-cell', goTo };
});
