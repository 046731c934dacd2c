/* What the page of a grid was asked for, in its address. */

const asked = new URLSearchParams(location.search);

export const total = Number(asked.get('rows'));
export const rowHeight = 24;
export const widths = asked.get('widths').split(',').map(Number);
export const nonce = document.querySelector('script').nonce;

/** Where the grid goes. It is made as big as the table's rows: `fit` does it once more when the header is known. */
export const place = document.querySelector('#place');
const size = { width: Number(asked.get('width')), height: Number(asked.get('height')) };
place.style.width = `${size.width}px`;
place.style.height = `${size.height}px`;

/** As much room for rows as in the table, whatever the header and the scroll bars of the grid take. */
export function fit({ width, height }) {
  place.style.width = `${2 * size.width - width}px`;
  place.style.height = `${2 * size.height - height}px`;
}
