import { container, fit, rowHeight, total, widths } from './pageParameters.js';
import { PageSource } from './pageSource.js';

/*
 * The least that a browser has to do for as many cells as the table shows: each row that comes in gets another position
 * and other texts. The elements and their styles never change, and there is nothing else. Its script isn't counted.
 */

fit({ width: container.clientWidth, height: container.clientHeight });
const spareRows = 3;
const shownRows = 2 * Math.ceil((container.clientHeight / rowHeight + 2 * spareRows + 1) / 2);
let right = 0;
const shownColumns = widths.findIndex((width) => (right += width) > container.clientWidth) + 1;

const body = document.createElement('div');
body.className = 'body';
body.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
body.style.height = `${total * rowHeight}px`;
const rows = Array.from({ length: shownRows }, () => {
  const row = document.createElement('div');
  row.className = 'row';
  for (const width of widths.slice(0, shownColumns)) {
    const cell = document.createElement('div');
    cell.className = 'cell';
    cell.style.width = `${width}px`;
    row.append(cell);
  }
  return row;
});
body.append(...rows);
container.append(body);

const places = new Int32Array(shownRows).fill(-1);
const source = new PageSource((first, last) => {
  for (const [slot, place] of places.entries()) if (place >= first && place <= last) fill(rows[slot], place);
});

function paint() {
  const first = Math.max(0, Math.min(Math.floor(container.scrollTop / rowHeight) - spareRows, total - shownRows));
  source.need(first, first + shownRows - 1);
  for (let place = first; place < first + shownRows; place++) {
    const slot = place % shownRows;
    if (places[slot] === place) continue;
    places[slot] = place;
    rows[slot].style.top = `${place * rowHeight}px`;
    fill(rows[slot], place);
  }
}

function fill(row, place) {
  const record = source.row(place);
  for (const [column, cell] of [...row.children].entries()) cell.textContent = record?.cells[column] ?? '';
}

container.addEventListener('scroll', paint);
paint();

window.peerGrid = {
  scroller: container,
  cell: '.cell',
  goTo: (row) => {
    container.scrollTop = row * rowHeight;
  },
};
