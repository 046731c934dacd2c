/* The parameters of a grid's page, from its URL. */

const parameters = new URLSearchParams(location.search);

export const total = Number(parameters.get('rows'));
export const rowHeight = 24;
export const widths = parameters.get('widths').split(',').map(Number);
export const nonce = document.querySelector('script').nonce;

/**
 * The container of the grid. It is as large as the rows of our table; `fit` adjusts it once the height of the header is
 * known.
 */
export const container = document.querySelector('#container');
const size = { width: Number(parameters.get('width')), height: Number(parameters.get('height')) };
container.style.width = `${size.width}px`;
container.style.height = `${size.height}px`;

/** Gives the rows as much space as in our table, regardless of the grid's header and scroll bars. */
export function fit({ width, height }) {
  container.style.width = `${2 * size.width - width}px`;
  container.style.height = `${2 * size.height - height}px`;
}
