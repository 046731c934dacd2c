import { searchedColumns, type Controller } from '../catalog/controller.ts';
import type { Row } from './store.ts';

const accents = /[\u0300-\u036f]/g;
// eslint-disable-next-line no-control-regex
const plain = /^[\x00-\x7f]*$/;

/** Small letters without accents, so that `muller` finds `MÜLLER`. */
export function folded(text: string): string {
  return plain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(accents, '').toLowerCase().normalize('NFC');
}

/** What `search_basic` looks through: one line for each searched column that is not empty. */
export function searchTextOf(controller: Controller): (row: Row) => string {
  const names = searchedColumns(controller).map((column) => column.name);
  return (row) => {
    let text = '';
    for (const name of names) {
      const value = row[name];
      if (value !== null && value !== undefined) text += `${value}\n`;
    }
    return folded(text);
  };
}
