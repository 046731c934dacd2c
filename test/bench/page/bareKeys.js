/* Minimal code to navigate and edit the cells of a table by keyboard. */
let first = 0;

/** Returns the cell at a position on the screen. */
function at(row, column) {
  return document.querySelector('tbody').rows[row]?.cells[column];
}

window.addEventListener('load', () => {
  for (const cell of document.querySelectorAll('td')) cell.tabIndex = -1;
  at(0, 0).focus();
});
window.addEventListener('keydown', (event) => {
  const cell = event.target.closest?.('td');
  if (!cell || event.target !== cell) return;
  const { cellIndex, parentElement } = cell;
  const row = parentElement.sectionRowIndex;
  const moves = { ArrowDown: [1, 0], ArrowRight: [0, 1] };
  const move = moves[event.key];
  if (move) {
    event.preventDefault();
    at(row + move[0], cellIndex + move[1])?.focus();
  }
  if (event.key === 'PageDown') {
    event.preventDefault();
    showFrom(first + parentElement.parentElement.rows.length);
  }
  if (event.key !== 'F2') return;
  // on top of the cell, because inside of it the input would cause a layout of the whole table
  const input = document.createElement('input');
  const { left, top, width, height } = cell.getBoundingClientRect();
  Object.assign(input.style, { position: 'fixed', boxSizing: 'border-box' });
  for (const [name, size] of Object.entries({ left, top, width, height })) input.style[name] = `${size}px`;
  input.value = cell.textContent;
  document.body.append(input);
  input.focus();
  input.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    input.remove();
    cell.focus();
  });
});

/** Replaces the texts of the cells with those of other rows. */
function showFrom(row) {
  first = row;
  for (const line of document.querySelector('tbody').rows)
    for (const cell of line.cells) {
      const place = first + line.sectionRowIndex;
      cell.textContent = cell.cellIndex === 0 ? `Record ${place}` : `Cell ${place}/${cell.cellIndex}`;
    }
}

window.bareRow = (cell) => first + cell.parentElement.sectionRowIndex;
window.bareHome = () => {
  showFrom(0);
  at(0, 0).focus();
};
